import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { nameEnd } from '#lib/accounts/search-text.ts'

/** The conditions of a search, for queries that call the accounts `a`. `words` are folded; all of them must occur. */
export function holdsWords(words: readonly string[]): RawBuilder<SqlBool> {
  if (words.length === 0) return sql<SqlBool>`1 = 1`
  return sql<SqlBool>`(${sql.join(
    words.map((word) => like('a', `%${escapeLike(word)}%`)),
    sql` and `,
  )})`
}

/** Where `after` is the last account shown: what comes behind it in the order of {@link searchOrder}. */
export function isBehind(words: readonly string[], after: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${orderColumns('a', words)}) > (select ${orderColumns('c', words)} from accounts as c where c.id = ${after})`
}

/** By name; in a search the account that is meant exactly comes first, then those that begin with what was typed. */
export function searchOrder(words: readonly string[]): RawBuilder<unknown> {
  return orderColumns('a', words)
}

function orderColumns(table: string, words: readonly string[]): RawBuilder<unknown> {
  const byName = sql`${sql.ref(`${table}.search_text`)}, ${sql.ref(`${table}.id`)}`
  return words.length === 0 ? byName : sql`${closeness(table, words)}, ${byName}`
}

/** 0: id or name is what was typed. 1: one of them begins with it. 2: the words occur. */
function closeness(table: string, words: readonly string[]): RawBuilder<number> {
  const typed = escapeLike(words.join(' '))
  return sql<number>`case
    when ${like(table, `%${nameEnd}${typed}`)} or ${like(table, `${typed}${nameEnd}%`)} then 0
    when ${like(table, `${typed}%`)} or ${like(table, `%${nameEnd}${typed}%`)} then 1
    else 2 end`
}

function like(table: string, pattern: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`${sql.ref(`${table}.search_text`)} like ${pattern} escape '!'`
}

/** What was typed is looked for as it is: `100%` and `a_b` are text, not patterns. */
function escapeLike(text: string): string {
  return text.replace(/[!%_]/g, '!$&')
}
