import { endLaunchedSessions } from '#lib/account-sessions/end-launched-sessions.ts'
import type { Db } from '#lib/db/database.ts'
import { endSessionRows } from '#lib/portal-sessions/store.ts'

/**
 * Signs a user out everywhere but in the session to keep, and ends the accounts that were opened from there. For
 * other nouns' use cases, inside their transactions.
 * @returns how many sessions ended
 */
export async function endUserSessions(db: Db, userId: string, keptId?: string): Promise<number> {
  const ended = await endSessionRows(db, userId, keptId)
  // Sorted: of two that do this at once, neither waits for a browser that the other one holds.
  for (const browserHash of ended.map((session) => session.browserHash).toSorted()) {
    await endLaunchedSessions(db, browserHash)
  }
  return ended.length
}
