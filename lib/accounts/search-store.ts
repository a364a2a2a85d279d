import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { Account, AccountStateFilter } from '#lib/accounts/account.ts'
import { accountsPerPage } from '#lib/accounts/paging.ts'
import { nameEnd } from '#lib/accounts/search-text.ts'
import { toAccount } from '#lib/accounts/store.ts'
import {
  type AccountSource,
  accountsHolding,
  accountsListedIn,
  accountsSpelled,
  escapeLike,
  everyAccount,
  expandedName,
  holdsWords,
  suspendedAccounts,
} from '#lib/db/account-search.ts'
import type { Db } from '#lib/db/database.ts'

/** Sorts after every other character. */
const lastCharacter = '\u{10ffff}'

/** Accounts up to this number are read from start to end faster than the search indexes answer. */
const maxShortAccessList = 5_000
/** Higher than {@link maxShortAccessList}: one index covers every column that the query reads. */
const maxFewSuspended = 20_000

/** A page of accounts by name, or the accounts that contain every word, the closest first. */
export type PageRequest = Readonly<{
  words: readonly string[]
  limit: number
  /** Without words, the ID of the account after which the page starts. */
  after?: string | undefined
}>

/** The accounts in this state by name, or those that contain every word, the closest first. */
export async function listInState(db: Db, state: AccountStateFilter, page: PageRequest): Promise<Account[]> {
  const idsFrom = (source: AccountSource) => inState(db, state, source).select('a.id')
  const few = state === 'suspended' ? await suspendedIfFew(db) : undefined
  const rows = await inState(db, state, everyAccount)
    .selectAll('a')
    .where('a.id', 'in', idsShown(db, page, idsFrom, few))
    .orderBy(searchOrder(page.words))
    .limit(page.limit)
    .execute()
  return rows.map(toAccount)
}

/** The ID of the account directly before this one by name; undefined if the first page contains this one. */
export async function findAccountBefore(db: Db, id: string): Promise<string | undefined> {
  const rows = await db
    .selectFrom('accounts as a')
    .select('a.id')
    .where(sql<SqlBool>`(${byName('a')}) < (select ${byName('c')} from accounts as c where c.id = ${id})`)
    .orderBy('a.search_text', 'desc')
    .orderBy('a.id', 'desc')
    .limit(accountsPerPage)
    .execute()
  return rows.length < accountsPerPage ? undefined : rows[0]?.id
}

/** Selects the IDs of the accounts `a` that are eligible, from any source. */
type IdsFrom<Tables, Joined extends keyof Tables> = (
  source: AccountSource,
) => SelectQueryBuilder<Tables, Joined, { id: string }>

/**
 * The IDs of the accounts to show. A search returns more of them, for the caller to sort and cut.
 * @param few a source of all eligible accounts, if they are few; otherwise the search indexes find them
 */
export function idsShown<Tables, Joined extends keyof Tables>(
  db: Db,
  { words, limit, after }: PageRequest,
  idsFrom: IdsFrom<Tables, Joined>,
  few: AccountSource | undefined,
) {
  if (words.length > 0 && !few) return idsFound(db, words, limit, idsFrom)
  const ids = idsFrom(few ?? everyAccount)
    .where(holdsWords('a', words))
    .orderBy(searchOrder(words))
    .limit(limit)
  return after === undefined ? ids : ids.where(follows(after))
}

/** Each part has its own limit, so that an account that starts with the query is never cut for one that contains it. */
function idsFound<Tables, Joined extends keyof Tables>(
  db: Db,
  words: readonly string[],
  limit: number,
  idsFrom: IdsFrom<Tables, Joined>,
) {
  const typed = words.join(' ')
  const name = sql.ref<string>('a.search_text')
  // An ID has only ASCII letters, whose case both engines fold as `foldForSearch` does.
  const id = sql<string>`lower(a.id)`
  const named = idsFrom(everyAccount).where(beginsWith(name, typed)).orderBy(searchOrder([])).limit(limit)
  const identified = idsFrom(everyAccount).where(beginsWith(id, typed)).orderBy(id).limit(limit)
  const expanded = expandedName(db, 'a')
  const spelled = idsFrom(accountsSpelled(db)).where(beginsWith(expanded, typed)).orderBy(expanded).limit(limit)
  const holding = idsFrom(accountsHolding(db, words)).limit(limit)
  return db
    .selectFrom(named.as('named'))
    .select('named.id')
    .union(db.selectFrom(identified.as('identified')).select('identified.id'))
    .union(db.selectFrom(spelled.as('spelled')).select('spelled.id'))
    .union(db.selectFrom(holding.as('holding')).select('holding.id'))
}

/** The accounts that follow `after` by name. */
function follows(after: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${byName('a')}) > (select ${byName('c')} from accounts as c where c.id = ${after})`
}

/** By name; in a search exact matches come first, then accounts that start with the query. */
export function searchOrder(words: readonly string[]): RawBuilder<unknown> {
  return words.length === 0 ? byName('a') : sql`${closeness(words)}, ${byName('a')}`
}

function byName(table: string): RawBuilder<unknown> {
  return sql`${sql.ref(`${table}.search_text`)}, ${sql.ref(`${table}.id`)}`
}

/** 0: the name, in either spelling, or the ID equals the query. 1: one of them starts with it. 2: the words occur. */
function closeness(words: readonly string[]): RawBuilder<number> {
  const typed = escapeLike(words.join(' '))
  return sql<number>`case
    when ${like(`${typed}${nameEnd}%`)} or ${like(`%${nameEnd}${typed}${nameEnd}%`)} or ${like(`%${nameEnd}${typed}`)} then 0
    when ${like(`${typed}%`)} or ${like(`%${nameEnd}${typed}%`)} then 1
    else 2 end`
}

function like(pattern: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`a.search_text like ${pattern} escape '!'`
}

function beginsWith(text: RawBuilder<string>, beginning: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${text} >= ${beginning} and ${text} < ${beginning + lastCharacter})`
}

/** The accounts of a user's account access list, unless it is so long that the search indexes are faster. */
export async function accessListIfShort(db: Db, userId: string): Promise<AccountSource | undefined> {
  const ids = db.selectFrom('user_accounts').select('account_id as id').where('user_id', '=', userId)
  return (await hasAtMost(db, ids, maxShortAccessList)) ? accountsListedIn(db, 'user_accounts', userId) : undefined
}

/** The suspended accounts, unless there are so many that the search indexes are faster. */
export async function suspendedIfFew(db: Db): Promise<AccountSource | undefined> {
  const ids = db.selectFrom('accounts').select('id').where('suspended_at', 'is not', null)
  return (await hasAtMost(db, ids, maxFewSuspended)) ? suspendedAccounts : undefined
}

/** Stops counting one row after the maximum. */
async function hasAtMost<Tables, Joined extends keyof Tables>(
  db: Db,
  ids: SelectQueryBuilder<Tables, Joined, { id: string }>,
  max: number,
): Promise<boolean> {
  const { total } = await db
    .selectFrom(ids.limit(max + 1).as('ids'))
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total <= max
}

function inState(db: Db, state: AccountStateFilter, source: AccountSource) {
  const accounts = db.selectFrom(source)
  if (state === 'all') return accounts
  return accounts.where('a.suspended_at', state === 'suspended' ? 'is not' : 'is', null)
}
