import type { z } from 'zod'
import type { ApiKey } from '#lib/domain/keys/api-keys/api-key.ts'
import type { AuthenticatedKey } from '#lib/domain/keys/api-keys/authenticate-api-key.ts'
import type { SecretHash } from '#lib/domain/keys/api-keys/credential-store.ts'
import { withdrawOpenHandOver } from '#lib/domain/keys/api-keys/hand-over-store.ts'
import { generateKeySecret, invalidClient } from '#lib/domain/keys/api-keys/key-credentials.ts'
import { keyEvent } from '#lib/domain/keys/api-keys/key-event.ts'
import { type FamilyFate, retirementChoices } from '#lib/domain/keys/api-keys/key-secret.ts'
import { findKey } from '#lib/domain/keys/api-keys/listing-store.ts'
import { getManagedKey, requireWithinReach } from '#lib/domain/keys/api-keys/managed-key.ts'
import { type PublicKeyFacts, readPublicKey, toPublicKeyFacts } from '#lib/domain/keys/api-keys/public-key.ts'
import {
  hasCredential,
  hasRetiringSecret,
  hasSecretSince,
  insertPendingSecret,
  isSecretUsable,
  retireAllSecrets,
} from '#lib/domain/keys/api-keys/secret-rotation-store.ts'
import { lockSecretsOf, shownTo } from '#lib/domain/keys/api-keys/secrets-store.ts'
import { endFamiliesOfSecret } from '#lib/domain/keys/key-rotation/end-families.ts'
import { rotationSchema } from '#lib/domain/keys/key-rotation/schema.ts'
import { recordEvent } from '#lib/foundation/audit/store.ts'
import { type Actor, actorId, type RecordedActor } from '#lib/foundation/authorization/actor.ts'
import { requireManager, requireRecentConfirmation } from '#lib/foundation/authorization/permissions.ts'
import type { DbTransaction } from '#lib/foundation/db/database.ts'
import type { Services } from '#lib/foundation/services.ts'
import type { UnitOfWork } from '#lib/foundation/unit-of-work.ts'
import { secondMs } from '#lib/kernel/clock.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import { parseInput } from '#lib/kernel/parse-input.ts'
import type { RequestContext } from '#lib/kernel/request-context.ts'

export type RotationInput = z.input<typeof rotationSchema>

/** A client can't fill the database with secrets. */
const ownIntervalMs = 10 * secondMs

/** `secretId` names the secret or public key that was added. */
export type Rotated = Readonly<{
  keyId: string
  secretId: string
  name: string
  /** When it lapses unless it is used. */
  lapsesAt: number
  retiresAfterMs: number
}>

export type RotatedPublicKey = Rotated & PublicKeyFacts

/** With the plain secret, which is shown once and stored nowhere. */
export type RotatedSecret = Rotated & Readonly<{ secret: string }>

/**
 * Generates another secret for a key. It is pending until its first use, which starts the retirement of the former one;
 * a pending one and an open hand-over are replaced.
 * @throws Refusal `forbidden`, as {@link requireWithinReach} also does, `confirmation_required`, `input_invalid`,
 *   `not_found`; `conflict` if the key is revoked or expired; `former_secret_works`
 */
export async function rotateSecret(services: Services, actor: Actor, input: RotationInput): Promise<RotatedSecret> {
  const rotation = prepareRotation(services, actor, input)
  return services.db.transaction().execute((trx) => rotate({ services, trx, actor }, rotation))
}

/**
 * As {@link rotateSecret}, with another public key of the client in place of a secret: its first assertion makes it
 * current.
 * @throws Refusal as {@link rotateSecret}; for `publicJwk`, `private_key` or `malformed`; `conflict` if the key has it
 */
export async function rotatePublicKey(
  services: Services,
  actor: Actor,
  { publicJwk, ...input }: RotationInput & Readonly<{ publicJwk: unknown }>,
): Promise<RotatedPublicKey> {
  const rotation = prepareRotation(services, actor, input)
  const publicKey = await readPublicKey(publicJwk)
  const rotated = await services.db
    .transaction()
    .execute((trx) => rotateTo(trx, actor, { rotation, stored: publicKey }))
  return { ...rotated, ...toPublicKeyFacts(publicKey) }
}

type Rotation = z.output<typeof rotationSchema>

/** Authorizes a rotation and checks its input; `rotate` authorizes it for the key. */
function prepareRotation({ clock }: Services, actor: Actor, input: RotationInput): Rotation {
  requireManager(actor, 'keys:write')
  requireRecentConfirmation(actor, clock.now())
  return parseInput(rotationSchema, input)
}

async function rotate({ services: { keys }, trx, actor }: UnitOfWork, rotation: Rotation): Promise<RotatedSecret> {
  const { secret, stored } = generateKeySecret(keys)
  return { ...(await rotateTo(trx, actor, { rotation, stored })), secret }
}

