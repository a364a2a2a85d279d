import type { z } from 'zod'
import type { ApiKey, GeneratedApiKey } from '#lib/domain/keys/api-keys/api-key.ts'
import { type AddKey, addApiKey, prepareApiKey } from '#lib/domain/keys/api-keys/generate-api-key.ts'
import { handOverPath } from '#lib/domain/keys/api-keys/hand-over.ts'
import { insertHandOver, withdrawOpenHandOver } from '#lib/domain/keys/api-keys/hand-over-store.ts'
import { keyEvent } from '#lib/domain/keys/api-keys/key-event.ts'
import { retirementChoices } from '#lib/domain/keys/api-keys/key-secret.ts'
import { getManagedKey, requireWithinReach } from '#lib/domain/keys/api-keys/managed-key.ts'
import type { NewApiKeyInput } from '#lib/domain/keys/api-keys/schema.ts'
import { retirePendingSecret } from '#lib/domain/keys/api-keys/secret-rotation-store.ts'
import { lockSecretsOf } from '#lib/domain/keys/api-keys/secrets-store.ts'
import { handOverSchema } from '#lib/domain/keys/hand-over/schema.ts'
import { requireRotatable } from '#lib/domain/keys/key-rotation/rotate-secret.ts'
import { recordEvent } from '#lib/foundation/audit/store.ts'
import { type Actor, actorId } from '#lib/foundation/authorization/actor.ts'
import { requireManager, requireRecentConfirmation } from '#lib/foundation/authorization/permissions.ts'
import type { DbTransaction } from '#lib/foundation/db/database.ts'
import type { Services } from '#lib/foundation/services.ts'
import type { UnitOfWork } from '#lib/foundation/unit-of-work.ts'
import { hourMs, secondMs } from '#lib/kernel/clock.ts'
import { randomToken, sha256 } from '#lib/kernel/crypto.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import { parseInput } from '#lib/kernel/parse-input.ts'

export type HandOverInput = z.input<typeof handOverSchema>

/** With the link, which is shown once: only its hash is stored. */
export type HandOverLink = Readonly<{ keyId: string; name: string; url: string; expiresAt: number }>

/**
 * Creates a link whose recipient generates the next secret of a key: it works once, and replaces an earlier link and a
 * pending secret. Until then, nothing changes for the secret before it.
 * @throws Refusal `forbidden`, as {@link requireWithinReach} also does, `confirmation_required`, `input_invalid`,
 *   `not_found`; `conflict` unless the key is active; `former_secret_works`
 */
export async function handOverKey(services: Services, actor: Actor, input: HandOverInput): Promise<HandOverLink> {
  const handOver = prepareHandOver(services, actor, input)
  return services.db.transaction().execute((trx) => handOverIn({ services, trx, actor }, handOver))
}

export type HandedOverKey = Omit<GeneratedApiKey, 'secret'> & HandOverLink

/** Generates a key whose first secret the recipient of the link generates. @throws Refusal as `generateApiKey` */
export async function handOverNewKey(services: Services, actor: Actor, input: NewApiKeyInput): Promise<HandedOverKey> {
  return services.db.transaction().execute(await prepareHandedOver(services, actor, input))
}

/** {@link handOverNewKey} for a transaction that does more. */
export async function prepareHandedOver(
  services: Services,
  actor: Actor,
  input: NewApiKeyInput,
): Promise<AddKey<HandedOverKey>> {
  const prepared = await prepareApiKey(services, actor, input)
  return async (trx) => {
    const added = await addApiKey(trx, actor, prepared)
    return { ...added, ...(await handOverAdded({ services, trx, actor }, added.id)) }
  }
}

type PreparedHandOver = z.output<typeof handOverSchema>

/** Authorizes a hand-over and checks its input; `handOverIn` authorizes it for the key. */
function prepareHandOver({ clock }: Services, actor: Actor, input: HandOverInput): PreparedHandOver {
  requireManager(actor, 'keys:write')
  requireRecentConfirmation(actor, clock.now())
  return parseInput(handOverSchema, input)
}

async function handOverIn(
  { services, trx, actor }: UnitOfWork,
  { keyId, ...options }: PreparedHandOver,
): Promise<HandOverLink> {
  await lockSecretsOf(trx, keyId)
  const key = await getManagedKey(trx, actor, { id: keyId, scope: 'keys:write' })
  // The recipient gets every scope of the key.
  requireWithinReach(actor, key)
  if (key.state === 'disabled') throw new Refusal('conflict', { detail: 'the key is disabled' })
  await requireRotatable(trx, key)
  return createLink(services, trx, { actor, key, options })
}

async function handOverAdded({ services, trx, actor }: UnitOfWork, id: string): Promise<HandOverLink> {
  const { keyId, ...options } = parseInput(handOverSchema, { keyId: id })
  const key = await getManagedKey(trx, actor, { id: keyId, scope: 'keys:write' })
  return createLink(services, trx, { actor, key, options })
}

type Options = Omit<PreparedHandOver, 'keyId'>

/** The caller authorizes, and locks the secrets of a key that has some. */
async function createLink(
  { env }: Services,
  trx: DbTransaction,
  { actor, key, options }: Readonly<{ actor: Actor; key: ApiKey; options: Options }>,
): Promise<HandOverLink> {
  const { id: keyId, name } = key
  const { hours, retireAfter, families } = options
  await withdrawOpenHandOver(trx, keyId)
  await retirePendingSecret(trx, keyId)
  const token = randomToken()
  const expiresAt = await insertHandOver(trx, {
    keyId,
    tokenHash: sha256(token),
    createdBy: actorId(actor),
    lifeMs: hours * hourMs,
    formerRetiresAfterMs: retirementChoices[retireAfter],
    formerFamilies: families,
  })
  const facts = { expiresAt, retiresAfterSeconds: retirementChoices[retireAfter] / secondMs, families }
  await recordEvent(trx, actor, keyEvent('api_key.handed_over', key, facts))
  return { keyId, name, url: handOverUrl(env.baseUrl, token), expiresAt }
}

/** Only it contains the token in plain text. */
function handOverUrl(baseUrl: string, token: string): string {
  return `${baseUrl}${handOverPath}?${new URLSearchParams({ token })}`
}
