import { endLaunchedSessions } from '#lib/account-sessions/end-launched-sessions.ts'
import type { PortalUser } from '#lib/actor.ts'
import type { Db } from '#lib/db/database.ts'
import { forgetBrowsers } from '#lib/portal-sessions/known-browsers-store.ts'
import { endSessionRows } from '#lib/portal-sessions/store.ts'

/**
 * Signs a user out everywhere except in the session to keep, ends the accounts that were opened from there, and treats
 * those browsers as new at the next sign-in. For other nouns' use cases, inside their transactions.
 * @returns how many sessions ended
 */
export async function endUserSessions(
  db: Db,
  userId: string,
  kept?: Pick<PortalUser, 'sessionId' | 'browserHash'>,
): Promise<number> {
  const ended = await endSessionRows(db, userId, kept?.sessionId)
  await forgetBrowsers(db, userId, kept?.browserHash)
  // Sorted: of two that do this at once, neither waits for a browser that the other one holds.
  for (const browserHash of ended.map((session) => session.browserHash).toSorted()) {
    await endLaunchedSessions(db, browserHash)
  }
  return ended.length
}