async function rotateTo(
  trx: DbTransaction,
  actor: Actor,
  {
    rotation: { keyId, retireAfter, families, leaked },
    stored,
  }: Readonly<{ rotation: Rotation; stored: StoredCredential }>,
): Promise<Rotated> {
  await lockSecretsOf(trx, keyId)
  const key = await getManagedKey(trx, actor, { id: keyId, scope: 'keys:write' })
  requireWithinReach(actor, key)
  if (leaked) await endLeakedSecrets(trx, actor, key)
  const options = { retiresAfterMs: leaked ? 0 : retirementChoices[retireAfter], families, leaked }
  const seenBy = stored.publicJwk === undefined ? shownTo(actor) : 'program'
  return addSecret(trx, { actor, shownTo: seenBy, key, options, stored })
}

/**
 * As {@link rotateSecret}, by a client with the key itself: the former secret works for 24 hours more, and its families
 * run out.
 * @throws Refusal `key_not_rotatable`, `former_secret_works`, `too_many_requests`; `invalid_client` if the secret was
 *   retired meanwhile
 */
export async function rotateOwnSecret(
  services: Services,
  context: RequestContext,
  { keyId, secretId, ownerId }: AuthenticatedKey,
): Promise<RotatedSecret> {
  const reasonFacts = { keyId, secretId }
  const wait = { retryAfterSeconds: ownIntervalMs / secondMs }
  return services.db.transaction().execute(async (trx) => {
    await lockSecretsOf(trx, keyId)
    const key = await findKey(trx, keyId)
    // Checked under the lock: a leaked secret must not replace the one that was generated to end it.
    if (key?.state !== 'active' || !(await isSecretUsable(trx, secretId)))
      throw invalidClient('secret_retired', { secretId })
    if (!key.isRotatable) throw new Refusal('key_not_rotatable', { reason: 'key_not_rotatable', reasonFacts })
    if (await hasSecretSince(trx, keyId, ownIntervalMs)) {
      throw new Refusal('too_many_requests', { ...wait, reason: 'rotated_recently', reasonFacts })
    }
    const actor = { kind: 'program', userId: ownerId, name: key.name, ...context } as const
    const options = { retiresAfterMs: retirementChoices['24h'], families: 'run_out', leaked: false } as const
    const { secret, stored } = generateKeySecret(services.keys)
    const added = await addSecret(trx, { actor, shownTo: 'program', key, options, stored })
    return { ...added, secret }
  })
}

async function endLeakedSecrets(trx: DbTransaction, actor: Actor, key: ApiKey): Promise<void> {
  for (const secretId of await retireAllSecrets(trx, key.id)) {
    const families = await endFamiliesOfSecret(trx, { secretId, ownerId: key.owner.id })
    await recordEvent(trx, actor, keyEvent('api_key.secret_retired', key, { secretId, reason: 'leaked', families }))
  }
}

type StoredCredential = SecretHash & Readonly<{ publicJwk?: string }>

type Addition = Readonly<{
  stored: StoredCredential
  actor: RecordedActor
  shownTo: 'creator' | 'program'
  key: ApiKey
  options: Readonly<{ retiresAfterMs: number; families: FamilyFate; leaked: boolean }>
}>

async function addSecret(trx: DbTransaction, { actor, shownTo, key, options, stored }: Addition): Promise<Rotated> {
  await requireRotatable(trx, key)
  if (await hasCredential(trx, key.id, stored)) {
    throw new Refusal('conflict', { description: 'The API key has or had this public key.' })
  }
  await withdrawOpenHandOver(trx, key.id)
  const { retiresAfterMs, families, leaked } = options
  const { id: secretId, lapsesAt } = await insertPendingSecret(trx, {
    keyId: key.id,
    ...stored,
    createdBy: actorId(actor),
    shownTo,
    formerRetiresAfterMs: retiresAfterMs,
    formerFamilies: families,
  })
  const facts = { reason: leaked ? 'leaked' : 'planned', retiresAfterSeconds: retiresAfterMs / secondMs, families }
  await recordEvent(trx, actor, keyEvent('api_key.secret_rotated', key, { secretId, ...facts }))
  return { keyId: key.id, secretId, name: key.name, lapsesAt, retiresAfterMs }
}

/** @throws Refusal `conflict` if the key is revoked or expired; `former_secret_works` */
export async function requireRotatable(trx: DbTransaction, { id: keyId, state }: ApiKey): Promise<void> {
  if (state === 'revoked' || state === 'expired') {
    throw new Refusal('conflict', { description: 'The API key is revoked or expired. Generate a new one.' })
  }
  if (await hasRetiringSecret(trx, keyId)) {
    throw new Refusal('former_secret_works', { reason: 'former_secret_works', reasonFacts: { keyId } })
  }
}
