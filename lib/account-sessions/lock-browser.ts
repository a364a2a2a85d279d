import type { Db } from '#lib/db/database.ts'
import { takeLock } from '#lib/db/lock.ts'

/** What is before the browser's hash in the name of its lock. */
export const browserLockPrefix = 'browser '

/**
 * What is opened, confirmed or signed out in one browser at the same moment goes one after the other, on whatever
 * instances: each finds open what the one before has left open. Before any session of the browser is read.
 */
export function lockBrowser(db: Db, browserHash: string): Promise<void> {
  return takeLock(db, browserLockPrefix + browserHash)
}
