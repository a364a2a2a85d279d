import { type Kysely, sql } from 'kysely'
import { engineOf } from '#lib/foundation/db/engine.ts'
import { runScript } from '#lib/foundation/db/migrations/run-script.ts'
import { EnvError } from '#lib/kernel/env.ts'

/** Indexes for `account-search.ts`: by a part of name or ID, and by names as `mueller` and `strasse` spell them. */
export async function createAccountSearch(db: Kysely<unknown>): Promise<void> {
  const isPostgres = engineOf(db) === 'postgres'
  const expandedName = isPostgres
    ? sql`split_part(search_text, chr(10), 3)`
    : sql`substr(search_text, instr(search_text, char(10)) + length(id) + 2)`
  await sql`
    create index accounts_by_expanded_name on accounts ((${expandedName})) where ${expandedName} <> ''
  `.execute(db)
  if (isPostgres) return createTrigramIndex(db)
  await runScript(db, trigramTable)
  for (const trigger of trigramTriggers) await sql.raw(trigger).execute(db)
}

/**
 * SQLite: a contentless trigram index. It refers to rows by number; SQLite's own row numbers of `accounts` change on
 * VACUUM, so accounts have their own. Merging less often cuts two thirds of the time of an import batch that renames
 * accounts. Rows are inserted in numeric order: any other order takes ten times as long.
 */
const trigramTable = `
  create table account_numbers (
    number integer primary key,
    account_id text not null unique references accounts (id)
  );
  create virtual table account_trigrams using fts5 (
    words, content='', tokenize='trigram case_sensitive 1'
  );
  insert into account_trigrams (account_trigrams, rank) values ('automerge', 8);
`

const add = `
    insert into account_trigrams (rowid, words)
      select number, ${spacedWords('new')} from account_numbers where account_id = new.id;`
const takeOut = `
    insert into account_trigrams (account_trigrams, rowid, words)
      select 'delete', number, ${spacedWords('old')} from account_numbers where account_id = old.id;`

/** They keep the index in the transaction that writes accounts. Deleting from it requires the old text. */
const trigramTriggers = [
  `create trigger account_trigrams_insert after insert on accounts begin
    insert into account_numbers (account_id) values (new.id);${add}
  end`,
  `create trigger account_trigrams_update after update of search_text on accounts
    when new.search_text <> old.search_text begin${takeOut}${add}
  end`,
  `create trigger account_trigrams_delete after delete on accounts begin${takeOut}
    delete from account_numbers where account_id = old.id;
  end`,
]

/** Two spaces before each word: the trigrams `  a` and ` ac` find words by their first one or two characters. */
function spacedWords(table: string): string {
  return `'  ' || replace(replace(${table}.search_text, char(10), ' '), ' ', '  ')`
}

/**
 * PostgreSQL: a pg_trgm index. It only indexes letters and digits, in the locale C only ASCII ones, so each character
 * is mapped to an ASCII letter or digit.
 */
async function createTrigramIndex(db: Kysely<unknown>): Promise<void> {
  const operators = sql.id(await settleTrigramExtension(db), 'gin_trgm_ops')
  // Different characters may map to the same one: matches are verified against the text itself.
  await sql`
    create function latchkey_alnum(source text) returns text language plpgsql immutable strict cost 10 as $$
      declare
        ascii constant text := translate(source, chr(10) || ${sql.lit(asciiSigns)}, ' ' || ${sql.lit(signLetters)});
      begin
        if octet_length(ascii) = char_length(ascii) then return ascii; end if;
        return (
          select string_agg(
            case when ascii(letter) < 128 then letter else substr(${sql.lit(alnum)}, ascii(letter) % 36 + 1, 1) end,
            '' order by place
          )
          from regexp_split_to_table(ascii, '') with ordinality as letters (letter, place)
        );
      end
    $$
  `.execute(db)
  await sql`
    create index accounts_by_trigram on accounts using gin (latchkey_alnum(' ' || search_text) ${operators})
  `.execute(db)
}

const alnum = '0123456789abcdefghijklmnopqrstuvwxyz'
/** Frequent characters come first and map to rare letters. */
const asciiSigns = '-._&\',/()+!"#$%*:;<=>?@[\\]^`{|}~'
const signLetters = 'qxjzywvkqxjzyw0123456789bcdfghlm'

/** @returns the extension's schema */
async function settleTrigramExtension(db: Kysely<unknown>): Promise<string> {
  try {
    await sql`create extension if not exists pg_trgm`.execute(db)
  } catch (cause) {
    const sentence = whyNoExtension.get(cause instanceof Error && 'code' in cause ? cause.code : undefined)
    throw sentence ? new EnvError(sentence, { cause }) : cause
  }
  const { rows } = await sql<{ schema: string }>`
    select n.nspname as schema from pg_extension as e join pg_namespace as n on n.oid = e.extnamespace
    where e.extname = 'pg_trgm'
  `.execute(db)
  return rows[0]?.schema ?? 'public'
}

/** PostgreSQL: insufficient_privilege, feature_not_supported. */
const whyNoExtension: ReadonlyMap<unknown, string> = new Map([
  [
    '42501',
    'The user of DATABASE_URL may not create the extension pg_trgm, which account search needs: run CREATE EXTENSION pg_trgm in that database as its owner or as a superuser, and start again.',
  ],
  [
    '0A000',
    'PostgreSQL has no extension pg_trgm, which account search needs: install its contrib modules (such as the package postgresql-contrib) on the database server, and start again.',
  ],
])
