import { deleteOldEvents } from '#lib/audit/store.ts'
import { dayMs } from '#lib/clock.ts'
import type { Db } from '#lib/db/database.ts'

/**
 * Deletes at most `limit` events that are older than the operator wants them kept (`AUDIT_RETENTION_DAYS`).
 * @returns how many there were
 */
export function sweepEvents(
  db: Db,
  { retentionDays, limit }: Readonly<{ retentionDays: number; limit: number }>,
): Promise<number> {
  return deleteOldEvents(db, { keptMs: retentionDays * dayMs, limit })
}
