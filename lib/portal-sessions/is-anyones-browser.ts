import type { Db } from '#lib/db/database.ts'
import { isAnyonesBrowser as isKnown } from '#lib/portal-sessions/known-browsers-store.ts'

/** Whether anyone signed in with this browser before. */
export function isAnyonesBrowser(db: Db, browserHash: string): Promise<boolean> {
  return isKnown(db, browserHash)
}
