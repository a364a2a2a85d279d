import { type RawBuilder, sql } from 'kysely'
import type { LauncherAccount } from '#lib/domain/accounts/accounts/account.ts'
import {
  managerRoles,
  openableAccounts,
  permittedAccounts,
} from '#lib/domain/accounts/accounts/account-permissions-store.ts'
import { accountOrder } from '#lib/domain/accounts/accounts/order-store.ts'
import { accountsGivenIfFew, closeness, idsShown } from '#lib/domain/accounts/accounts/search-store.ts'
import { correctableWords } from '#lib/domain/accounts/accounts/spelling.ts'
import { countActiveAccounts } from '#lib/domain/accounts/accounts/store.ts'
import {
  type AccountSource,
  accountsListedIn,
  accountsMatching,
  everyAccount,
  matchesSearch,
  plainId,
  toPlainId,
} from '#lib/foundation/db/account-search.ts'
import { countRows } from '#lib/foundation/db/count-rows.ts'
import { type Db, nowMs } from '#lib/foundation/db/database.ts'
import { type Placeholders, prepared } from '#lib/foundation/db/prepared.ts'
import { insertForEach } from '#lib/foundation/db/writing-ctes.ts'

/** By place; accounts at one place by name. */
const pinOrder = sql`coalesce(s.pin_order, 0), a.search_text, a.id`

const shortcutOrder = sql`case when s.pinned_at is null then 1 else 0 end, coalesce(s.opened_at, 0) desc`

/**
 * The accounts that this user may open, by name, or those that contain every word: the closest first, and among equally
 * close ones the pinned, then the last opened.
 */
export async function listOpenable(
  db: Db,
  { userId, words, limit }: Readonly<{ userId: string; words: readonly string[]; limit: number }>,
): Promise<LauncherAccount[]> {
  const idsFrom = (source: AccountSource) => openableAccounts(db, userId, source).select('a.id')
  const ids = idsShown(db, { words, limit }, { idsFrom, few: await findFewGiven(db, userId) })
  const rows = await launcherRows(db, userId, everyAccount)
    .where('a.id', 'in', ids)
    .orderBy(words.length === 0 ? accountOrder() : sql`${closeness(words)}, ${shortcutOrder}, ${accountOrder()}`)
    .limit(limit)
    .execute()
  return rows.map(toLauncherAccount)
}

/** The words of the accounts that this user may open, in any spelling, if these are few. */
export async function listOpenableWordsIfFew(db: Db, userId: string): Promise<ReadonlySet<string> | undefined> {
  const few = await findFewGiven(db, userId)
  if (!few) return undefined
  const rows = await openableAccounts(db, userId, few).select('a.search_text').execute()
  return new Set(rows.flatMap((row) => correctableWords(row.search_text)))
}

/** Those of these accounts that this user may open, in the order of the IDs. */
export async function listOpenableAmong(db: Db, userId: string, ids: readonly string[]): Promise<LauncherAccount[]> {
  if (ids.length === 0) return []
  const rows = await launcherRows(db, userId, everyAccount).where('a.id', 'in', ids).execute()
  const found = new Map(rows.map((row) => [row.id, toLauncherAccount(row)]))
  return ids.flatMap((id) => found.get(id) ?? [])
}

/** How many accounts match: exactly, or at least this many. */
export type AccountTotal = Readonly<{ count: number; isExact: boolean }>

/**
 * How many accounts {@link listOpenable} finds without a limit: all of them for users without a list, otherwise up to
 * `max`. Undefined in a search by the user of a long list, because counting could read every account with these words.
 */
export async function countOpenable(
  db: Db,
  { userId, words, max }: Readonly<{ userId: string; words: readonly string[]; max: number }>,
): Promise<AccountTotal | undefined> {
  const isSearch = words.length > 0
  const isListed = await hasAccessList(db, userId)
  if (!isSearch && !isListed) return { count: await countActiveAccounts(db), isExact: true }
  const few = isListed ? await accountsGivenIfFew(db, userId) : undefined
  if (isListed && !few) return isSearch ? undefined : { count: max, isExact: false }
  const matches = few
    ? openableAccounts(db, userId, few).where(matchesSearch('a', words))
    : openableAccounts(db, userId, accountsMatching(db, words))
  const counted = await countRows(
    db.selectFrom(
      matches
        .select('a.id')
        .limit(max + 1)
        .as('matches'),
    ),
  )
  return { count: Math.min(counted, max), isExact: counted <= max }
}

/**
 * A suspended account with this folded ID, whatever its separators, if only its suspension keeps this user from opening
 * it.
 */
export async function findSuspended(
  db: Db,
  userId: string,
  foldedId: string,
): Promise<Readonly<{ id: string; name: string }> | undefined> {
  return permittedAccounts(db, userId, everyAccount)
    .select(['a.id', 'a.name'])
    .where(plainId('a'), '=', toPlainId([foldedId]))
    .where('a.suspended_at', 'is not', null)
    .orderBy('a.id')
    .executeTakeFirst()
}

/** The accounts that this user pinned and may still open, in the user's order. */
export async function listPinned(db: Db, userId: string, limit: number): Promise<LauncherAccount[]> {
  const rows = await launcherRows(db, userId, accountsListedIn(db, 'account_shortcuts', userId))
    .where('s.pinned_at', 'is not', null)
    .orderBy(pinOrder)
    .limit(limit)
    .execute()
  return rows.map(toLauncherAccount)
}

