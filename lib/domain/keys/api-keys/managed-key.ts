import type { ApiKey } from '#lib/domain/keys/api-keys/api-key.ts'
import { findKey } from '#lib/domain/keys/api-keys/listing-store.ts'
import { needsManager } from '#lib/domain/keys/api-keys/scopes.ts'
import type { Actor } from '#lib/foundation/authorization/actor.ts'
import type { ManagementScope } from '#lib/foundation/authorization/management-scopes.ts'
import { mayManageKey, requireKeyManager } from '#lib/foundation/authorization/permissions.ts'
import type { Db } from '#lib/foundation/db/database.ts'
import { Refusal } from '#lib/kernel/errors.ts'

/**
 * @throws Refusal `not_found`; `forbidden` unless the actor may manage the key, a client program with this scope. To a
 *   client program, a key that it may not manage is not found: it can't learn which keys exist
 */
export async function getManagedKey(
  db: Db,
  actor: Actor,
  { id: keyId, scope }: Readonly<{ id: string; scope?: ManagementScope | undefined }>,
): Promise<ApiKey> {
  const key = await findKey(db, keyId)
  if (!key) throw new Refusal('not_found')
  if (actor.kind === 'program' && !mayManageKey(actor, key.owner, scope)) throw new Refusal('not_found')
  requireKeyManager(actor, key.owner, scope)
  return key
}

/**
 * Keys that do more than sign users in and introspect tokens are granted by a person, who confirms. A client program
 * can't: otherwise it could give itself every scope, or prolong its own life.
 * @throws Refusal `forbidden` for a client program and a key with such a scope
 */
export function requireWithinReach(actor: Actor, { scopes }: Pick<ApiKey, 'scopes'>): void {
  if (actor.kind !== 'program' || !scopes.some(needsManager)) return
  throw new Refusal('forbidden', {
    description: 'A program can only generate, rotate and change keys whose scopes are within sso and introspect.',
  })
}
