import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Account } from '#lib/domain/accounts/accounts/account.ts'
import { accountColumns } from '#lib/domain/accounts/accounts/store.ts'
import { isManager } from '#lib/foundation/authorization/permissions.ts'
import { roles } from '#lib/foundation/authorization/roles.ts'
import { type AccountSource, everyAccount } from '#lib/foundation/db/account-search.ts'
import type { Db } from '#lib/foundation/db/database.ts'
import { type Placeholders, prepared } from '#lib/foundation/db/prepared.ts'

export const managerRoles = roles.filter(isManager)

/** The account, if this user may open it now. The caller gives one uniform refusal (protocol, section 8). */
export async function findOpenable(db: Db, userId: string, accountId: string): Promise<Account | undefined> {
  const [account] = await openableQuery(db, { userId, accountId })
  return account
}

const openableQuery = prepared((db, { userId, accountId }: Placeholders<{ userId: string; accountId: string }>) =>
  db
    .selectFrom('accounts')
    .select(accountColumns)
    .where('id', 'in', selectOpenableId(db, userId, accountId)),
)

/** Which of these accounts this user may open now. */
export async function listOpenableIds(db: Db, userId: string, ids: readonly string[]): Promise<readonly string[]> {
  const rows = await openableAccounts(db, userId, everyAccount).select('a.id').where('a.id', 'in', ids).execute()
  return rows.map(({ id }) => id)
}

/**
 * The account's ID under the condition of {@link findOpenable}, for a statement that decides more at the same instant.
 */
export function selectOpenableId(db: Db, userId: Expression<string>, accountId: Expression<string>) {
  return openableAccounts(db, userId, everyAccount).select('a.id').where('a.id', '=', accountId)
}

/** The accounts that a user may open (protocol, section 1): managers all, other users all, or those given to them. */
export function openableAccounts(db: Db, userId: string | Expression<string>, source: AccountSource) {
  return permittedAccounts(db, userId, source).where('a.suspended_at', 'is', null)
}

/** The accounts that a user may open unless they are suspended. */
export function permittedAccounts(db: Db, userId: string | Expression<string>, source: AccountSource) {
  return db
    .selectFrom(source)
    .innerJoin('users as u', (join) => join.on('u.id', '=', userId))
    .where('u.deactivated_at', 'is', null)
    .where(({ or, eb, selectFrom }) => {
      // Not `exists`: PostgreSQL may plan that as a scan of every user's list.
      const listed = selectFrom('user_accounts as l')
        .select('l.user_id')
        .whereRef('l.user_id', '=', 'u.id')
        .whereRef('l.account_id', '=', 'a.id')
      // From the account's groups, which are few, to those of the user: both steps are index lookups.
      const grouped = selectFrom('account_group_members as m')
        .crossJoin('user_account_groups as g')
        .select('g.user_id')
        .whereRef('m.account_id', '=', 'a.id')
        .whereRef('g.user_id', '=', 'u.id')
        .whereRef('g.group_id', '=', 'm.group_id')
        .limit(1)
      return or([
        eb('u.role', 'in', managerRoles),
        eb('u.account_scope', '=', 'all'),
        eb(listed, 'is not', null),
        eb(grouped, 'is not', null),
      ])
    })
}

/** The ID of an active account that is on the user's list or in their groups; null if there is none. */
export function givenAccount(db: Db, userId: Expression<string>): RawBuilder<string | null> {
  const listed = db
    .selectFrom('user_accounts as l')
    .innerJoin('accounts as a', 'a.id', 'l.account_id')
    .select('a.id')
    .where('l.user_id', '=', userId)
    .where('a.suspended_at', 'is', null)
    .limit(1)
  const grouped = db
    .selectFrom('user_account_groups as g')
    .innerJoin('account_group_members as m', 'm.group_id', 'g.group_id')
    .innerJoin('accounts as a', 'a.id', 'm.account_id')
    .select('a.id')
    .where('g.user_id', '=', userId)
    .where('a.suspended_at', 'is', null)
    .limit(1)
  return sql<string | null>`coalesce(${listed}, ${grouped})`
}

/**
 * How many active accounts are on the user's list or in their groups; no more than `limit` are read of each. From the
 * user to the accounts: for joins, the engines may begin with all accounts.
 */
export function countGiven(db: Db, userId: Expression<string>, limit: number): RawBuilder<number | string> {
  const isActive = (id: string) => sql<SqlBool>`(select suspended_at from accounts where id = ${sql.ref(id)}) is null`
  const listed = db
    .selectFrom('user_accounts as l')
    .select('l.account_id')
    .where('l.user_id', '=', userId)
    .where(isActive('l.account_id'))
    .limit(limit)
  const grouped = db
    .selectFrom('user_account_groups as g')
    .crossJoin('account_group_members as m')
    .select('m.account_id')
    .distinct()
    .where('g.user_id', '=', userId)
    .whereRef('m.group_id', '=', 'g.group_id')
    .where(isActive('m.account_id'))
    .limit(limit)
  return sql`(select count(*) from (
    select * from (${listed}) as l union select * from (${grouped}) as g limit ${sql.lit(limit)}
  ) as given)`
}
