import { sql } from 'kysely'
import { tableNames } from '#lib/foundation/db/copy/stored-tables.ts'
import { type Database, type DbTransaction, isDiskFull } from '#lib/foundation/db/database.ts'
import { engineOf } from '#lib/foundation/db/engine.ts'
import { isRefusal, Refusal } from '#lib/kernel/errors.ts'

const attempts = 5
const noRoom = 'The disk of the database is full: nothing was changed.'

/**
 * Runs a transaction without concurrent writes, on any instance. Reads continue and see the previous state.
 * @throws Refusal `temporarily_unavailable` if others don't release their locks, `conflict` if the disk is full
 */
export async function transactExclusively<T>(db: Database, work: (trx: DbTransaction) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    let isAlone = false
    try {
      return await db.transaction().execute(async (trx) => {
        await lockTables(trx)
        isAlone = true
        return work(trx)
      })
    } catch (error) {
      // A transaction that writes the tables in another order can deadlock with this one; PostgreSQL ends one of them.
      const isBusy = isRefusal(error) && error.code === 'temporarily_unavailable'
      if (isAlone && isDiskFull(error)) throw new Refusal('conflict', { description: noRoom, cause: error })
      if (isAlone || !isBusy || attempt === attempts) throw error
    }
  }
}

/** SQLite has a single writer anyway. */
async function lockTables(trx: DbTransaction): Promise<void> {
  if (engineOf(trx) === 'sqlite') return
  await sql`lock table ${sql.join(tableNames.map((name) => sql.table(name)))} in exclusive mode`.execute(trx)
}
