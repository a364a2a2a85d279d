import { journalLock } from '#lib/domain/events/journal/seal-events.ts'
import { deleteOldPrefix } from '#lib/domain/events/journal/store.ts'
import type { Database } from '#lib/foundation/db/database.ts'
import { takeLock } from '#lib/foundation/db/lock.ts'

/**
 * Deletes sealed events that are at least `retentionMs` old, from the start of the journal. An event that isn't sealed
 * yet waits.
 * @returns how many; fewer than `limit` once all are deleted
 */
export function deleteOldEvents(db: Database, retentionMs: number, limit: number): Promise<number> {
  return db.transaction().execute(async (trx) => {
    await takeLock(trx, journalLock)
    return deleteOldPrefix(trx, retentionMs, limit)
  })
}
