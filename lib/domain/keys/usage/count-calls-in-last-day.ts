import type { ApiKey } from '#lib/domain/keys/api-keys/api-key.ts'
import { firstBucket } from '#lib/domain/keys/usage/key-usage.ts'
import { countCallsByKey } from '#lib/domain/keys/usage/key-usage-store.ts'
import { writeUsage } from '#lib/domain/keys/usage/write-usage.ts'
import type { Actor } from '#lib/foundation/authorization/actor.ts'
import { mayManageKey, requireManager } from '#lib/foundation/authorization/permissions.ts'
import type { Services } from '#lib/foundation/services.ts'

/**
 * The calls of each key in this hour and the 23 before, as its page counts them. Keys without a call, and keys that the
 * actor may not manage, are left out.
 * @throws Refusal `forbidden`
 */
export async function countCallsInLastDay(
  services: Services,
  actor: Actor,
  keys: readonly Pick<ApiKey, 'id' | 'owner'>[],
): Promise<ReadonlyMap<string, number>> {
  requireManager(actor, 'keys:read')
  const ids = keys.filter(({ owner }) => mayManageKey(actor, owner, 'keys:read')).map(({ id }) => id)
  if (ids.length === 0) return new Map()
  await writeUsage(services)
  return countCallsByKey(services.db, ids, firstBucket('day', services.clock.now()))
}
