import { sql } from 'kysely'
import { type Db, nowMs } from '#lib/foundation/db/database.ts'
import { deleteOldest } from '#lib/foundation/db/delete-oldest.ts'
import { dayMs, hourMs } from '#lib/kernel/clock.ts'

/** Two periods of 30 days, to compare them. */
export const usageRetentionMs = 61 * dayMs

/** Adds to the counts of this hour, by the database's clock. */
export async function addUsage(db: Db, counts: readonly (readonly [string, number])[]): Promise<void> {
  await db
    .insertInto('usage_hours')
    .values(
      counts.map(([name, count]) => ({ hour: sql<number>`${nowMs} - ${nowMs} % ${sql.lit(hourMs)}`, name, count })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['hour', 'name'])
        .doUpdateSet((eb) => ({ count: eb('usage_hours.count', '+', eb.ref('excluded.count')) })),
    )
    .execute()
}

/** The counts of every hour since an instant, the earliest first. */
export function listUsage(db: Db, since: number) {
  return db.selectFrom('usage_hours').selectAll().where('hour', '>=', since).orderBy('hour').execute()
}

/** Deletes counts older than {@link usageRetentionMs}. @returns how many */
export function deleteOldUsage(db: Db, limit: number): Promise<number> {
  return deleteOldest(db, 'usage_hours', { instant: sql`hour`, retentionMs: usageRetentionMs, limit })
}
