import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import { nameEnd } from '#lib/accounts/search-text.ts'
import {
  type AccountSource,
  accountsHolding,
  accountsSpelled,
  escapeLike,
  everyAccount,
  expandedName,
  holdsWords,
} from '#lib/db/account-search.ts'
import type { Db } from '#lib/db/database.ts'

/** No character comes behind it. */
const lastCharacter = '\u{10ffff}'

/** What a list of accounts shows: all of them by name, or those in which every word occurs, the closest first. */
export type PageRequest = Readonly<{
  words: readonly string[]
  limit: number
  /** Without words, the id of the account behind which the list goes on. */
  after?: string | undefined
}>

/** Says which accounts count, wherever they are read from: selects the id of `a`. */
type IdsFrom<Tables, Joined extends keyof Tables> = (
  source: AccountSource,
) => SelectQueryBuilder<Tables, Joined, { id: string }>

/**
 * The ids of the accounts to show; of a search more than that, to be put in order and cut.
 * @param few where to read all that count from, if they are few; otherwise they are found by the indexes
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
  return after === undefined ? ids : ids.where(isBehind(after))
}

/** None that begins with what was typed, let alone is it, is passed over for one that merely holds it. */
function idsFound<Tables, Joined extends keyof Tables>(
  db: Db,
  words: readonly string[],
  limit: number,
  idsFrom: IdsFrom<Tables, Joined>,
) {
  const typed = words.join(' ')
  const name = sql.ref<string>('a.search_text')
  // All letters of an id are ASCII, whose case either engine folds as we do.
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

/** Where `after` is the last account shown: what comes behind it by name. */
function isBehind(after: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${byName('a')}) > (select ${byName('c')} from accounts as c where c.id = ${after})`
}

/** By name; in a search the account that is meant exactly comes first, then those that begin with what was typed. */
export function searchOrder(words: readonly string[]): RawBuilder<unknown> {
  return words.length === 0 ? byName('a') : sql`${closeness(words)}, ${byName('a')}`
}

function byName(table: string): RawBuilder<unknown> {
  return sql`${sql.ref(`${table}.search_text`)}, ${sql.ref(`${table}.id`)}`
}

/** 0: the name, in either spelling, or the id is what was typed. 1: one of them begins with it. 2: the words occur. */
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
