import { type AliasedRawBuilder, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '#lib/db/database.ts'
import { engineOf } from '#lib/db/engine.ts'
import type { AccountRow } from '#lib/db/tables.ts'

/** Where a statement reads accounts from, under the name `a`. */
export type AccountSource = AliasedRawBuilder<AccountRow, 'a'>

export const everyAccount: AccountSource = sql<AccountRow>`accounts`.as('a')
export const suspendedAccounts: AccountSource = sql<AccountRow>`(
  select * from accounts where suspended_at is not null
)`.as('a')

/** The accounts whose expanded name differs from the folded one: the index of expanded names holds no others. */
export function accountsSpelled(db: Db): AccountSource {
  return sql<AccountRow>`(select * from accounts where ${expandedName(db, 'accounts')} <> '')`.as('a')
}

/** The third line of `search_text`: the expanded name, or an empty text. Written as in the index of migration 0008. */
export function expandedName(db: Db, table: string): RawBuilder<string> {
  const text = sql.ref(`${table}.search_text`)
  if (engineOf(db) === 'postgres') return sql<string>`split_part(${text}, chr(10), 3)`
  const id = sql.ref(`${table}.id`)
  // A folded id is as long as the id: both are ASCII.
  return sql<string>`substr(${text}, instr(${text}, char(10)) + length(${id}) + 2)`
}

/**
 * From how many characters on a word is looked for in any place. A shorter one is looked for at the beginning of words
 * and ids: that is what an index of trigrams can tell.
 */
const trigramLength = 3

/** How far PostgreSQL reads accounts by name before it asks the index. */
const readByName = 5_000

/** The condition that every word occurs in the row. `words` are folded as `search_text` is. */
export function holdsWords(table: string, words: readonly string[]): RawBuilder<SqlBool> {
  if (words.length === 0) return sql<SqlBool>`1 = 1`
  const text = sql.ref(`${table}.search_text`)
  const conditions = words.map((word) =>
    isShort(word)
      ? sql`(' ' || replace(${text}, ${'\n'}, ' ')) like ${`% ${escapeLike(word)}%`} escape '!'`
      : sql`${text} like ${`%${escapeLike(word)}%`} escape '!'`,
  )
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`
}

/** What was typed is looked for as it is: `100%` and `a_b` are text, not patterns. */
export function escapeLike(text: string): string {
  return text.replace(/[!%_]/g, '!$&')
}

/**
 * The accounts that hold every word, in the order of an index: a statement that takes the first few of them costs about
 * the same however many accounts there are, and however many of them hold the words.
 */
export function accountsHolding(db: Db, words: readonly string[]): AccountSource {
  return engineOf(db) === 'sqlite' ? trigramMatches(words) : firstByNameThenMatches(words)
}

/** The accounts that one of a user's lists names, found from the list, however many accounts there are. */
export function accountsListedIn(db: Db, table: 'user_accounts' | 'account_shortcuts', userId: string): AccountSource {
  // Each engine is told that the list comes first: what it knows of the tables may make it read all accounts instead.
  const listed =
    engineOf(db) === 'sqlite'
      ? sql`select accounts.* from ${sql.table(table)} as list cross join accounts on accounts.id = list.account_id
          where list.user_id = ${userId}`
      : sql`select * from accounts
          where id = any (array(select account_id from ${sql.table(table)} where user_id = ${userId}))`
  return sql<AccountRow>`(${listed})`.as('a')
}

/** FTS5 reads its lists side by side and goes no further than what is asked for. */
function trigramMatches(words: readonly string[]): AccountSource {
  const phrases = words.map((word) => `"${spaced(word, '  ').replaceAll('"', '""')}"`)
  return sql<AccountRow>`(
    select accounts.* from account_trigrams
    cross join account_numbers as n on n.number = account_trigrams.rowid
    cross join accounts on accounts.id = n.account_id
    where account_trigrams match ${phrases.join(' ')}
  )`.as('a')
}

/**
 * A GIN index gives nothing before it has gathered all of its matches, so that a word in every third account would be
 * slow. Such a word is met soon enough where accounts are read by name; what the first of them do not hold often is rare
 * enough for the index.
 */
function firstByNameThenMatches(words: readonly string[]): AccountSource {
  const parts = words.map(
    (word) => sql`latchkey_alnum(' ' || search_text) like '%' || latchkey_alnum(${spaced(word, ' ')}) || '%'`,
  )
  // Materialized: a planner who knew of the limit outside might read all accounts, expecting to be done soon.
  return sql<AccountRow>`(
    with matches as materialized (select * from accounts where ${sql.join(parts, sql` and `)})
    select accounts.*
    from (select search_text, id from accounts order by search_text, id limit ${sql.lit(readByName)}) as first
    cross join lateral (select * from accounts where id = first.id offset 0) as accounts
    where ${holdsWords('first', words)}
    union all
    select * from matches
    where ${holdsWords('matches', words)} and (search_text, id) > (
      select search_text, id from accounts order by search_text, id limit 1 offset ${sql.lit(readByName - 1)}
    )
  )`.as('a')
}

function isShort(word: string): boolean {
  return [...word].length < trigramLength
}

/** A short word with the end of what comes before it. */
function spaced(word: string, space: string): string {
  return isShort(word) ? space + word : word
}
