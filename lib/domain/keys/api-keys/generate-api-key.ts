import type { z } from 'zod'
import { findUnknownIds } from '#lib/domain/accounts/accounts/store.ts'
import { type GeneratedApiKey, newKeyId } from '#lib/domain/keys/api-keys/api-key.ts'
import { generateKeySecret } from '#lib/domain/keys/api-keys/key-credentials.ts'
import { keyEvent } from '#lib/domain/keys/api-keys/key-event.ts'
import { formatLimit } from '#lib/domain/keys/api-keys/limits.ts'
import { findActiveKeyNamed } from '#lib/domain/keys/api-keys/listing-store.ts'
import { requireWithinReach } from '#lib/domain/keys/api-keys/managed-key.ts'
import {
  type PublicKey,
  type PublicKeyFacts,
  readPublicKey,
  toPublicKeyFacts,
} from '#lib/domain/keys/api-keys/public-key.ts'
import { type NewApiKeyInput, newApiKeySchema } from '#lib/domain/keys/api-keys/schema.ts'
import { needsManager } from '#lib/domain/keys/api-keys/scopes.ts'
import { insertFirstSecret, shownTo } from '#lib/domain/keys/api-keys/secrets-store.ts'
import { findActiveOwner, insertApiKey, lockKeysOf } from '#lib/domain/keys/api-keys/store.ts'
import { findUnregisteredOrigins } from '#lib/domain/links/return-addresses/store.ts'
import { recordEvent } from '#lib/foundation/audit/store.ts'
import { type Actor, actorId } from '#lib/foundation/authorization/actor.ts'
import {
  isManager,
  requireKeyManager,
  requireManager,
  requireRecentConfirmation,
} from '#lib/foundation/authorization/permissions.ts'
import type { DbTransaction } from '#lib/foundation/db/database.ts'
import type { Services } from '#lib/foundation/services.ts'
import type { UnitOfWork } from '#lib/foundation/unit-of-work.ts'
import { dayMs } from '#lib/kernel/clock.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import { parseInput } from '#lib/kernel/parse-input.ts'

/** Adds a key whose input was checked. */
export type AddKey<Added> = (trx: DbTransaction) => Promise<Added>

/**
 * Generates a key that acts as its owner. Only the result has the plain secret.
 * @throws Refusal as {@link prepareApiKey} and {@link addApiKey}
 */
export async function generateApiKey(
  services: Services,
  actor: Actor,
  input: NewApiKeyInput,
): Promise<GeneratedApiKey> {
  return services.db.transaction().execute(await prepareGenerated(services, actor, input))
}

/** {@link generateApiKey} for a transaction that does more. */
export async function prepareGenerated(
  services: Services,
  actor: Actor,
  input: NewApiKeyInput,
): Promise<AddKey<GeneratedApiKey>> {
  const prepared = await prepareApiKey(services, actor, input)
  return async (trx) => {
    const key = await addApiKey(trx, actor, prepared)
    return { ...key, secret: await addFirstSecret({ services, trx, actor }, key.id) }
  }
}

type RegisteredInput = NewApiKeyInput & Readonly<{ publicJwk: unknown }>

export type RegisteredApiKey = Omit<GeneratedApiKey, 'secret'> & PublicKeyFacts

/**
 * Generates a key whose client signs assertions with a key of its own: it has no secret (RFC 7523 §2.2).
 * @throws Refusal as {@link generateApiKey}; for `publicJwk`, `private_key` or `malformed`
 */
export async function registerApiKey(
  services: Services,
  actor: Actor,
  input: RegisteredInput,
): Promise<RegisteredApiKey> {
  return services.db.transaction().execute(await prepareRegistered(services, actor, input))
}

/** {@link registerApiKey} for a transaction that does more. */
export async function prepareRegistered(
  services: Services,
  actor: Actor,
  { publicJwk, ...input }: RegisteredInput,
): Promise<AddKey<RegisteredApiKey>> {
  const prepared = await prepareApiKey(services, actor, input)
  const publicKey = await readPublicKey(publicJwk)
  return async (trx) => {
    const key = await addApiKey(trx, actor, prepared)
    await addFirstPublicKey(trx, actor, { keyId: key.id, key: publicKey })
    return { ...key, ...toPublicKeyFacts(publicKey) }
  }
}

