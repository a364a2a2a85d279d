import { deleteOldSessions } from '#lib/account-sessions/store.ts'
import type { Db } from '#lib/db/database.ts'

/** Deletes at most `limit` sessions of whose end nobody needs to be told any more. @returns how many there were */
export function sweepAccountSessions(db: Db, limit: number): Promise<number> {
  return deleteOldSessions(db, limit)
}
