import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { insertRows as insertStoredRows, readRows } from '#lib/foundation/db/copy/rows.ts'
import { tableNames } from '#lib/foundation/db/copy/stored-tables.ts'
import type { Database } from '#lib/foundation/db/database.ts'
import { engineOf } from '#lib/foundation/db/engine.ts'
import { recordOf } from '#lib/kernel/record-of.ts'

const rows = listStatements('rows.sql')

/**
 * Gives an empty database the schema that the last step of 0.1 left, as it was dumped then, and its recorded steps.
 * @param fill inserts the rows, before there are triggers: by default one into every table, and a few accounts
 */
export async function makeVersion01(db: Database, fill = insertRows): Promise<void> {
  const statements = listStatements(`${engineOf(db)}.sql`)
  const tables = statements.findIndex((statement) => statement.startsWith('-- rows'))
  await db.transaction().execute(async (trx) => {
    await runAll(trx, statements.slice(0, tables))
    await runAll(trx, rows.filter(isStep))
    await fill(trx)
    await runAll(trx, statements.slice(tables))
  })
}

function insertRows(db: Database): Promise<void> {
  return runAll(
    db,
    rows.filter((statement) => !isStep(statement)),
  )
}

/** Copies every row of a database, without the tables and columns that were added since. */
export async function copyRows(from: Database, to: Database): Promise<void> {
  const tables = await to.introspection.getTables()
  for (const name of tableNames) {
    const columns = tables.find((table) => table.name === name)?.columns.map((column) => column.name)
    if (!columns) continue
    const toFormer = (row: Readonly<Record<string, unknown>>) => recordOf(columns, (column) => row[column])
    for await (const part of readRows(from, name)) await insertStoredRows(to, name, part.map(toFormer) as typeof part)
  }
}

function isStep(statement: string): boolean {
  return statement.startsWith('insert into kysely_migration')
}

async function runAll(db: Database, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/** A statement ends with its line; the next one is not indented. */
function listStatements(file: string): string[] {
  const text = readFileSync(join(import.meta.dirname, file), 'utf8')
  return text.split(/;\n(?=\S|$)/).filter((statement) => statement.trim() !== '')
}
