import type { Expression } from 'kysely'
import type { Account } from '#lib/accounts/account.ts'
import { toAccount } from '#lib/accounts/store.ts'
import { type AccountSource, everyAccount } from '#lib/db/account-search.ts'
import type { Db } from '#lib/db/database.ts'
import { type Placeholders, prepared } from '#lib/db/prepared.ts'
import { isManager } from '#lib/permissions.ts'
import { roles } from '#lib/roles.ts'

export const managerRoles = roles.filter(isManager)

/**
 * The account, if this user may open it now: the user is active, the account is not suspended, and the user's role or
 * account access allows it. The caller gives one uniform refusal (protocol, section 8).
 */
export async function findOpenable(db: Db, userId: string, accountId: string): Promise<Account | undefined> {
  const [row] = await openableQuery(db, { userId, accountId })
  return row && toAccount(row)
}

const openableQuery = prepared((db, { userId, accountId }: Placeholders<{ userId: string; accountId: string }>) =>
  openableAccounts(db, userId, everyAccount).selectAll('a').where('a.id', '=', accountId),
)

/** The account's ID under the condition of {@link findOpenable}, for a statement that decides more at the same instant. */
export function selectOpenableId(db: Db, userId: Expression<string>, accountId: Expression<string>) {
  return openableAccounts(db, userId, everyAccount).select('a.id').where('a.id', '=', accountId)
}

/** The accounts that a user may open (protocol, section 1): managers all, other users all or the listed ones. */
export function openableAccounts(db: Db, userId: string | Expression<string>, source: AccountSource) {
  return db
    .selectFrom(source)
    .innerJoin('users as u', (join) => join.on('u.id', '=', userId))
    .where('u.deactivated_at', 'is', null)
    .where('a.suspended_at', 'is', null)
    .where(({ or, eb, selectFrom }) => {
      // Not `exists`: PostgreSQL may plan that as a scan of every user's list.
      const listed = selectFrom('user_accounts as l')
        .select('l.user_id')
        .whereRef('l.user_id', '=', 'u.id')
        .whereRef('l.account_id', '=', 'a.id')
      return or([eb('u.role', 'in', managerRoles), eb('u.account_scope', '=', 'all'), eb(listed, 'is not', null)])
    })
}