/**
 * The accounts that this user opened last. Open ones, and usually pinned ones, are left out: the launcher shows them
 * above.
 */
export async function listRecent(
  db: Db,
  userId: string,
  { limit, openIds, withPinned = false }: Readonly<{ limit: number; openIds: readonly string[]; withPinned?: boolean }>,
): Promise<LauncherAccount[]> {
  const rows = await launcherRows(db, userId, accountsListedIn(db, 'account_shortcuts', userId))
    .where('s.opened_at', 'is not', null)
    .$if(!withPinned, (recent) => recent.where('s.pinned_at', 'is', null))
    .$if(openIds.length > 0, (recent) => recent.where('a.id', 'not in', openIds))
    .orderBy('s.opened_at', 'desc')
    .orderBy('a.id')
    .limit(limit)
    .execute()
  return rows.map(toLauncherAccount)
}

/** The accounts that this user opened last, even those that the user may not open now. */
export async function listLastOpened(
  db: Db,
  userId: string,
  limit: number,
): Promise<readonly Readonly<{ id: string; name: string; openedAt: number }>[]> {
  return db
    .selectFrom('account_shortcuts as s')
    .innerJoin('accounts as a', 'a.id', 's.account_id')
    .select(['a.id', 'a.name'])
    .select(sql<number>`s.opened_at`.as('openedAt'))
    .where('s.user_id', '=', userId)
    .where('s.opened_at', 'is not', null)
    .orderBy('s.opened_at', 'desc')
    .orderBy('a.id')
    .limit(limit)
    .execute()
}

/** Sets when this user last opened the account. A pin stays. */
export const setOpened = prepared((db, { userId, accountId }: Placeholders<{ userId: string; accountId: string }>) =>
  db
    .insertInto('account_shortcuts')
    .values({ user_id: userId, account_id: accountId, pinned_at: null, pin_order: null, opened_at: nowMs })
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

/**
 * Pins an account after the others. @param restore puts it back where it was when it was unpinned
 * A repetition leaves an account where it is.
 */
export async function setPinned(
  db: Db,
  { userId, accountId, restore }: Readonly<{ userId: string; accountId: string; restore: boolean }>,
): Promise<void> {
  const last = sql<number>`(
    select coalesce(max(pin_order), 0) + 1 from account_shortcuts where user_id = ${userId} and pinned_at is not null
  )`
  const place = restore ? sql<number>`coalesce(account_shortcuts.pin_order, ${last})` : last
  await db
    .insertInto('account_shortcuts')
    .values({ user_id: userId, account_id: accountId, pinned_at: nowMs, pin_order: last, opened_at: null })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'account_id'])
        .doUpdateSet({ pinned_at: nowMs, pin_order: place })
        .where('account_shortcuts.pinned_at', 'is', null),
    )
    .execute()
}

/** Unpins an account, which keeps its place for {@link setPinned}. */
export async function clearPinned(db: Db, userId: string, accountId: string): Promise<void> {
  await db
    .updateTable('account_shortcuts')
    .set({ pinned_at: null })
    .where('user_id', '=', userId)
    .where('account_id', '=', accountId)
    .execute()
}

/** The accounts that this user pinned, in their order, even those that the user may not open now. */
export async function listPinnedIds(db: Db, userId: string): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('account_shortcuts as s')
    .innerJoin('accounts as a', 'a.id', 's.account_id')
    .select('a.id')
    .where('s.user_id', '=', userId)
    .where('s.pinned_at', 'is not', null)
    .orderBy(pinOrder)
    .execute()
  return rows.map(({ id }) => id)
}

/** Numbers the user's pinned accounts in this order. */
export async function setPinOrder(db: Db, userId: string, ids: readonly string[]): Promise<void> {
  const places = sql.join(ids.map((id, index) => sql`(${id}, ${sql.lit(index + 1)})`))
  await sql`
    update account_shortcuts set pin_order = ordered.column2 from (values ${places}) as ordered
    where user_id = ${userId} and account_id = ordered.column1`.execute(db)
}

/** The accounts given to the user, if they limit what the user may open and are few. */
async function findFewGiven(db: Db, userId: string): Promise<AccountSource | undefined> {
  return (await hasAccessList(db, userId)) ? accountsGivenIfFew(db, userId) : undefined
}

/** Whether the user may open only the accounts given to them. */
async function hasAccessList(db: Db, userId: string): Promise<boolean> {
  const listed = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('role', 'not in', managerRoles)
    .where('account_scope', '<>', 'all')
    .executeTakeFirst()
  return listed !== undefined
}

function launcherRows(db: Db, userId: string, source: AccountSource) {
  return openableAccounts(db, userId, source)
    .leftJoin('account_shortcuts as s', (join) =>
      join.onRef('s.user_id', '=', 'u.id').onRef('s.account_id', '=', 'a.id'),
    )
    .select(['a.id', 'a.name', 'a.locale', 's.pinned_at', 's.opened_at as openedAt'])
}

type LauncherRow = Awaited<ReturnType<ReturnType<typeof launcherRows>['executeTakeFirstOrThrow']>>

function toLauncherAccount({ pinned_at, ...account }: LauncherRow): LauncherAccount {
  return { ...account, pinned: pinned_at !== null }
}
