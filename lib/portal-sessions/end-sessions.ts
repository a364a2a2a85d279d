import { endLaunchedSessions, endSessionsOfUser, lockBrowser } from '#lib/account-sessions/store.ts'
import type { PortalUser } from '#lib/actor.ts'
import { recordEvent } from '#lib/audit/store.ts'
import type { Db, DbTransaction } from '#lib/db/database.ts'
import { Refusal } from '#lib/errors.ts'
import { forgetBrowsers } from '#lib/portal-sessions/known-browsers-store.ts'
import { endSessionRow, endSessionRows } from '#lib/portal-sessions/store.ts'
import type { Services } from '#lib/services.ts'
import { userEvent } from '#lib/users/user.ts'

/** Ends the current session and every account that this browser opened from the portal. Repeating it has no effect. */
export async function signOut({ db }: Services, user: PortalUser): Promise<void> {
  await db.transaction().execute((trx) => endOne(trx, user, { sessionId: user.sessionId, reason: 'signed_out' }))
}

/** Ends one of the user's own sessions and its accounts. @throws Refusal `not_found` for an ended or foreign one */
export async function endOwnSession({ db }: Services, user: PortalUser, sessionId: string): Promise<void> {
  const hasEnded = await db.transaction().execute((trx) => endOne(trx, user, { sessionId, reason: 'ended_elsewhere' }))
  if (!hasEnded) throw new Refusal('not_found')
}

/** Ends every session of the user but the current one. @returns how many ended */
export async function endOtherSessions({ db }: Services, user: PortalUser): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const sessions = await endUserSessions(trx, user.userId, user)
    const details = { reason: 'ended_elsewhere', sessions }
    if (sessions > 0) await recordEvent(trx, user, ownEvent(user, details))
    return sessions
  })
}

async function endOne(
  trx: DbTransaction,
  user: PortalUser,
  { sessionId, reason }: Readonly<{ sessionId: string; reason: 'signed_out' | 'ended_elsewhere' }>,
): Promise<boolean> {
  const ended = await endSessionRow(trx, user.userId, sessionId)
  if (!ended) return false
  await endLaunchedSessions(trx, ended.browserHash)
  await recordEvent(trx, user, ownEvent(user, { reason }))
  return true
}

function ownEvent({ userId, name }: PortalUser, details: Readonly<Record<string, string | number>>) {
  return userEvent('portal_session.ended', { id: userId, name }, details)
}

/** Ends a user's sessions but the kept one, and their accounts. Forgets their browsers. @returns how many ended */
export async function endUserSessions(
  db: Db,
  userId: string,
  kept?: Pick<PortalUser, 'sessionId' | 'browserHash'>,
): Promise<number> {
  const browsers = await endSessionsAndForget(db, userId, kept)
  for (const browserHash of browsers) await endLaunchedSessions(db, browserHash)
  return browsers.length
}

/** Ends all sessions of a deactivated user and every account open in their name. Forgets their browsers. */
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
