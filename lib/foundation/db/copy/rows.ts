import { type RawBuilder, type Selectable, sql } from 'kysely'
import { storedTables, type TableName } from '#lib/foundation/db/copy/stored-tables.ts'
import type { Db } from '#lib/foundation/db/database.ts'
import type { Tables } from '#lib/foundation/db/tables.ts'

/** Rows held in memory at once; fewer of imported files, which can be several megabytes each. */
const pageRows = 500
const longRows: Partial<Record<TableName, number>> = { account_imports: 5 }

/** All rows of a table in primary-key order, page by page, so that any table fits into memory. */
export async function* readRows<Name extends TableName>(db: Db, table: Name): AsyncGenerator<Tables[Name][]> {
  const key: readonly string[] = storedTables[table].key
  const columns = sql.join(key.map((name) => sql.ref(name)))
  const limit = longRows[table] ?? pageRows
  let after = sql``
  for (;;) {
    const { rows } = await sql<Tables[Name]>`
      select * from ${sql.table(table)} ${after} order by ${columns} limit ${sql.lit(limit)}`.execute(db)
    const last = rows.at(-1)
    if (!last) return
    yield rows
    if (rows.length < limit) return
    const cells = new Map<string, unknown>(Object.entries(last))
    after = sql`where (${columns}) > (${sql.join(key.map((name) => cells.get(name)))})`
  }
}

/** @returns the number of rows added */
export function insertRows<Name extends TableName>(db: Db, table: Name, rows: Rows<Name>): Promise<number> {
  return insertAll(db, insertion(table, rows))
}

/** Keeps existing rows, by primary key. @returns the number of rows added */
export function insertMissingRows<Name extends TableName>(db: Db, table: Name, rows: Rows<Name>): Promise<number> {
  return insertAll(db, insertion(table, rows, sql`on conflict do nothing`))
}

type Rows<Name extends TableName> = readonly Selectable<Tables[Name]>[]

/** Undefined without rows. */
function insertion<Name extends TableName>(table: Name, rows: Rows<Name>, onConflict = sql``) {
  const [first] = rows
  if (!first) return undefined
  const columns = sql.join(Object.keys(first).map((name) => sql.ref(name)))
  const values = sql.join(rows.map((row) => sql`(${sql.join(Object.values(row))})`))
  return sql`
    insert into ${sql.table(table)} (${columns}) values ${values} ${onConflict}`
}

async function insertAll(db: Db, statement: RawBuilder<unknown> | undefined): Promise<number> {
  const result = await statement?.execute(db)
  return Number(result?.numAffectedRows ?? 0)
}

/** Reports progress: rows done, rows in total. */
export type OnProgress = (done: number, total: number) => void

/** Copies rows to a database of either engine, in insertion order of the tables. `merged` ones keep existing rows. */
export async function copyTables(
  from: Db,
  to: Db,
  {
    tables,
    merged = [],
    onProgress,
  }: Readonly<{ tables: readonly TableName[]; merged?: readonly TableName[]; onProgress: OnProgress }>,
): Promise<void> {
  let total = 0
  for (const table of tables) total += await countTableRows(from, table)
  let done = 0
  for (const table of tables) {
    for await (const rows of readRows(from, table)) {
      await (merged.includes(table) ? insertMissingRows : insertRows)(to, table, rows)
      done += rows.length
      onProgress(done, total)
    }
  }
}

/** Deletes every row of a table. */
export async function deleteRows(db: Db, table: TableName): Promise<void> {
  await sql`delete from ${sql.table(table)}`.execute(db)
}

export async function countTableRows(db: Db, table: TableName): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*) as total from ${sql.table(table)}`.execute(db)
  return rows[0]?.total ?? 0
}
