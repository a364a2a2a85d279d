import type { ApiKey } from '#lib/api-keys/api-key.ts'
import { listKeys } from '#lib/api-keys/listing-store.ts'
import type { Services } from '#lib/services.ts'
import type { Actor } from '#lib/users/actor.ts'
import { mayManageKey, requireManager } from '#lib/users/roles.ts'

/**
 * The keys that this actor may manage, the newest first.
 * @throws Refusal `forbidden`
 */
export async function listApiKeys(services: Services, actor: Actor): Promise<ApiKey[]> {
  requireManager(actor)
  const keys = await listKeys(services.db)
  return keys.filter((key) => mayManageKey(actor, key.owner))
}
