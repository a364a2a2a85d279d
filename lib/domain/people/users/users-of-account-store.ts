import { managerRoles } from '#lib/domain/accounts/accounts/account-permissions-store.ts'
import { userColumns } from '#lib/domain/people/users/store.ts'
import type { User } from '#lib/domain/people/users/user.ts'
import type { Db } from '#lib/foundation/db/database.ts'

/** The active users who have this account on their list, by name. Managers and users of all accounts need no list. */
export async function listUsersWithAccount(db: Db, accountId: string, limit: number): Promise<readonly User[]> {
  return activeUsers(db)
    .where('id', 'in', (query) =>
      query.selectFrom('user_accounts as l').select('l.user_id').where('l.account_id', '=', accountId),
    )
    .where('role', 'not in', managerRoles)
    .where('account_scope', '=', 'list')
    .limit(limit)
    .execute()
}

/** The active users who may open every account, by name: managers, and users of all accounts. */
export async function listUsersOfAllAccounts(db: Db, limit: number): Promise<readonly User[]> {
  return activeUsers(db)
    .where(({ or, eb }) => or([eb('role', 'in', managerRoles), eb('account_scope', '=', 'all')]))
    .limit(limit)
    .execute()
}

function activeUsers(db: Db) {
  return db
    .selectFrom('users')
    .select(userColumns)
    .where('deactivated_at', 'is', null)
    .orderBy('search_text')
    .orderBy('id')
}
