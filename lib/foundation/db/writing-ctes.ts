import { type Expression, type RawBuilder, sql } from 'kysely'
import type { Db } from '#lib/foundation/db/database.ts'
import { engineOf } from '#lib/foundation/db/engine.ts'
import type { Tables } from '#lib/foundation/db/tables.ts'

/** Whether one statement may change several tables: `with … as (insert …)`. SQLite doesn't support that. */
export function hasWritingCtes(db: Db): boolean {
  return engineOf(db) === 'postgres'
}

/** A CTE that inserts this row once for each row of `source`. */
export function insertForEach(
  source: string,
  table: keyof Tables,
  row: Readonly<Record<string, Expression<unknown>>>,
): RawBuilder<object> {
  const columns = Object.keys(row).map((name) => sql.ref(name))
  const values = sql.join(Object.values(row))
  return sql<object>`insert into ${sql.table(table)} (${sql.join(columns)}) select ${values} from ${sql.table(source)}`
}
