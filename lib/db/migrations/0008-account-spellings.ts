import { type Kysely, sql } from 'kysely'
import { engineOf } from '#lib/db/engine.ts'
import { expandedSpellings, foldForSearch } from '#lib/fold-text.ts'

type NamedRow = { id: string; search_text: string } & { [column: string]: string | null }

const rowsPerStatement = 1_000

/**
 * Adds spellings such as `mueller` and `strasse` to the search. Only rows with non-ASCII letters can change; on
 * PostgreSQL, accounts and users stay readable meanwhile. The index comes last, because it blocks writers.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await updateSearchText(db, 'accounts', ['name'], ({ id, name }) => {
    const spaced = (name ?? '').replace(/\s+/gu, ' ')
    return [foldForSearch(spaced), foldForSearch(id), ...expandedSpellings([spaced])]
  })
  await updateSearchText(db, 'users', ['name', 'username', 'email'], ({ name, username, email }) => {
    const texts = [name ?? '', username ?? '', email ?? '']
    return [...texts.map(foldForSearch), ...expandedSpellings(texts)]
  })
  const expandedName =
    engineOf(db) === 'sqlite'
      ? sql`substr(search_text, instr(search_text, char(10)) + length(id) + 2)`
      : sql`split_part(search_text, chr(10), 3)`
  await sql`
    create index accounts_by_expanded_name on accounts ((${expandedName})) where ${expandedName} <> ''
  `.execute(db)
}

/** Of rows with non-ASCII letters. @param toLines returns the lines of the new text for a row with these columns */
export async function updateSearchText(
  db: Kysely<unknown>,
  table: string,
  columns: readonly string[],
  toLines: (row: NamedRow) => readonly string[],
): Promise<void> {
  const texts = sql.join(columns.map((column) => sql.ref(column)))
  const hasOtherLetters = sql.join(
    columns.map((column) => sql`octet_length(${sql.ref(column)}) > length(${sql.ref(column)})`),
    sql` or `,
  )
  let after = ''
  for (;;) {
    const { rows } = await sql<NamedRow>`
      select id, search_text, ${texts} from ${sql.table(table)}
      where id > ${after} and (${hasOtherLetters}) order by id limit ${sql.lit(rowsPerStatement)}`.execute(db)
    const changed = rows
      .map((row) => ({ id: row.id, before: row.search_text, text: toLines(row).join('\n') }))
      .filter(({ before, text }) => text !== before)
    if (changed.length > 0) {
      const values = sql.join(changed.map(({ id, text }) => sql`(${id}, ${text})`))
      await sql`
        update ${sql.table(table)} set search_text = changed.column2 from (values ${values}) as changed
        where ${sql.table(table)}.id = changed.column1`.execute(db)
    }
    const last = rows.at(-1)
    if (!last || rows.length < rowsPerStatement) return
    after = last.id
  }
}
