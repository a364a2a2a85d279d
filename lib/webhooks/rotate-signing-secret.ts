import { type Actor, actorId } from '#lib/actor.ts'
import { recordEvent } from '#lib/audit/store.ts'
import { Refusal } from '#lib/errors.ts'
import { requireManager, requireRecentConfirmation } from '#lib/permissions.ts'
import { isNewestSecret } from '#lib/server-keys/claim-master-secret.ts'
import type { Services } from '#lib/services.ts'
import { type AddedWebhook, changeWebhook, getWebhook } from '#lib/webhooks/manage-webhooks.ts'
import { makeSigningSecret, resealSecrets, type SealedSecrets, sealSecret } from '#lib/webhooks/signing-secret.ts'
import { deleteFormerSecret, findSecrets, listOfOtherMaster, replaceSecrets } from '#lib/webhooks/store.ts'
import { webhookEvent } from '#lib/webhooks/webhook.ts'

/**
 * Makes a new signing secret. Messages carry a signature by each of the two, until the former one is ended.
 * @throws Refusal `forbidden`, `confirmation_required`, `not_found`; `conflict` if the former secret was not ended, or
 *   someone else rotates it
 */
export async function rotateSigningSecret(services: Services, actor: Actor, id: string): Promise<AddedWebhook> {
  requireManager(actor)
  requireRecentConfirmation(actor, services.clock.now())
  const { url } = await getWebhook(services, actor, id)
  const before = await findSecrets(services.db, id)
  if (!before || before.formerSealed !== null) throw new Refusal('conflict')
  const secret = makeSigningSecret()
  const { secretSealed: formerSealed, masterId } = await resealSecrets(services.keys, before)
  const after: SealedSecrets = { secretSealed: await sealSecret(services.keys, secret), formerSealed, masterId }
  await changeWebhook(services, id, async (trx, webhook) => {
    if (!(await replaceSecrets(trx, id, { before, after, createdBy: actorId(actor) }))) throw new Refusal('conflict')
    await recordEvent(trx, actor, webhookEvent('webhook.secret_rotated', webhook))
  })
  return { id, url, secret }
}

/** Messages are signed by the newest secret alone. @throws Refusal `forbidden`, `confirmation_required`, `not_found` */
export async function endFormerSecret(services: Services, actor: Actor, id: string): Promise<void> {
  requireManager(actor)
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
