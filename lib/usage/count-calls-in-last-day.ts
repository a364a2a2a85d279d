import type { Actor } from '#lib/actor.ts'
import type { ApiKey } from '#lib/api-keys/api-key.ts'
import { mayManageKey, requireManager } from '#lib/permissions.ts'
import type { Services } from '#lib/services.ts'
import { firstBucket } from '#lib/usage/key-usage.ts'
import { countCallsByKey } from '#lib/usage/key-usage-store.ts'
import { writeUsage } from '#lib/usage/write-usage.ts'

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
