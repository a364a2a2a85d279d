import { AsyncLocalStorage } from 'node:async_hooks'
import { sql } from 'kysely'
import type { Database, DbTransaction } from '#lib/foundation/db/database.ts'
import { engineOf } from '#lib/foundation/db/engine.ts'

const slot = Symbol.for('latchkey.bulk-transactions')
// The server and Next's bundle each evaluate this module. The type of globalThis can't be extended by a symbol.
const shared = globalThis as typeof globalThis & { [slot]?: AsyncLocalStorage<true> }
shared[slot] ??= new AsyncLocalStorage()
const bulk = shared[slot]

/**
 * A transaction of few statements, each of which writes many rows. A server on SQLite runs them on its commit thread:
 * its event loop serves others meanwhile.
 */
export function transactInBulk<T>(db: Database, work: (trx: DbTransaction) => Promise<T>): Promise<T> {
  return bulk.run(true, () =>
    db.transaction().execute(async (trx) => {
      // PostgreSQL would keep the plan for an empty table while it fills.
      if (engineOf(db) === 'postgres') await sql`set local plan_cache_mode = force_custom_plan`.execute(trx)
      return work(trx)
    }),
  )
}

/** Whether nobody else commits while a transaction in bulk is open. */
export function holdsUpOthers(db: Database): boolean {
  return engineOf(db) === 'sqlite'
}

/** Whether a transaction that begins here is in bulk. */
export function isInBulk(): boolean {
  return bulk.getStore() === true
}
