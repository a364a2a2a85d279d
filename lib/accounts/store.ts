import type { Account } from '#lib/accounts/account.ts'
import { type Db, nowMs } from '#lib/db/database.ts'
import type { AccountRow } from '#lib/db/schema.ts'
import { isManager, roles } from '#lib/users/roles.ts'

const managerRoles = roles.filter(isManager)

/** The account, if this user is active and may open it and it is not suspended: one statement decides. */
export async function findOpenable(db: Db, userId: string, accountId: string): Promise<Account | undefined> {
  const row = await openableAccounts(db, userId).selectAll('a').where('a.id', '=', accountId).executeTakeFirst()
  return row && toAccount(row)
}

export async function setOpened(db: Db, userId: string, accountId: string): Promise<void> {
  await db
    .insertInto('account_shortcuts')
    .values({ user_id: userId, account_id: accountId, pinned_at: null, opened_at: nowMs })
    .onConflict((conflict) => conflict.columns(['user_id', 'account_id']).doUpdateSet({ opened_at: nowMs }))
    .execute()
}

/** Who may open what (section 1 of the protocol): managers all, others all if so set, else the listed ones. */
function openableAccounts(db: Db, userId: string) {
  return db
    .selectFrom('accounts as a')
    .innerJoin('users as u', (join) => join.on('u.id', '=', userId))
    .where('u.deactivated_at', 'is', null)
    .where('a.suspended_at', 'is', null)
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('u.role', 'in', managerRoles),
        eb('u.account_scope', '=', 'all'),
        exists(
          selectFrom('user_accounts as l')
            .select('l.user_id')
            .whereRef('l.user_id', '=', 'u.id')
            .whereRef('l.account_id', '=', 'a.id'),
        ),
      ]),
    )
}

function toAccount(row: AccountRow): Account {
  return {
    id: row.id,
    name: row.name,
    locale: row.locale,
    deepPath: row.deep_path,
    createdAt: row.created_at,
    suspendedAt: row.suspended_at,
  }
}
