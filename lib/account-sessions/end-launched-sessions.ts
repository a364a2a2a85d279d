import { lockBrowser } from '#lib/account-sessions/lock-browser.ts'
import { endSessionsOfLaunches } from '#lib/account-sessions/store.ts'
import type { Db } from '#lib/db/database.ts'

/**
 * Ends every account session that was launched from the portal in this browser: they leave with its portal session.
 * Those that a program opened stay. For use inside the transaction of the sign-out.
 * @returns how many there were
 */
export async function endLaunchedSessions(db: Db, browserHash: string): Promise<number> {
  await lockBrowser(db, browserHash)
  return endSessionsOfLaunches(db, browserHash)
}
