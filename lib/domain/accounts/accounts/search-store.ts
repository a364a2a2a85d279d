import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { AccountOrder } from '#lib/domain/accounts/accounts/account.ts'
import { accountOrder, followsInOrder } from '#lib/domain/accounts/accounts/order-store.ts'
import { nameEnd } from '#lib/domain/accounts/accounts/search-text.ts'
import {
  type AccountSource,
  accountsGivenTo,
  accountsListedIn,
  accountsMatching,
  accountsSpelled,
  beginsWith,
  equalsPlainId,
  escapeLike,
  everyAccount,
  expandedName,
  groupedIds,
  matchesSearch,
  plainId,
  toPlainId,
} from '#lib/foundation/db/account-search.ts'
import { countRows } from '#lib/foundation/db/count-rows.ts'
import type { Db } from '#lib/foundation/db/database.ts'

/** Accounts up to this number are read from start to end faster than the search indexes answer. */
const maxShortAccessList = 5_000

/** A page of accounts by name, or the accounts that contain every word, the closest first. */
export type PageRequest = Readonly<{
  words: readonly string[]
  limit: number
  /** Without words, the ID of the account after which the page starts. */
  after?: string | undefined
  /** Without words; by name unless given. */
  order?: AccountOrder | undefined
}>

/** Selects the IDs of the accounts `a` that are eligible, from any source. */
type IdsFrom<Tables, Joined extends keyof Tables> = (
  source: AccountSource,
) => SelectQueryBuilder<Tables, Joined, { id: string }>

type Eligible<Tables, Joined extends keyof Tables> = Readonly<{
  idsFrom: IdsFrom<Tables, Joined>
  /** A source of all eligible accounts, if they are few. */
  few: AccountSource | undefined
}>

/** The IDs of the accounts to show; more in a search. */
export function idsShown<Tables, Joined extends keyof Tables>(
  db: Db,
  { words, limit, after, order }: PageRequest,
  { idsFrom, few }: Eligible<Tables, Joined>,
) {
  if (words.length > 0 && !few) return idsFound(db, { words, limit }, idsFrom)
  const ids = idsFrom(few ?? everyAccount)
    .where(matchesSearch('a', words))
    .orderBy(words.length > 0 ? searchOrder(words) : accountOrder(order))
    .limit(limit)
  return after === undefined ? ids : ids.where(followsInOrder(after, order))
}

/** Each part has its own limit, so that an account that starts with the query is never cut for one that contains it. */
function idsFound<Tables, Joined extends keyof Tables>(
  db: Db,
  { words, limit }: Pick<PageRequest, 'words' | 'limit'>,
  idsFrom: IdsFrom<Tables, Joined>,
) {
  const typed = words.join(' ')
  const name = sql.ref<string>('a.search_text')
  const plain = toPlainId(words)
  // Separators by themselves begin no plain ID, but may begin an ID.
  const [id, typedId] = plain === '' ? [sql.ref<string>('a.id'), typed] : [plainId('a'), plain]
  const named = idsFrom(everyAccount).where(beginsWith(name, typed)).orderBy(searchOrder([])).limit(limit)
  // The index holds IDs without separators: a few letters are compared with the ID itself.
  const identified = idsFrom(everyAccount)
    .where(beginsWith(id, typedId))
    .where(matchesSearch('a', words))
    .orderBy(id)
    .limit(limit)
  const expanded = expandedName(db, 'a')
  const spelled = idsFrom(accountsSpelled(db)).where(beginsWith(expanded, typed)).orderBy(expanded).limit(limit)
  const holding = idsFrom(accountsMatching(db, words)).limit(limit)
  return db
    .selectFrom(named.as('named'))
    .select('named.id')
    .union(db.selectFrom(identified.as('identified')).select('identified.id'))
    .union(db.selectFrom(spelled.as('spelled')).select('spelled.id'))
    .union(db.selectFrom(holding.as('holding')).select('holding.id'))
}

/** By name; in a search exact matches come first, then accounts that start with the query. */
export function searchOrder(words: readonly string[]): RawBuilder<unknown> {
  return words.length === 0 ? accountOrder() : sql`${closeness(words)}, ${accountOrder()}`
}

/** 0: the name, in either spelling, or the ID equals the query. 1: one of them starts with it. 2: the words occur. */
export function closeness(words: readonly string[]): RawBuilder<number> {
  const typed = escapeLike(words.join(' '))
  return sql<number>`case
    when ${like(`${typed}${nameEnd}%`)} or ${like(`%${nameEnd}${typed}${nameEnd}%`)} or ${like(`%${nameEnd}${typed}`)} then 0
    when ${equalsPlainId('a', words)} then 0
    when ${like(`${typed}%`)} or ${like(`%${nameEnd}${typed}%`)} then 1
    else 2 end`
}

function like(pattern: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`a.search_text like ${pattern} escape '!'`
}

/** The accounts of a user's account access list, unless it is so long that the search indexes are faster. */
export async function accessListIfShort(db: Db, userId: string): Promise<AccountSource | undefined> {
  const ids = db.selectFrom('user_accounts').select('account_id as id').where('user_id', '=', userId)
  return (await hasAtMost(db, ids, maxShortAccessList)) ? accountsListedIn(db, 'user_accounts', userId) : undefined
}

/**
 * The accounts given to a user, by list and by group, unless they are so many that the search indexes are faster.
 * Counts an account of several groups several times, because telling them apart would read all of them.
 */
export async function accountsGivenIfFew(db: Db, userId: string): Promise<AccountSource | undefined> {
  const listed = db.selectFrom('user_accounts').select('account_id as id').where('user_id', '=', userId)
  const grouped = db
    .selectFrom(sql<{ account_id: string }>`(${groupedIds(userId)})`.as('grouped'))
    .select('grouped.account_id as id')
  const given = db.selectFrom(listed.unionAll(grouped).as('given')).select('given.id')
  return (await hasAtMost(db, given, maxShortAccessList)) ? accountsGivenTo(db, userId) : undefined
}

/** Stops counting one row after the maximum. */
export async function hasAtMost<Tables, Joined extends keyof Tables>(
  db: Db,
  ids: SelectQueryBuilder<Tables, Joined, { id: string }>,
  max: number,
): Promise<boolean> {
  return (await countRows(db.selectFrom(ids.limit(max + 1).as('ids')))) <= max
}
