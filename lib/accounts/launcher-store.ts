import { type Expression, type RawBuilder, sql } from 'kysely'
import type { Account, LauncherAccount } from '#lib/accounts/account.ts'
import { idsShown, searchOrder } from '#lib/accounts/search-store.ts'
import { findShortListOf } from '#lib/accounts/short-lists-store.ts'
import { toAccount } from '#lib/accounts/store.ts'
import { type AccountSource, accountsListedIn, everyAccount } from '#lib/db/account-search.ts'
import { type Db, nowMs } from '#lib/db/database.ts'
import { type Placeholders, prepared } from '#lib/db/prepared.ts'
import { insertForEach } from '#lib/db/several-changes.ts'
import { isManager } from '#lib/permissions.ts'
import { roles } from '#lib/roles.ts'

const managerRoles = roles.filter(isManager)

/** The account, if this user is active and may open it and it is not suspended: one statement decides. */
export async function findOpenable(db: Db, userId: string, accountId: string): Promise<Account | undefined> {
  const [row] = await openableQuery(db, { userId, accountId })
  return row && toAccount(row)
}

const openableQuery = prepared((db, { userId, accountId }: Placeholders<{ userId: string; accountId: string }>) =>
  openableAccounts(db, userId, everyAccount).selectAll('a').where('a.id', '=', accountId),
)

/** The id of the account under the same condition, as a part of another statement. */
export function selectOpenableId(db: Db, userId: Expression<string>, accountId: Expression<string>) {
  return openableAccounts(db, userId, everyAccount).select('a.id').where('a.id', '=', accountId)
}

/** Those this user may open by name, or those in which every word occurs, the closest first. */
export async function listOpenable(
  db: Db,
  userId: string,
  words: readonly string[],
  limit: number,
): Promise<LauncherAccount[]> {
  const idsFrom = (source: AccountSource) => openableAccounts(db, userId, source).select('a.id')
  const ids = idsShown(db, { words, limit }, idsFrom, await findShortList(db, userId))
  const rows = await launcherRows(db, userId, everyAccount)
    .where('a.id', 'in', ids)
    .orderBy(searchOrder(words))
    .limit(limit)
    .execute()
  return rows.map(toLauncherAccount)
}

/** Those this user pinned and may still open, by name. */
export async function listPinned(db: Db, userId: string, limit: number): Promise<LauncherAccount[]> {
  const rows = await launcherRows(db, userId, accountsListedIn(db, 'account_shortcuts', userId))
    .where('s.pinned_at', 'is not', null)
    .orderBy(searchOrder([]))
    .limit(limit)
    .execute()
  return rows.map(toLauncherAccount)
}

/** Those opened last, without the pinned ones: these stand above them. */
export async function listRecent(db: Db, userId: string, limit: number): Promise<LauncherAccount[]> {
  const rows = await launcherRows(db, userId, accountsListedIn(db, 'account_shortcuts', userId))
    .where('s.opened_at', 'is not', null)
    .where('s.pinned_at', 'is', null)
    .orderBy('s.opened_at', 'desc')
    .orderBy('a.id')
    .limit(limit)
    .execute()
  return rows.map(toLauncherAccount)
}

/** Remembers when this user last opened the account; a pin stays. */
export async function setOpened(db: Db, userId: string, accountId: string): Promise<void> {
  await openedInsert(db, { userId, accountId })
}

const openedInsert = prepared((db, { userId, accountId }: Placeholders<{ userId: string; accountId: string }>) =>
  db
    .insertInto('account_shortcuts')
    .values({ user_id: userId, account_id: accountId, pinned_at: null, opened_at: nowMs })
    .onConflict((conflict) => conflict.columns(['user_id', 'account_id']).doUpdateSet({ opened_at: nowMs })),
)

/** The same as a part of a statement, for each row of `source`. */
export function openedInsertForEach(
  source: string,
  { userId, accountId }: Placeholders<{ userId: string; accountId: string }>,
): RawBuilder<object> {
  const insert = insertForEach(source, 'account_shortcuts', {
    user_id: userId,
    account_id: accountId,
    opened_at: nowMs,
  })
  return sql<object>`(${insert} on conflict (user_id, account_id) do update set opened_at = ${nowMs})`
}

/** Pins the account for this user alone; when it was opened stays. */
export async function setPinned(db: Db, userId: string, accountId: string): Promise<void> {
  await db
    .insertInto('account_shortcuts')
    .values({ user_id: userId, account_id: accountId, pinned_at: nowMs, opened_at: null })
    .onConflict((conflict) => conflict.columns(['user_id', 'account_id']).doUpdateSet({ pinned_at: nowMs }))
    .execute()
}

/** Takes the pin away; when it was opened stays. */
export async function clearPinned(db: Db, userId: string, accountId: string): Promise<void> {
  await db
    .updateTable('account_shortcuts')
    .set({ pinned_at: null })
    .where('user_id', '=', userId)
    .where('account_id', '=', accountId)
    .execute()
}

/** The user's list, where that says what they may open and is short. */
async function findShortList(db: Db, userId: string): Promise<AccountSource | undefined> {
  const listed = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('role', 'not in', managerRoles)
    .where('account_scope', '<>', 'all')
    .executeTakeFirst()
  return listed && findShortListOf(db, userId)
}

/** Who may open what (section 1 of the protocol): managers all, others all if so set, else the listed ones. */
function openableAccounts(db: Db, userId: string | Expression<string>, source: AccountSource) {
  return db
    .selectFrom(source)
    .innerJoin('users as u', (join) => join.on('u.id', '=', userId))
    .where('u.deactivated_at', 'is', null)
    .where('a.suspended_at', 'is', null)
    .where(({ or, eb, selectFrom }) => {
      // Not `exists`: PostgreSQL may answer that by reading everybody's lists.
      const listed = selectFrom('user_accounts as l')
        .select('l.user_id')
        .whereRef('l.user_id', '=', 'u.id')
        .whereRef('l.account_id', '=', 'a.id')
      return or([eb('u.role', 'in', managerRoles), eb('u.account_scope', '=', 'all'), eb(listed, 'is not', null)])
    })
}

function launcherRows(db: Db, userId: string, source: AccountSource) {
  return openableAccounts(db, userId, source)
    .leftJoin('account_shortcuts as s', (join) =>
      join.onRef('s.user_id', '=', 'u.id').onRef('s.account_id', '=', 'a.id'),
    )
    .select(['a.id', 'a.name', 'a.locale', 's.pinned_at', 's.opened_at'])
}

type LauncherRow = Awaited<ReturnType<ReturnType<typeof launcherRows>['executeTakeFirstOrThrow']>>

function toLauncherAccount(row: LauncherRow): LauncherAccount {
  return {
    id: row.id,
    name: row.name,
    locale: row.locale,
    pinned: row.pinned_at !== null,
    openedAt: row.opened_at,
  }
}
