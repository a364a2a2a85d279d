import type { Actor } from '#lib/actor.ts'
import type { ApiKey } from '#lib/api-keys/api-key.ts'
import { findKey } from '#lib/api-keys/listing-store.ts'
import { mayManageKey, requireManager } from '#lib/permissions.ts'
import type { Services } from '#lib/services.ts'

/**
 * One key, or `undefined` if there is none with this id that the actor may manage.
 * @throws Refusal `forbidden` unless the actor is a manager
 */
export async function findApiKey({ db }: Services, actor: Actor, keyId: string): Promise<ApiKey | undefined> {
  requireManager(actor)
  const key = await findKey(db, keyId)
  return key && mayManageKey(actor, key.owner) ? key : undefined
}
