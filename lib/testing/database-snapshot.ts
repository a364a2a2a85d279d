import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#lib/foundation/db/database.ts'
import { engineOf } from '#lib/foundation/db/engine.ts'
import { recordOf } from '#lib/kernel/record-of.ts'

type Row = Readonly<Record<string, unknown>>

/** The definitions and all rows of a database. */
export type Snapshot = Readonly<{ schema: readonly string[]; rows: ReadonlyMap<string, readonly Row[]> }>

export async function takeSnapshot(db: Database): Promise<Snapshot> {
  const { rows: definitions } = await sql<{ text: string }>`${definition[engineOf(db)]}`.execute(db)
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  const rows = new Map<string, readonly Row[]>()
  for (const { name } of tables.filter((table) => !table.isView)) {
    const table = await sql<Row>`select * from ${sql.table(name)}`.execute(db)
    rows.set(name, sortRows(table.rows))
  }
  return { schema: definitions.map(({ text }) => text).toSorted(), rows }
}

/** The rows of `before` without an equal in `after`, compared by their former columns, as `table: row`. */
export function findMissingRows(before: Snapshot, after: Snapshot): string[] {
  return [...before.rows].flatMap(([table, rows]) => {
    const columns = Object.keys(rows[0] ?? {})
    const toPart = (row: Row) => toText(Object.fromEntries(columns.map((column) => [column, row[column]])))
    const there = new Set(after.rows.get(table)?.map(toPart))
    return rows.filter((row) => !there.has(toPart(row))).map((row) => `${table}: ${toText(row)}`)
  })
}

/** Definitions that differ only in their line breaks and in the spaces around punctuation are equal. */
export function normalizeSchema({ schema }: Snapshot): readonly string[] {
  return schema.map((text) => text.replace(/\s+/g, ' ').replace(/ ?([(),;]) ?/g, '$1')).toSorted()
}

/** The snapshot without the recorded migrations. */
export function withoutSteps({ schema, rows }: Snapshot): Snapshot {
  return { schema, rows: new Map([...rows].filter(([table]) => table !== 'kysely_migration')) }
}

/** Without the tables and columns that `former` lacks: each step may have added some. */
export function withColumnsOf(former: Snapshot, { schema, rows }: Snapshot): Snapshot {
  const known = [...rows].filter(([table]) => former.rows.has(table))
  const kept = known.map(([table, all]) => {
    const columns = Object.keys(former.rows.get(table)?.[0] ?? {})
    return [table, sortRows(all.map((row) => recordOf(columns, (column) => row[column])))] as const
  })
  return { schema, rows: new Map(kept) }
}

function sortRows(rows: readonly Row[]): readonly Row[] {
  return rows.toSorted((one, other) => (toText(one) < toText(other) ? -1 : 1))
}

/** Same text, same row. */
function toText(row: Row): string {
  return JSON.stringify(row)
}

/** One line of text per definition. */
const definition: Readonly<Record<'sqlite' | 'postgres', RawBuilder<unknown>>> = {
  sqlite: sql`select type || ' ' || name || ': ' || coalesce(sql, '') as text from sqlite_master`,
  postgres: sql`
    select concat_ws(' ', 'column', table_name, column_name, data_type, collation_name, is_nullable, column_default) as text
      from information_schema.columns where table_schema = 'public'
    union all select indexdef from pg_indexes where schemaname = 'public'
    union all select concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid)) from pg_constraint
      where connamespace = 'public'::regnamespace
    union all select concat_ws(' ', 'function', oid::regprocedure, prosrc) from pg_proc
      where pronamespace = 'public'::regnamespace
    union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
    union all select concat_ws(' ', 'extension', extname, extversion) from pg_extension`,
}
