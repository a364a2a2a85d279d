import type { Account } from '#lib/accounts/account.ts'
import { findOpenable } from '#lib/accounts/launcher-store.ts'
import type { Db } from '#lib/db/database.ts'

/**
 * The account, if this user may open it now: the user is active, the account exists and is not suspended, and the
 * user's role or list allows it. Why not is told to nobody (section 8 of the protocol: one answer).
 * May be called inside a transaction.
 */
export function findOpenableAccount(db: Db, userId: string, accountId: string): Promise<Account | undefined> {
  return findOpenable(db, userId, accountId)
}
