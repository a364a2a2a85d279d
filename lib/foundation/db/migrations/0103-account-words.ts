import { type Kysely, sql } from 'kysely'
import { engineOf } from '#lib/foundation/db/engine.ts'
import { runScript } from '#lib/foundation/db/migrations/run-script.ts'

/**
 * The words of account names, each once, so that the launcher finds the word that a user mistyped. `spelling-store.ts`
 * adds words in the transaction that writes accounts: a trigger for each row costs imports ten times as much. Words are
 * not counted: every account would lock the row of `gmbh`. A word that no account has any longer finds nothing.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = engineOf(db) === 'postgres'
  await runScript(
    db,
    `create table account_words (word text not null constraint account_words_key primary key)
      ${isPostgres ? '' : 'without rowid'};
    create index account_words_by_ending on account_words (${isPostgres ? endingOnPostgres : endingOnSqlite});`,
  )
  await sql.raw(isPostgres ? fillOnPostgres : fillOnSqlite).execute(db)
}

/** The last eight letters, backwards. SQLite can't reverse a text. Must match `account-words.ts`. */
const endingOnPostgres = 'reverse(right(word, 8))'
const endingOnSqlite = [1, 2, 3, 4, 5, 6, 7, 8].map((place) => `substr(word, -${place}, 1)`).join(' || ')

/** What separates words, besides white space. Must match `spelling.ts`. */
const separators = `-._,'’/&()+":`
/** Letters that may be mistyped: Latin, Greek and Cyrillic, folded. Must match `spelling.ts`. */
const letters = 'a-zα-ωа-џґәғқңөұүһ'

const spacedOnSqlite = [...separators].reduce(
  (text, character) => `replace(${text}, '${character.replace("'", "''")}', ' ')`,
  "replace(search_text, char(10), ' ')",
)

const fillOnSqlite = `insert into account_words (word)
  select distinct value
  from accounts cross join json_each('[' || replace(json_quote(${spacedOnSqlite}), ' ', '","') || ']')
  where length(value) between 3 and 40 and value not glob '*[^${letters}]*'`

const spacedOnPostgres = `translate(
  search_text, chr(10) || '${separators.replace("'", "''")}', '${' '.repeat(separators.length + 1)}'
)`

const fillOnPostgres = `insert into account_words (word)
  select distinct word from accounts cross join string_to_table(${spacedOnPostgres}, ' ') as word
  where word ~ '^[${letters}]{3,40}$'`
