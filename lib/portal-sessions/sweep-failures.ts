import type { Db } from '#lib/db/database.ts'
import { deleteOldFailures } from '#lib/portal-sessions/failures-store.ts'
import { deleteOldBrowsers } from '#lib/portal-sessions/known-browsers-store.ts'

/** Deletes at most `limit` counts of failed sign-ins whose time is over. @returns how many there were */
export function sweepFailures(db: Db, limit: number): Promise<number> {
  return deleteOldFailures(db, limit)
}

/** Deletes at most `limit` browsers that were not signed in with for 90 days. @returns how many there were */
export function sweepKnownBrowsers(db: Db, limit: number): Promise<number> {
  return deleteOldBrowsers(db, limit)
}
