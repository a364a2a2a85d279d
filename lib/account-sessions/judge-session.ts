import type { SessionLoss, SessionRecord } from '#lib/account-sessions/account-session.ts'
import { findOpenable } from '#lib/accounts/openable-accounts-store.ts'
import type { Db } from '#lib/db/database.ts'

/**
 * Whether a session, open or waiting, may be used now: in time, and its user, account, key and refresh family still
 * allow it. Checked at every request, so that revoking any of them works at once.
 */
export async function judgeSession(
  db: Db,
  { session, state, hasGoodCredential }: SessionRecord,
): Promise<SessionLoss | 'good'> {
  if (state !== 'open' && state !== 'pending') return state
  if (!hasGoodCredential || !(await findOpenable(db, session.userId, session.accountId))) return 'withdrawn'
  return 'good'
}
