import { type Expression, type RawBuilder, sql } from 'kysely'
import type { Db } from '#lib/db/database.ts'
import { engineOf } from '#lib/db/engine.ts'
import type { Tables } from '#lib/db/tables.ts'

/**
 * Whether one statement may change several tables here: `with … as (insert …)`. The embedded database knows none such,
 * and has no way to go between two statements.
 */
export function hasWritingCtes(db: Db): boolean {
  return engineOf(db) === 'postgres'
}

/** The insert of this row into the table once for each row of `source`, as a part of a statement that has it. */
export function insertForEach(
  source: string,
  table: keyof Tables,
  row: Readonly<Record<string, Expression<unknown>>>,
): RawBuilder<object> {
  const columns = Object.keys(row).map((name) => sql.ref(name))
  const values = sql.join(Object.values(row))
  return sql<object>`insert into ${sql.table(table)} (${sql.join(columns)}) select ${values} from ${sql.table(source)}`
}
