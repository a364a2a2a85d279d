import type { CompiledQuery } from 'kysely'
import type { Db } from '#lib/foundation/db/database.ts'

type Statement = Readonly<{ sql: string; parameters: readonly unknown[] }>

/** A statement, and the statements that run with it if it returns a row. */
export type Batch = Statement & Readonly<{ consequences?: readonly Statement[] }>

/**
 * Runs a statement that decides and, if it returns a row, its consequences. They commit together or not at all. They
 * reach the commit thread in one message: a transaction of as many statements would occupy the event loop, and wait
 * there for the disk. SQLite only; PostgreSQL has CTEs that write.
 */
export async function executeWithConsequences<Row>(
  db: Db,
  decision: CompiledQuery<Row>,
  consequences: readonly CompiledQuery<unknown>[],
): Promise<Row[]> {
  const batch: CompiledQuery<Row> & Batch = { ...decision, consequences }
  const { rows } = await db.executeQuery<Row>(batch)
  return rows
}
