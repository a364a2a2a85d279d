import { z } from 'zod'
import { type Actor, actorId, type RecordedActor } from '#lib/actor.ts'
import type { ApiKey } from '#lib/api-keys/api-key.ts'
import type { AuthenticatedKey } from '#lib/api-keys/authenticate-api-key.ts'
import { hashKeySecret, newKeySecret } from '#lib/api-keys/key-credentials.ts'
import { type FamilyFate, type RetirementChoice, retirementChoices } from '#lib/api-keys/key-secret.ts'
import { findKey } from '#lib/api-keys/listing-store.ts'
import {
  hasRetiringSecret,
  insertPendingSecret,
  isSecretUsable,
  lockSecretsOf,
  retireAllSecrets,
} from '#lib/api-keys/secrets-store.ts'
import { recordEvent } from '#lib/audit/store.ts'
import { secondMs } from '#lib/clock.ts'
import type { DbTransaction } from '#lib/db/database.ts'
import { Refusal } from '#lib/errors.ts'
import { endFamiliesOfSecret } from '#lib/key-rotation/end-families.ts'
import { secretEvent } from '#lib/key-rotation/secret-event.ts'
import { parseInput } from '#lib/parse-input.ts'
import { requireKeyManager, requireManager, requireRecentConfirmation } from '#lib/permissions.ts'
import type { RequestContext } from '#lib/request-context.ts'
import type { Services } from '#lib/services.ts'

const choices = Object.keys(retirementChoices) as [RetirementChoice, ...RetirementChoice[]]

export const rotationSchema = z.object({
  keyId: z.string('required').max(64, 'too_long'),
  /** For how long the former secret works once the new one is used. */
  retireAfter: z.enum(choices, 'unknown').default('24h'),
  families: z.enum(['run_out', 'end'], 'unknown').default('run_out'),
  /** Ends all former secrets now, with their families. */
  leaked: z.boolean().default(false),
})

export type RotationInput = z.input<typeof rotationSchema>

/** With the plain secret, which is shown once and stored nowhere. */
export type RotatedSecret = Readonly<{
  keyId: string
  name: string
  secret: string
  /** When it lapses unless it is used. */
  lapsesAt: number
  retiresAfterMs: number
}>

/**
 * Generates another secret for a key. It is pending until its first use, which starts the retirement of the former one; a
 * pending one is replaced.
 * @throws Refusal `forbidden`, `confirmation_required`, `input_invalid`, `not_found`; `conflict` if the key is revoked or
 *   expired, or a former secret is retiring
 */
export async function rotateSecret(services: Services, actor: Actor, input: RotationInput): Promise<RotatedSecret> {
  requireManager(actor)
  requireRecentConfirmation(actor, services.clock.now())
  const { keyId, retireAfter, families, leaked } = parseInput(rotationSchema, input)
  return services.db.transaction().execute(async (trx) => {
    const key = await lockKey(trx, keyId)
    requireKeyManager(actor, key.owner)
    if (leaked) await endLeakedSecrets(trx, actor, key)
    const options = { retiresAfterMs: leaked ? 0 : retirementChoices[retireAfter], families, leaked }
    return addSecret(services, trx, { actor, createdBy: actorId(actor), key, options })
  })
}

/**
 * As {@link rotateSecret}, by a client with the key itself: the former secret works for 24 hours more, and its families
 * run out.
 * @throws Refusal `key_not_rotatable`, `conflict`; `invalid_client` if the secret was retired meanwhile
 */
export async function rotateOwnSecret(
  services: Services,
  context: RequestContext,
  { keyId, secretId, ownerId }: AuthenticatedKey,
): Promise<RotatedSecret> {
  return services.db.transaction().execute(async (trx) => {
    const key = await lockKey(trx, keyId)
    // Checked under the lock: a leaked secret must not replace the one that was generated to end it.
    if (key.state !== 'active' || !(await isSecretUsable(trx, secretId))) throw new Refusal('invalid_client')
    if (!key.isRotatable) throw new Refusal('key_not_rotatable')
    const actor = { kind: 'program', userId: ownerId, name: key.name, ...context } as const
    const options = { retiresAfterMs: retirementChoices['24h'], families: 'run_out', leaked: false } as const
    return addSecret(services, trx, { actor, createdBy: ownerId, key, options })
  })
}

async function lockKey(trx: DbTransaction, keyId: string): Promise<ApiKey> {
  await lockSecretsOf(trx, keyId)
  const key = await findKey(trx, keyId)
  if (!key) throw new Refusal('not_found')
  return key
}

async function endLeakedSecrets(trx: DbTransaction, actor: Actor, key: ApiKey): Promise<void> {
  for (const secretId of await retireAllSecrets(trx, key.id)) {
    const families = await endFamiliesOfSecret(trx, { secretId, ownerId: key.owner.id })
    await recordEvent(trx, actor, secretEvent('api_key.secret_retired', key, { secretId, reason: 'leaked', families }))
  }
}

type Addition = Readonly<{
  actor: RecordedActor
  createdBy: string
  key: ApiKey
  options: Readonly<{ retiresAfterMs: number; families: FamilyFate; leaked: boolean }>
}>

async function addSecret(
  services: Services,
  trx: DbTransaction,
  { actor, createdBy, key, options }: Addition,
): Promise<RotatedSecret> {
  if (key.state === 'revoked' || key.state === 'expired') {
    throw new Refusal('conflict', { description: 'The API key is revoked or expired. Generate a new one.' })
  }
  if (await hasRetiringSecret(trx, key.id)) {
    throw new Refusal('conflict', { description: 'The former secret of the API key still works. Retire it first.' })
  }
  const { retiresAfterMs, families, leaked } = options
  const { current } = services.keys
  const secret = newKeySecret()
  const { id: secretId, lapsesAt } = await insertPendingSecret(trx, {
    ...{ keyId: key.id, secretHash: hashKeySecret(current, secret), masterId: current.id, createdBy },
    ...{ formerRetiresAfterMs: retiresAfterMs, formerFamilies: families },
  })
  const facts = { reason: leaked ? 'leaked' : 'planned', retiresAfterSeconds: retiresAfterMs / secondMs, families }
  await recordEvent(trx, actor, secretEvent('api_key.secret_rotated', key, { secretId, ...facts }))
  return { keyId: key.id, name: key.name, secret, lapsesAt, retiresAfterMs }
}
