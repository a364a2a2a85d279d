import type { SessionLoss, SessionRecord } from '#lib/account-sessions/account-session.ts'
import { findOpenable } from '#lib/accounts/account-permissions-store.ts'
import type { Db } from '#lib/db/database.ts'

/**
 * Whether an open or pending session may be used now: it has not expired, and its user, account, key and refresh token
 * family still allow it. Checked at every request: a revocation takes effect at once.
 */
export async function checkSession(
  db: Db,
  { session, state, hasGoodCredential }: SessionRecord,
): Promise<SessionLoss | 'good'> {
  if (state !== 'open' && state !== 'pending') return state
  if (!hasGoodCredential || !(await findOpenable(db, session.userId, session.accountId))) return 'withdrawn'
  return 'good'
}
