import type { Db } from '#lib/db/database.ts'
import { deleteOldSessions } from '#lib/portal-sessions/store.ts'

/** Deletes at most `limit` sessions that are over for good. @returns how many there were */
export function sweepPortalSessions(db: Db, limit: number): Promise<number> {
  return deleteOldSessions(db, limit)
}
