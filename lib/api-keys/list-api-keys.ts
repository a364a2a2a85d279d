import type { Actor } from '#lib/actor.ts'
import type { ApiKey } from '#lib/api-keys/api-key.ts'
import { listKeys } from '#lib/api-keys/listing-store.ts'
import { mayManageKey, requireManager } from '#lib/permissions.ts'
import type { Services } from '#lib/services.ts'

/**
 * The keys that this actor may manage, the newest first.
 * @throws Refusal `forbidden`
 */
export async function listApiKeys(services: Services, actor: Actor): Promise<ApiKey[]> {
  requireManager(actor)
  const keys = await listKeys(services.db)
  return keys.filter((key) => mayManageKey(actor, key.owner))
}
