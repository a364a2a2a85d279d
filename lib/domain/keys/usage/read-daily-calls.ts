import type { ApiKey } from '#lib/domain/keys/api-keys/api-key.ts'
import { bucketsOf, firstBucket } from '#lib/domain/keys/usage/key-usage.ts'
import { listDailyCalls } from '#lib/domain/keys/usage/key-usage-store.ts'
import { writeUsage } from '#lib/domain/keys/usage/write-usage.ts'
import type { Actor } from '#lib/foundation/authorization/actor.ts'
import { mayManageKey, requireManager } from '#lib/foundation/authorization/permissions.ts'
import type { Services } from '#lib/foundation/services.ts'
import { dayMs } from '#lib/kernel/clock.ts'

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
