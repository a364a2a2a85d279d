import type { Actor } from '#lib/actor.ts'
import type { ApiKey } from '#lib/api-keys/api-key.ts'
import { findKey } from '#lib/api-keys/listing-store.ts'
import type { Db } from '#lib/db/database.ts'
import { Refusal } from '#lib/errors.ts'
import { requireKeyManager } from '#lib/permissions.ts'

/** @throws Refusal `not_found`, `forbidden` unless the actor may manage the key */
export async function getManagedKey(db: Db, actor: Actor, keyId: string): Promise<ApiKey> {
  const key = await findKey(db, keyId)
  if (!key) throw new Refusal('not_found')
  requireKeyManager(actor, key.owner)
  return key
}
