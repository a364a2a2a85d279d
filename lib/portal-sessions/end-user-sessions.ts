import { endLaunchedSessions, endSessionsOfUser, lockBrowser } from '#lib/account-sessions/store.ts'
import type { PortalUser } from '#lib/actor.ts'
import type { Db } from '#lib/db/database.ts'
import { forgetBrowsers } from '#lib/portal-sessions/known-browsers-store.ts'
import { endSessionRows } from '#lib/portal-sessions/store.ts'

/**
 * Ends a user's sessions, except the one to keep, and the accounts opened from them. Forgets their browsers. Runs inside
 * the caller's transaction.
 * @returns how many sessions ended
 */
export async function endUserSessions(
  db: Db,
  userId: string,
  kept?: Pick<PortalUser, 'sessionId' | 'browserHash'>,
): Promise<number> {
  const browsers = await endSessionsAndForget(db, userId, kept)
  for (const browserHash of browsers) await endLaunchedSessions(db, browserHash)
  return browsers.length
}

/**
 * Ends all sessions of a user who is being deactivated and every account open in their name. Forgets their browsers. Runs
 * inside the caller's transaction.
 */
export async function endAllSessions(db: Db, userId: string): Promise<void> {
  const browsers = await endSessionsAndForget(db, userId)
  // A concurrent opening in one of these browsers waits here, or is waited for, before either changes a row.
  for (const browserHash of browsers) await lockBrowser(db, browserHash)
  // Before the launched sessions: ending these first would give the wrong reason for some of them.
  await endSessionsOfUser(db, userId, 'user_deactivated')
  for (const browserHash of browsers) await endLaunchedSessions(db, browserHash)
}

/** @returns the browser of each ended session, sorted: two concurrent calls lock browsers in the same order */
async function endSessionsAndForget(
  db: Db,
  userId: string,
  kept?: Pick<PortalUser, 'sessionId' | 'browserHash'>,
): Promise<readonly string[]> {
  const ended = await endSessionRows(db, userId, kept?.sessionId)
  await forgetBrowsers(db, userId, kept?.browserHash)
  return ended.map((session) => session.browserHash).toSorted()
}
