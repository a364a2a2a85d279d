import type { Db } from '#lib/db/database.ts'
import { deleteOldFailures } from '#lib/portal-sessions/failures-store.ts'

/** Deletes at most `limit` counts of failed sign-ins whose time is over. @returns how many there were */
export function sweepFailures(db: Db, limit: number): Promise<number> {
  return deleteOldFailures(db, limit)
}
