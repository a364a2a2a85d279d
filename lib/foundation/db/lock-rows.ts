import { type RawBuilder, sql } from 'kysely'
import type { Db, DbTransaction } from '#lib/foundation/db/database.ts'
import { engineOf } from '#lib/foundation/db/engine.ts'
import type { Tables } from '#lib/foundation/db/tables.ts'

/**
 * The end of a select: the rows that it reads stay unchanged until the transaction ends. SQLite has a single writer.
 */
export function forShare(db: Db): RawBuilder<unknown> {
  return engineOf(db) === 'sqlite' ? sql`` : sql`for share`
}

/**
 * The end of a select: other transactions can't change the rows that it reads until this one ends. References to them
 * can be added.
 */
export function forUpdate(db: Db): RawBuilder<unknown> {
  return engineOf(db) === 'sqlite' ? sql`` : sql`for no key update`
}

/**
 * Waits for every transaction that has written the table, and makes later writers wait for this one, so that their
 * triggers see what it commits. The caller commits soon.
 */
export async function awaitWriters(trx: DbTransaction, table: keyof Tables): Promise<void> {
  if (engineOf(trx) === 'postgres') await sql`lock table ${sql.table(table)} in share mode`.execute(trx)
}
