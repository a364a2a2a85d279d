import type { SessionLoss, SessionRecord } from '#lib/account-sessions/account-session.ts'
import { findOpenableAccount } from '#lib/accounts/find-openable-account.ts'
import type { Db } from '#lib/db/database.ts'

/**
 * Whether a session, open or waiting, may be used now: in time, and its user, account and key still allow it. Asked at
 * every request, so that taking any of them away works at once.
 */
export async function judgeSession(
  db: Db,
  { session, state, hasGoodKey }: SessionRecord,
): Promise<SessionLoss | 'good'> {
  if (state !== 'open' && state !== 'pending') return state
  if (!hasGoodKey || !(await findOpenableAccount(db, session.userId, session.accountId))) return 'withdrawn'
  return 'good'
}
