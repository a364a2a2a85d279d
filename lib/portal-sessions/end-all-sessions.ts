import { endLaunchedSessions } from '#lib/account-sessions/end-launched-sessions.ts'
import { endSessionsOfUser } from '#lib/account-sessions/end-sessions-of-user.ts'
import { lockBrowser } from '#lib/account-sessions/lock-browser.ts'
import type { Db } from '#lib/db/database.ts'
import { forgetBrowsers } from '#lib/portal-sessions/known-browsers-store.ts'
import { endSessionRows } from '#lib/portal-sessions/store.ts'

/**
 * Signs out a user who is being deactivated everywhere, ends every account that is open in their name, and forgets their
 * browsers, inside that transaction.
 */
export async function endAllSessions(db: Db, userId: string): Promise<void> {
  const ended = await endSessionRows(db, userId)
  await forgetBrowsers(db, userId)
  const browsers = ended.map((session) => session.browserHash).toSorted()
  // Whoever opens an account in one of them now waits, or is waited for, before either has changed anything there.
  for (const browserHash of browsers) await lockBrowser(db, browserHash)
  // Before the sign-out, which would end some of them as if the person had left.
  await endSessionsOfUser(db, userId)
  for (const browserHash of browsers) await endLaunchedSessions(db, browserHash)
}
