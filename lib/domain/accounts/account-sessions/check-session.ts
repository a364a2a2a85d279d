import type { SessionLoss, SessionRecord } from '#lib/domain/accounts/account-sessions/account-session.ts'
import { listOpenableSessionIds } from '#lib/domain/accounts/account-sessions/lookup-store.ts'
import { findOpenable } from '#lib/domain/accounts/accounts/account-permissions-store.ts'
import type { Db } from '#lib/foundation/db/database.ts'

/**
 * Whether an open or pending session may be used now: it has not expired, and its user, account, key and refresh token
 * family still allow it. Checked at every request: a revocation takes effect at once.
 */
export async function checkSession(db: Db, record: SessionRecord): Promise<SessionLoss | 'good'> {
  const { userId, accountId } = record.session
  const verdict = verdictOn(record, true)
  return verdict === 'good' ? verdictOn(record, (await findOpenable(db, userId, accountId)) !== undefined) : verdict
}

/** The IDs of the sessions that {@link checkSession} calls withdrawn, in one query. */
export async function findWithdrawn(db: Db, records: readonly SessionRecord[]): Promise<ReadonlySet<string>> {
  const ids = records.map(({ session }) => session.id)
  const openable = new Set(await listOpenableSessionIds(db, ids))
  const withdrawn = records.filter((record) => verdictOn(record, openable.has(record.session.id)) === 'withdrawn')
  return new Set(withdrawn.map(({ session }) => session.id))
}

/** @param isOpenable whether its user may open its account now */
function verdictOn({ state, hasGoodCredential }: SessionRecord, isOpenable: boolean): SessionLoss | 'good' {
  if (state !== 'open' && state !== 'pending') return state
  return hasGoodCredential && isOpenable ? 'good' : 'withdrawn'
}
