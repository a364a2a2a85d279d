import { type AliasableExpression, type InsertQueryBuilder, type InsertResult, type RawBuilder, sql } from 'kysely'
import type { Db } from '#lib/foundation/db/database.ts'
import { engineOf } from '#lib/foundation/db/engine.ts'
import type { Placeholders } from '#lib/foundation/db/prepared.ts'
import type { Tables } from '#lib/foundation/db/tables.ts'

// Rows and lists in one parameter, as JSON: the statement has the same text for any number of them. Building one with a
// parameter for each value takes longer than executing it.

/** These texts as a subquery, after `in`. */
export function givenTexts(db: Db, texts: readonly string[]): RawBuilder<string> {
  const json = JSON.stringify(texts)
  return engineOf(db) === 'sqlite'
    ? sql`(select value from json_each(${json}))`
    : sql`(select value from json_array_elements_text(${json}::json))`
}

type Texts = Readonly<Record<string, string | null>>

type Insertion<Table extends keyof Tables, Row extends Texts> = Readonly<{
  into: Table
  rows: readonly Row[]
  /** The columns, of the values of a row. */
  toColumns: (values: Placeholders<Row>) => Readonly<Partial<Record<keyof Tables[Table], AliasableExpression<unknown>>>>
}>

/** Inserts a row for each of these. */
export function insertGiven<Table extends keyof Tables, Row extends Texts>(
  db: Db,
  { into, rows, toColumns }: Insertion<Table, Row>,
): InsertQueryBuilder<Tables, Table, InsertResult> {
  const values = new Proxy({} as Placeholders<Row>, { get: (_, name) => sql`given.value ->> ${sql.lit(String(name))}` })
  const columns = Object.entries(toColumns(values) as Readonly<Record<string, AliasableExpression<unknown>>>)
  const json = JSON.stringify(rows)
  const given =
    engineOf(db) === 'sqlite' ? sql<object>`json_each(${json})` : sql<object>`json_array_elements(${json}::json)`
  return db
    .insertInto(into)
    .columns(columns.map(([name]) => name as keyof Tables[Table] & string))
    .expression(
      db
        .selectFrom(given.as('given'))
        .select(columns.map(([name, value]) => value.as(name)))
        // Otherwise, SQLite takes `on conflict` for the condition of a join.
        .where(sql.lit(true)),
    )
}
