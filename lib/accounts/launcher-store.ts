import { type RawBuilder, sql } from 'kysely'
import type { LauncherAccount } from '#lib/accounts/account.ts'
import { managerRoles, openableAccounts } from '#lib/accounts/account-permissions-store.ts'
import { accessListIfShort, idsShown, searchOrder } from '#lib/accounts/search-store.ts'
import { type AccountSource, accountsListedIn, everyAccount } from '#lib/db/account-search.ts'
import { type Db, nowMs } from '#lib/db/database.ts'
import { type Placeholders, prepared } from '#lib/db/prepared.ts'
import { insertForEach } from '#lib/db/writing-ctes.ts'

/** The accounts that this user may open, by name, or those that contain every word, the closest first. */
export async function listOpenable(
  db: Db,
  userId: string,
  words: readonly string[],
  limit: number,
): Promise<LauncherAccount[]> {
  const idsFrom = (source: AccountSource) => openableAccounts(db, userId, source).select('a.id')
  const ids = idsShown(db, { words, limit }, idsFrom, await findShortAccessList(db, userId))
  const rows = await launcherRows(db, userId, everyAccount)
    .where('a.id', 'in', ids)
    .orderBy(searchOrder(words))
    .limit(limit)
    .execute()
  return rows.map(toLauncherAccount)
}

/** The accounts that this user pinned and may still open, by name. */
export async function listPinned(db: Db, userId: string, limit: number): Promise<LauncherAccount[]> {
  const rows = await launcherRows(db, userId, accountsListedIn(db, 'account_shortcuts', userId))
    .where('s.pinned_at', 'is not', null)
    .orderBy(searchOrder([]))
    .limit(limit)
    .execute()
  return rows.map(toLauncherAccount)
}

/** The accounts that this user opened last. Pinned accounts are left out: the launcher shows them above. */
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

/** Sets when this user last opened the account. A pin stays. */
export async function setOpened(db: Db, userId: string, accountId: string): Promise<void> {
  await openedInsert(db, { userId, accountId })
}

const openedInsert = prepared((db, { userId, accountId }: Placeholders<{ userId: string; accountId: string }>) =>
  db
    .insertInto('account_shortcuts')
    .values({ user_id: userId, account_id: accountId, pinned_at: null, opened_at: nowMs })
    .onConflict((conflict) => conflict.columns(['user_id', 'account_id']).doUpdateSet({ opened_at: nowMs })),
)

/** {@link setOpened} as a part of a statement, for each row of `source`. */
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

/** Pins the account for this user. */
export async function setPinned(db: Db, userId: string, accountId: string): Promise<void> {
  await db
    .insertInto('account_shortcuts')
    .values({ user_id: userId, account_id: accountId, pinned_at: nowMs, opened_at: null })
    .onConflict((conflict) => conflict.columns(['user_id', 'account_id']).doUpdateSet({ pinned_at: nowMs }))
    .execute()
}

export async function clearPinned(db: Db, userId: string, accountId: string): Promise<void> {
  await db
    .updateTable('account_shortcuts')
    .set({ pinned_at: null })
    .where('user_id', '=', userId)
    .where('account_id', '=', accountId)
    .execute()
}

/** The user's account access list, if it limits what the user may open and is short. */
async function findShortAccessList(db: Db, userId: string): Promise<AccountSource | undefined> {
  const listed = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('role', 'not in', managerRoles)
    .where('account_scope', '<>', 'all')
    .executeTakeFirst()
  return listed && accessListIfShort(db, userId)
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
