import { type AddedWebhook, changeWebhook, holdWebhook } from '#lib/domain/events/webhooks/manage-webhooks.ts'
import {
  makeSigningSecret,
  resealSecrets,
  type SealedSecrets,
  sealSecret,
} from '#lib/domain/events/webhooks/signing-secret.ts'
import {
  deleteFormerSecret,
  findSecrets,
  listOfOtherMaster,
  replaceSecrets,
} from '#lib/domain/events/webhooks/store.ts'
import { webhookEvent } from '#lib/domain/events/webhooks/webhook.ts'
import { recordEvent } from '#lib/foundation/audit/store.ts'
import { type Actor, actorId } from '#lib/foundation/authorization/actor.ts'
import { requireManager, requireRecentConfirmation } from '#lib/foundation/authorization/permissions.ts'
import type { DbTransaction } from '#lib/foundation/db/database.ts'
import { isNewestSecret } from '#lib/foundation/server-keys/claim-master-secret.ts'
import type { Services } from '#lib/foundation/services.ts'
import { Refusal } from '#lib/kernel/errors.ts'

/** Why a rotation is refused. */
export const formerSigns =
  'The former secret still signs, or another request has just rotated it. End the former one first.'

/**
 * Makes a new signing secret. Messages carry a signature by each of the two, until the former one is ended.
 * @throws Refusal `forbidden`, `confirmation_required`, `not_found`; `conflict` if the former secret was not ended, or
 *   someone else rotates it
 */
export async function rotateSigningSecret(services: Services, actor: Actor, id: string): Promise<AddedWebhook> {
  const rotation = await prepareRotation(services, actor, id)
  return services.db.transaction().execute((trx) => rotate(trx, actor, rotation))
}

/** `after` is undefined if the former secret was not ended. A repeated request finds its response all the same. */
type Rotation = Readonly<{ id: string; secret: string; before: SealedSecrets; after: SealedSecrets | undefined }>

/** Authorizes, and seals a new secret before the transaction begins. */
async function prepareRotation({ db, keys, clock }: Services, actor: Actor, id: string): Promise<Rotation> {
  requireManager(actor, 'webhooks:write')
  requireRecentConfirmation(actor, clock.now())
  const before = await findSecrets(db, id)
  if (!before) throw new Refusal('not_found')
  const secret = makeSigningSecret()
  if (before.formerSealed !== null) return { id, secret, before, after: undefined }
  const { secretSealed: formerSealed, masterId } = await resealSecrets(keys, before)
  return { id, secret, before, after: { secretSealed: await sealSecret(keys, secret), formerSealed, masterId } }
}

async function rotate(
  trx: DbTransaction,
  actor: Actor,
  { id, secret, before, after }: Rotation,
): Promise<AddedWebhook> {
  const webhook = await holdWebhook(trx, id)
  const isReplaced = after && (await replaceSecrets(trx, id, { before, after, createdBy: actorId(actor) }))
  if (!isReplaced) throw new Refusal('conflict', { description: formerSigns })
  await recordEvent(trx, actor, webhookEvent('webhook.secret_rotated', webhook))
  return { id, url: webhook.url, secret }
}

/** Messages are signed only by the newest secret. @throws Refusal `forbidden`, `confirmation_required`, `not_found` */
export async function endFormerSecret(services: Services, actor: Actor, id: string): Promise<void> {
  requireManager(actor, 'webhooks:write')
  requireRecentConfirmation(actor, services.clock.now())
  await changeWebhook(services, id, async (trx, webhook) => {
    if (!(await deleteFormerSecret(trx, id))) return
    await recordEvent(trx, actor, webhookEvent('webhook.secret_ended', webhook))
  })
}

/** Moves signing secrets to the newest master secret while the old one is still configured. */
export async function renewWebhookSeals({ db, keys }: Services): Promise<void> {
  const ids = await listOfOtherMaster(db, keys.current.id)
  if (ids.length === 0 || !(await isNewestSecret(db, keys))) return
  for (const id of ids) {
    const before = await findSecrets(db, id)
    if (before) await replaceSecrets(db, id, { before, after: await resealSecrets(keys, before) })
  }
}
