import { type Expression, type SqlBool, sql } from 'kysely'
import type { CallLimit, LimitMode, Period } from '#lib/domain/keys/api-keys/call-limit.ts'
import type { Excess } from '#lib/foundation/buffers/key-calls.ts'
import { type Db, nowMs } from '#lib/foundation/db/database.ts'
import { deleteOldest } from '#lib/foundation/db/delete-oldest.ts'
import { type Placeholders, prepared } from '#lib/foundation/db/prepared.ts'
import { dayMs, hourMs } from '#lib/kernel/clock.ts'

const retentionMs = 30 * dayMs

/** Whether the key `k` of a statement has no call limit, or this call was counted. @param isCounted 0 or 1 */
export function isCountedCall(isCounted: Expression<number>) {
  return sql<SqlBool>`(k.limit_mode is null or cast(${isCounted} as bigint) = 1)`
}

/** Changes a key's limit; null removes it. @returns false if the key is revoked, or there is none */
export async function writeCallLimit(db: Db, keyId: string, limit: CallLimit | null): Promise<boolean> {
  const row = await db
    .updateTable('api_keys')
    .set({
      limit_mode: limit?.mode ?? null,
      calls_per_minute: limit?.perMinute ?? null,
      calls_per_day: limit?.perDay ?? null,
    })
    .where('id', '=', keyId)
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

type Taking = Readonly<{ keyId: string; period: Period; startsAt: number; calls: number; limit: number }>

/**
 * Takes calls of a limit for this process, unless all are taken. One statement decides between processes. A process
 * whose clock is behind takes them of the period that others have begun.
 * @returns how many it took, at most `calls`, of which period, and how many are taken in total
 */
export async function takeCalls(
  db: Db,
  taking: Taking,
): Promise<Readonly<{ startsAt: number; calls: number; total: number }> | undefined> {
  const [row] = await callsUpsert(db, taking)
  if (!row) return undefined
  const before = row.calls - taking.calls
  return { startsAt: row.starts_at, calls: Math.min(taking.calls, taking.limit - before), total: row.calls }
}

const callsUpsert = prepared((db, { keyId, period, startsAt, calls, limit }: Placeholders<Taking>) => {
  const isNew = sql<SqlBool>`excluded.starts_at > key_calls.starts_at`
  return db
    .insertInto('key_calls')
    .values({ key_id: keyId, period, starts_at: startsAt, calls })
    .onConflict((conflict) =>
      conflict
        .columns(['key_id', 'period'])
        .doUpdateSet({
          starts_at: sql<number>`case when ${isNew} then excluded.starts_at else key_calls.starts_at end`,
          calls: sql<number>`case when ${isNew} then excluded.calls else key_calls.calls + excluded.calls end`,
        })
        .where(sql<SqlBool>`(${isNew} or key_calls.calls < cast(${limit} as bigint))`),
    )
    .returning(['starts_at', 'calls'])
})

/** Adds calls beyond their limits to this hour, by the database's clock. */
export async function addExcess(db: Db, excess: readonly Excess[]): Promise<void> {
  await db
    .insertInto('key_excess_hours')
    .values(
      excess.map(({ keyId, mode, calls }) => ({
        key_id: keyId,
        mode,
        calls,
        hour: sql<number>`${nowMs} - ${nowMs} % ${sql.lit(hourMs)}`,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['key_id', 'hour', 'mode'])
        .doUpdateSet((eb) => ({ calls: eb('key_excess_hours.calls', '+', eb.ref('excluded.calls')) })),
    )
    .execute()
}

/** A key's calls beyond its limits in the last 24 hours, exact to the hour. */
export async function sumExcess(db: Db, keyId: string): Promise<Readonly<Record<LimitMode, number>>> {
  const rows = await db
    .selectFrom('key_excess_hours')
    .select(({ fn }) => ['mode', fn.sum<number>('calls').as('calls')])
    .where('key_id', '=', keyId)
    .where('hour', '>', sql<number>`${nowMs} - ${sql.lit(dayMs)}`)
    .groupBy('mode')
    .execute()
  const of = (mode: LimitMode) => Number(rows.find((row) => row.mode === mode)?.calls ?? 0)
  return { observe: of('observe'), enforce: of('enforce') }
}

/** Deletes counts of over 30 days ago. @returns how many */
export function deleteOldExcess(db: Db, limit: number): Promise<number> {
  return deleteOldest(db, 'key_excess_hours', { instant: sql`hour`, retentionMs, limit })
}
