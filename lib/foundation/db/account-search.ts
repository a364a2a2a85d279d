import { type AliasedRawBuilder, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '#lib/foundation/db/database.ts'
import { engineOf } from '#lib/foundation/db/engine.ts'
import type { Tables } from '#lib/foundation/db/tables.ts'

type AccountRow = Tables['accounts']

/** The tables that a statement reads accounts from, as `a`. */
export type AccountSource = AliasedRawBuilder<AccountRow, 'a'>

export const everyAccount: AccountSource = sql<AccountRow>`accounts`.as('a')
export const suspendedAccounts: AccountSource = sql<AccountRow>`(
  select * from accounts where suspended_at is not null
)`.as('a')
export const neverOpenedAccounts: AccountSource = sql<AccountRow>`(
  select * from accounts where last_opened_at = 0
)`.as('a')

export function selectAccountsIn(locale: string): AccountSource {
  return sql<AccountRow>`(select * from accounts where locale = ${locale})`.as('a')
}

/** Accounts whose expanded name differs from the folded one. The index of expanded names holds only these. */
export function accountsSpelled(db: Db): AccountSource {
  return sql<AccountRow>`(select * from accounts where ${expandedName(db, 'accounts')} <> '')`.as('a')
}

/** The third line of `search_text`: the expanded name, or an empty string. Must match the index of migration 0008. */
export function expandedName(db: Db, table: string): RawBuilder<string> {
  const text = sql.ref(`${table}.search_text`)
  if (engineOf(db) === 'postgres') return sql<string>`split_part(${text}, chr(10), 3)`
  const id = sql.ref(`${table}.id`)
  // Folding keeps an ID's length, because IDs are ASCII.
  return sql<string>`substr(${text}, instr(${text}, char(10)) + length(${id}) + 2)`
}

/** Shorter words match only the start of words and IDs, which is what a trigram index supports. */
const trigramLength = 3

/** How many accounts PostgreSQL scans by name before it uses the index. */
const readByName = 5_000

/** Requires every word. `words` are folded like `search_text`. */
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

/**
 * An ID as it may be typed, without its separators: `AT-100000` is `at100000`. Must match the index of migration 0047.
 */
export function plainId(table: string): RawBuilder<string> {
  const id = sql`lower(${sql.ref(`${table}.id`)})`
  return sql<string>`replace(replace(replace(${id}, '-', ''), '_', ''), '.', '')`
}

/** {@link plainId} of folded search words. */
export function toPlainId(words: readonly string[]): string {
  return words.join('').replace(/[-_.]/g, '')
}

/** Not a few letters: `.z` is no typed ID. */
function isTypedId(words: readonly string[]): boolean {
  return toPlainId(words).length >= trigramLength
}

/** Requires every word, or an ID that starts with all of them, whatever its separators. */
export function matchesSearch(table: string, words: readonly string[]): RawBuilder<SqlBool> {
  const holds = holdsWords(table, words)
  return isTypedId(words) ? sql<SqlBool>`(${holds} or ${beginsPlainId(table, words)})` : holds
}

function beginsPlainId(table: string, words: readonly string[]): RawBuilder<SqlBool> {
  return beginsWith(plainId(table), toPlainId(words))
}

export function equalsPlainId(table: string, words: readonly string[]): RawBuilder<SqlBool> {
  return isTypedId(words) ? sql<SqlBool>`${plainId(table)} = ${toPlainId(words)}` : sql<SqlBool>`1 = 0`
}

export function beginsWith(text: RawBuilder<string>, beginning: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${text} >= ${beginning} and ${text} < ${beginning + lastCharacter})`
}

/** Sorts after every other character. */
export const lastCharacter = '\u{10ffff}'

/** Escapes pattern characters: `100%` and `a_b` are text. */
export function escapeLike(text: string): string {
  return text.replace(/[!%_]/g, '!$&')
}

/**
 * The accounts that {@link matchesSearch} finds, in index order: the first few cost the same for any number of
 * accounts.
 */
export function accountsMatching(db: Db, words: readonly string[]): AccountSource {
  const holding = engineOf(db) === 'sqlite' ? trigramMatches(words) : firstByNameThenMatches(words)
  if (!isTypedId(words)) return holding
  return sql<AccountRow>`(
    select * from ${holding}
    union all
    select * from accounts where ${beginsPlainId('accounts', words)} and not ${holdsWords('accounts', words)}
  )`.as('a')
}

/** The accounts that one of a user's lists contains, read from the list, for any number of accounts. */
export function accountsListedIn(db: Db, table: 'user_accounts' | 'account_shortcuts', userId: string): AccountSource {
  return accountsAmong(db, sql`select account_id from ${sql.table(table)} where user_id = ${userId}`)
}

/** The accounts that were given to a user: those on the list, and the members of the user's groups. */
export function accountsGivenTo(db: Db, userId: string): AccountSource {
  return accountsAmong(
    db,
    sql`select account_id from user_accounts where user_id = ${userId} union ${groupedIds(userId)}`,
  )
}

/**
 * The members of a user's groups; an account of several groups several times. Begins with the groups on both engines.
 */
export function groupedIds(userId: string): RawBuilder<unknown> {
  return sql`select m.account_id from user_account_groups as g cross join account_group_members as m
    where g.user_id = ${userId} and m.group_id = g.group_id`
}

/** The members of a group. */
export function accountsInGroup(db: Db, groupId: string): AccountSource {
  return accountsAmong(db, sql`select distinct account_id from account_group_members where group_id = ${groupId}`)
}

/** Forces each engine to start from the IDs: their statistics could make them scan all accounts. */
function accountsAmong(db: Db, ids: RawBuilder<unknown>): AccountSource {
  const listed =
    engineOf(db) === 'sqlite'
      ? sql`select accounts.* from (${ids}) as list cross join accounts on accounts.id = list.account_id`
      : sql`select * from accounts where id = any (array(${ids}))`
  return sql<AccountRow>`(${listed})`.as('a')
}

/** FTS5 intersects its lists lazily and stops at the limit. */
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
 * A GIN index collects all matches before it returns one, which is slow for a word in every third account. A scan by
 * name finds such a word quickly; a word that the first accounts rarely contain is rare enough for the index.
 */
function firstByNameThenMatches(words: readonly string[]): AccountSource {
  const parts = words.map(
    (word) => sql`latchkey_alnum(' ' || search_text) like '%' || latchkey_alnum(${spaced(word, ' ')}) || '%'`,
  )
  // Materialized: a planner that knows the outer limit might scan all accounts.
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

/** A short word preceded by its word boundary. */
function spaced(word: string, space: string): string {
  return isShort(word) ? space + word : word
}
