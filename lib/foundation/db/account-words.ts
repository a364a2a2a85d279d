import { type RawBuilder, sql } from 'kysely'
import { lastCharacter } from '#lib/foundation/db/account-search.ts'
import type { Db } from '#lib/foundation/db/database.ts'
import { engineOf } from '#lib/foundation/db/engine.ts'
import { givenTexts } from '#lib/foundation/db/given-rows.ts'

/** How many words are read by their beginnings, and how many by their endings. */
const maxRead = 3_000

/** The words of account names that are among these. */
export async function findAccountWords(db: Db, words: readonly string[]): Promise<readonly string[]> {
  const rows = await db.selectFrom('account_words').select('word').where('word', 'in', givenTexts(db, words)).execute()
  return rows.map(({ word }) => word)
}

type Likeness = Readonly<{
  beginnings: readonly string[]
  /** Backwards, at most eight letters. */
  endings: readonly string[]
  lengths: readonly [min: number, max: number]
}>

/**
 * The words of account names with one of these lengths that have one of these beginnings or endings; some twice. Reads
 * at most {@link maxRead} of each, in the order of the given beginnings and endings.
 */
export async function findAccountWordsLike(
  db: Db,
  { beginnings, endings, lengths: [min, max] }: Likeness,
): Promise<readonly string[]> {
  const isLong = sql`length(word) between ${min} and ${max}`
  const begin = wordsFrom(db, beginnings, { indexed: sql`word`, isLong })
  const end = wordsFrom(db, endings, { indexed: endingOf(db), isLong })
  const { rows } = await sql<{ word: string }>`
    select word from (${begin}) as beginning union all select word from (${end}) as ending`.execute(db)
  return rows.map(({ word }) => word)
}

/** The last eight letters of a word, backwards. Must match the index of migration 0103. */
function endingOf(db: Db): RawBuilder<string> {
  if (engineOf(db) === 'postgres') return sql`reverse(right(word, 8))`
  return sql`${sql.join(
    [1, 2, 3, 4, 5, 6, 7, 8].map((place) => sql`substr(word, ${sql.lit(-place)}, 1)`),
    sql` || `,
  )}`
}

/** One range of an index for each of the texts, in their order. */
function wordsFrom(
  db: Db,
  texts: readonly string[],
  { indexed, isLong }: Readonly<Record<'indexed' | 'isLong', RawBuilder<unknown>>>,
): RawBuilder<unknown> {
  const isAmong = sql`${indexed} >= given.value and ${indexed} < given.value || ${lastCharacter} and ${isLong}`
  const json = JSON.stringify(texts)
  if (engineOf(db) === 'sqlite') {
    return sql`select word from json_each(${json}) as given cross join account_words
      where ${isAmong} limit ${sql.lit(maxRead)}`
  }
  // Lateral: a planner that knows no texts might read all words for each of them.
  return sql`select word from json_array_elements_text(${json}::json) as given (value)
    cross join lateral (select word from account_words where ${isAmong} limit ${sql.lit(maxRead)}) as words
    limit ${sql.lit(maxRead)}`
}