async function addFirstSecret({ services: { keys }, trx, actor }: UnitOfWork, keyId: string): Promise<string> {
  const { secret, stored } = generateKeySecret(keys)
  await insertFirstSecret(trx, { keyId, ...stored, createdBy: actorId(actor), shownTo: shownTo(actor) })
  return secret
}

async function addFirstPublicKey(
  trx: DbTransaction,
  actor: Actor,
  { keyId, key }: Readonly<{ keyId: string; key: PublicKey }>,
): Promise<void> {
  await insertFirstSecret(trx, { keyId, ...key, createdBy: actorId(actor), shownTo: 'program' })
}

type PreparedApiKey = z.output<typeof newApiKeySchema>

/**
 * Authorizes and checks the input of a new key.
 * @throws Refusal `forbidden`, `confirmation_required`, or `input_invalid` with each field's problem: `unknown` for
 *   unknown accounts and for origins that are not registered
 */
export async function prepareApiKey(
  { clock, db }: Services,
  actor: Actor,
  input: NewApiKeyInput,
): Promise<PreparedApiKey> {
  requireManager(actor, 'keys:write')
  requireRecentConfirmation(actor, clock.now())
  const prepared = parseInput(newApiKeySchema, input)
  requireKnown('accountIds', await findUnknownIds(db, prepared.accountIds))
  requireKnown('returnAddresses', await findUnregisteredOrigins(db, prepared.returnAddresses))
  return prepared
}

/**
 * Adds a key that has no secret yet. A user needs `allowSameName` for a second active key
 * of one name and owner; an operator's script does not.
 * @throws Refusal `forbidden`, as {@link requireWithinReach} also does, or `input_invalid` with each field's problem:
 *   `unknown` for a missing or deactivated owner, `owner_role` for a scope that needs a manager's key, `same_name`
 */
export async function addApiKey(
  trx: DbTransaction,
  actor: Actor,
  {
    name,
    ownerId,
    expiresInDays,
    rotatable,
    dpop,
    allowSameName = actor.kind === 'operator',
    ...limits
  }: PreparedApiKey,
): Promise<Omit<GeneratedApiKey, 'secret'>> {
  const allowed = {
    scopes: limits.scopes.join(' '),
    accountIds: formatLimit(limits.accountIds),
    networks: formatLimit(limits.networks),
    returnAddresses: formatLimit(limits.returnAddresses),
  }
  const owner = await findActiveOwner(trx, ownerId)
  if (!owner) throw new Refusal('input_invalid', { fields: { ownerId: 'unknown' } })
  requireKeyManager(actor, owner, 'keys:write')
  requireWithinReach(actor, limits)
  if (limits.scopes.some(needsManager) && !isManager(owner.role)) {
    throw new Refusal('input_invalid', { fields: { scopes: 'owner_role' } })
  }
  await lockKeysOf(trx, ownerId)
  const sameName = await findActiveKeyNamed(trx, ownerId, name)
  if (sameName && !allowSameName) {
    throw new Refusal('input_invalid', { fields: { name: 'same_name' }, entries: { name: [owner.name] } })
  }
  const id = newKeyId()
  const { expiresAt } = await insertApiKey(trx, {
    id,
    name,
    ownerId,
    createdBy: actorId(actor),
    ...allowed,
    rotatable,
    dpop,
    lifeMs: expiresInDays === null ? null : expiresInDays * dayMs,
  })
  const facts = { expiresAt, ...allowed, ...(rotatable && { rotatable: 'true' }), ...(dpop && { dpop: 'true' }) }
  await recordEvent(trx, actor, keyEvent('api_key.generated', { id, name, owner }, facts))
  const shown = { id, name, expiresAt, ownerUsername: owner.username, scopes: limits.scopes }
  return { ...shown, sameNameKeyId: sameName?.id }
}

/** @param unknown the entries that there are not @throws Refusal `input_invalid`, `unknown` if there are any */
export function requireKnown(field: 'accountIds' | 'returnAddresses', unknown: readonly string[]): void {
  if (unknown.length === 0) return
  throw new Refusal('input_invalid', { fields: { [field]: 'unknown' }, entries: { [field]: unknown } })
}
