import type { Actor } from '#lib/actor.ts'
import type { ApiKey } from '#lib/api-keys/api-key.ts'
import { dayMs } from '#lib/clock.ts'
import { mayManageKey, requireManager } from '#lib/permissions.ts'
import type { Services } from '#lib/services.ts'
import { bucketsOf, firstBucket } from '#lib/usage/key-usage.ts'
import { listDailyCalls } from '#lib/usage/key-usage-store.ts'
import { writeUsage } from '#lib/usage/write-usage.ts'

/**
 * The calls of each key on the last 30 days, the earliest first. Keys without a call, and keys that the actor may not
 * manage, are left out.
 * @throws Refusal `forbidden`
 */
export async function readDailyCalls(
  services: Services,
  actor: Actor,
  keys: readonly Pick<ApiKey, 'id' | 'owner'>[],
): Promise<ReadonlyMap<string, readonly number[]>> {
  requireManager(actor)
  await writeUsage(services)
  const { db, clock } = services
  const ids = keys.filter(({ owner }) => mayManageKey(actor, owner)).map(({ id }) => id)
  const calls = new Map<string, number[]>()
  if (ids.length === 0) return calls
  const first = firstBucket('month', clock.now())
  for (const { keyId, since, count } of await listDailyCalls(db, ids, first)) {
    const days = calls.get(keyId) ?? new Array<number>(bucketsOf.month.count).fill(0)
    days[(since - first) / dayMs] = Number(count)
    calls.set(keyId, days)
  }
  return calls
}
