import { endLaunchedSessions, endSessionsOfUser, lockBrowser } from '#lib/domain/accounts/account-sessions/store.ts'
import { userEvent } from '#lib/domain/people/users/user.ts'
import { forgetBrowsers } from '#lib/domain/sign-in/portal-sessions/known-browsers-store.ts'
import { deletePending, deletePendingOfIdentities } from '#lib/domain/sign-in/portal-sessions/pending-sign-ins-store.ts'
import { endSessionRow, endSessionRows, endSessionRowsOfIdentities } from '#lib/domain/sign-in/portal-sessions/store.ts'
import { recordEvent } from '#lib/foundation/audit/store.ts'
import type { PortalUser } from '#lib/foundation/authorization/actor.ts'
import { requireRecentConfirmation } from '#lib/foundation/authorization/permissions.ts'
import type { Db } from '#lib/foundation/db/database.ts'
import type { Services } from '#lib/foundation/services.ts'
import type { UnitOfWork } from '#lib/foundation/unit-of-work.ts'
import { Refusal } from '#lib/kernel/errors.ts'

/** Ends the current session and every account that this browser opened from the portal. Repeating it has no effect. */
export async function signOut(services: Services, user: PortalUser): Promise<void> {
  const { sessionId } = user
  await services.db
    .transaction()
    .execute((trx) => endOne({ services, trx, actor: user }, { sessionId, reason: 'signed_out' }))
}

/**
 * Ends one of the user's own sessions and its accounts.
 * @throws Refusal `confirmation_required`; `not_found` for an ended or foreign one
 */
export async function endOwnSession(services: Services, user: PortalUser, sessionId: string): Promise<void> {
  requireRecentConfirmation(user, services.clock.now())
  const ending = { sessionId, reason: 'ended_elsewhere' } as const
  const hasEnded = await services.db.transaction().execute((trx) => endOne({ services, trx, actor: user }, ending))
  if (!hasEnded) throw new Refusal('not_found')
}

/**
 * Ends every session of the user but the current one.
 * @returns how many ended
 * @throws Refusal `confirmation_required`
 */
export async function endOtherSessions(services: Services, user: PortalUser): Promise<number> {
  requireRecentConfirmation(user, services.clock.now())
  return services.db.transaction().execute(async (trx) => {
    const sessions = await endUserSessions(services, trx, { userId: user.userId, kept: user })
    const details = { reason: 'ended_elsewhere', sessions }
    if (sessions > 0) await recordEvent(trx, user, ownEvent(user, details))
    return sessions
  })
}

async function endOne(
  { services: { env }, trx, actor: user }: UnitOfWork<PortalUser>,
  { sessionId, reason }: Readonly<{ sessionId: string; reason: 'signed_out' | 'ended_elsewhere' }>,
): Promise<boolean> {
  const ended = await endSessionRow(trx, env.portalLifetimes, { userId: user.userId, id: sessionId })
  if (!ended) return false
  await endLaunchedSessions(trx, ended.browserHash)
  await recordEvent(trx, user, ownEvent(user, { reason }))
  return true
}

function ownEvent({ userId, name }: PortalUser, details: Readonly<Record<string, string | number>>) {
  return userEvent('portal_session.ended', { id: userId, name }, details)
}

/**
 * Ends a user's sessions but the kept one, their accounts, and sign-ins whose second step is missing. Forgets their
 * browsers.
 * @returns how many sessions ended
 */
export async function endUserSessions(
  services: Services,
  db: Db,
  { userId, kept }: Readonly<{ userId: string; kept?: Pick<PortalUser, 'sessionId' | 'browserHash'> | undefined }>,
): Promise<number> {
  const browsers = await endSessionsAndForget(services, db, { userId, kept })
  for (const browserHash of browsers) await endLaunchedSessions(db, browserHash)
  return browsers.length
}

/**
 * Ends the sessions that came from these identities at a provider, their accounts, and sign-ins whose second step is
 * missing: all, or those of one session there.
 * @returns how many sessions ended, by user
 */
export async function endFederatedSessions(
  { env }: Services,
  db: Db,
  { identityIds, sidHash }: Readonly<{ identityIds: readonly string[]; sidHash?: string | undefined }>,
): Promise<ReadonlyMap<string, number>> {
  await deletePendingOfIdentities(db, identityIds, sidHash)
  const ended = await endSessionRowsOfIdentities(db, env.portalLifetimes, { identityIds, sidHash })
  for (const browserHash of ended.map((session) => session.browserHash).toSorted()) {
    await endLaunchedSessions(db, browserHash)
  }
  const byUser = new Map<string, number>()
  for (const { userId } of ended) byUser.set(userId, (byUser.get(userId) ?? 0) + 1)
  return byUser
}

/** As {@link endUserSessions}, for a deactivated user: also ends every account open in their name. */
export async function endAllSessions(services: Services, db: Db, userId: string): Promise<void> {
  const browsers = await endSessionsAndForget(services, db, { userId })
  // A concurrent opening in one of these browsers waits here, or is waited for, before either changes a row.
  for (const browserHash of browsers) await lockBrowser(db, browserHash)
  // Before the launched sessions: ending these first would give the wrong reason for some of them.
  await endSessionsOfUser(db, userId, 'user_deactivated')
  for (const browserHash of browsers) await endLaunchedSessions(db, browserHash)
}

/** @returns the browser of each ended session, sorted: two concurrent calls lock browsers in the same order */
async function endSessionsAndForget(
  { env }: Services,
  db: Db,
  { userId, kept }: Readonly<{ userId: string; kept?: Pick<PortalUser, 'sessionId' | 'browserHash'> | undefined }>,
): Promise<readonly string[]> {
  // Before the sessions, as a second step does: in the reverse order, the two could deadlock.
  await deletePending(db, userId)
  const ended = await endSessionRows(db, env.portalLifetimes, { userId, keptId: kept?.sessionId })
  await forgetBrowsers(db, userId, kept?.browserHash)
  return ended.map((session) => session.browserHash).toSorted()
}
