import { type RawBuilder, type SqlBool, sql } from 'kysely'
import {
  type Account,
  type AccountFilter,
  byNameAscending,
  type ManagedAccount,
} from '#lib/domain/accounts/accounts/account.ts'
import { accountOrder, followsInOrder } from '#lib/domain/accounts/accounts/order-store.ts'
import { accountsPerPage } from '#lib/domain/accounts/accounts/paging.ts'
import { hasAtMost, idsShown, type PageRequest, searchOrder } from '#lib/domain/accounts/accounts/search-store.ts'
import { accountColumns } from '#lib/domain/accounts/accounts/store.ts'
import {
  type AccountSource,
  accountsInGroup,
  accountsMatching,
  everyAccount,
  matchesSearch,
  neverOpenedAccounts,
  selectAccountsIn,
  suspendedAccounts,
} from '#lib/foundation/db/account-search.ts'
import type { Db } from '#lib/foundation/db/database.ts'

/** Up to this number, accounts that a filter finds are read from its index; more are dense in every other index. */
const maxFew = 5_000
/** Higher: one index covers every column that the query reads. */
const maxFewSuspended = 20_000

/** More locales than any list of accounts has. */
const maxLocales = 200

/**
 * A page of the accounts that pass the filter, in the page's order, or those that contain every word, the closest
 * first.
 */
export async function listManaged(db: Db, filter: AccountFilter, page: PageRequest): Promise<ManagedAccount[]> {
  const idsFrom = (source: AccountSource) => passing(db, filter, source).select('a.id')
  const few = await fewPassing(db, filter)
  const rows = await managed(db)
    .where('a.id', 'in', idsShown(db, page, { idsFrom, few }))
    .orderBy(page.words.length > 0 ? searchOrder(page.words) : accountOrder(page.order))
    .limit(page.limit)
    .execute()
  return rows.map(toManaged)
}

export async function findManaged(db: Db, id: string): Promise<ManagedAccount | undefined> {
  const row = await managed(db).where('a.id', '=', id).executeTakeFirst()
  return row && toManaged(row)
}

function managed(db: Db) {
  return db.selectFrom(everyAccount).select([...accountColumns, 'last_opened_at as openedAt'])
}

function toManaged({ openedAt, ...account }: Account & Readonly<{ openedAt: number }>): ManagedAccount {
  return { ...account, lastOpenedAt: openedAt === 0 ? null : openedAt }
}

/** The ID of the account directly before this one by name; undefined if the first page contains this one. */
export async function findAccountBefore(db: Db, id: string): Promise<string | undefined> {
  const backwards = { ...byNameAscending, descending: true }
  const rows = await db
    .selectFrom('accounts as a')
    .select('a.id')
    .where(followsInOrder(id, backwards))
    .orderBy(accountOrder(backwards))
    .limit(accountsPerPage)
    .execute()
  return rows.length < accountsPerPage ? undefined : rows[0]?.id
}

/** The locales that accounts have, sorted. Each costs one step in the index, for any number of accounts. */
export async function listLocales(db: Db): Promise<readonly string[]> {
  const next = (before: string) => sql`(select min(locale) from accounts where locale > ${sql.raw(before)})`
  const { rows } = await sql<{ locale: string | null }>`
    with recursive locales (locale) as (
      select min(locale) from accounts
      union all
      select ${next('locales.locale')} from locales where locales.locale is not null
    )
    select locale from locales where locale is not null limit ${sql.lit(maxLocales)}`.execute(db)
  return rows.flatMap(({ locale }) => locale ?? [])
}

type Match = Readonly<{ filter: AccountFilter; words: readonly string[] }>

/** The IDs of accounts that pass the filter and contain every word, in no order. */
export async function listMatchingIds(db: Db, { filter, words }: Match, limit: number): Promise<readonly string[]> {
  const few = await fewPassing(db, filter)
  const source = few ?? (words.length > 0 ? accountsMatching(db, words) : everyAccount)
  const matches = passing(db, filter, source).where(matchesSearch('a', words))
  const rows = await matches.select('a.id').limit(limit).execute()
  return rows.map(({ id }) => id)
}

/** The last ID of the next `size` accounts by ID; undefined after the last account. */
export async function findWindowEnd(db: Db, after: string, size: number): Promise<string | undefined> {
  const window = db.selectFrom('accounts').select('id').where('id', '>', after).orderBy('id').limit(size)
  const row = await db
    .selectFrom(window.as('w'))
    .select(({ fn }) => fn.max('w.id').as('end'))
    .executeTakeFirst()
  return row?.end ?? undefined
}

/** {@link listMatchingIds} among the accounts of a window by ID. */
export async function listMatchingIdsWithin(
  db: Db,
  { filter, words }: Match,
  { after, end }: Readonly<{ after: string; end: string }>,
): Promise<readonly string[]> {
  const within = sql<SqlBool>`a.id > ${after} and a.id <= ${end}`
  const matches = passing(db, filter, everyAccount).where(matchesSearch('a', words)).where(within)
  const rows = await matches.select('a.id').execute()
  return rows.map(({ id }) => id)
}

/** All accounts that pass one part of the filter, unless every part finds so many that the other indexes are faster. */
async function fewPassing(
  db: Db,
  { state, locale, neverOpened, group }: AccountFilter,
): Promise<AccountSource | undefined> {
  const parts: (readonly [AccountSource, number])[] = []
  if (state === 'suspended') parts.push([suspendedAccounts, maxFewSuspended])
  if (locale !== undefined) parts.push([selectAccountsIn(locale), maxFew])
  if (neverOpened) parts.push([neverOpenedAccounts, maxFew])
  if (group !== undefined) {
    // Counted without accounts: an engine may collect all members before it returns one.
    const members = db.selectFrom('account_group_members').select('account_id as id').where('group_id', '=', group)
    if (await hasAtMost(db, members, maxFew)) return accountsInGroup(db, group)
  }
  for (const [source, max] of parts) {
    if (await hasAtMost(db, db.selectFrom(source).select('a.id'), max)) return source
  }
  return undefined
}

function passing(db: Db, { state = 'all', locale, neverOpened, group }: AccountFilter, source: AccountSource) {
  const conditions = [
    ...(state === 'all'
      ? []
      : [sql<SqlBool>`a.suspended_at is ${sql.raw(state === 'suspended' ? 'not null' : 'null')}`]),
    ...(locale === undefined ? [] : [sql<SqlBool>`a.locale = ${locale}`]),
    // The sum keeps the engines from sorting all of them by name: few are a source of their own.
    ...(neverOpened ? [sql<SqlBool>`a.last_opened_at + 0 = 0`] : []),
    ...(group === undefined ? [] : [isMember(group)]),
  ]
  return conditions.reduce((query, condition) => query.where(condition), db.selectFrom(source))
}

/** Not `exists`: PostgreSQL may plan that as a scan of all members. */
function isMember(groupId: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`(
    select m.account_id from account_group_members as m where m.group_id = ${groupId} and m.account_id = a.id limit 1
  ) is not null`
}
