import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database, Db } from '#lib/foundation/db/database.ts'
import { engineOf } from '#lib/foundation/db/engine.ts'
import { randomId } from '#lib/kernel/crypto.ts'

const probeMs = 300

/**
 * Holds a named lock, across all instances, until the transaction ends: for decisions that take more than one
 * statement. On PostgreSQL the lock is a row of `locks`; SQLite has a single writer anyway.
 */
export async function takeLock(trx: Db, name: string): Promise<void> {
  if (engineOf(trx) === 'sqlite') return
  // A separate statement, so that the next one sees what the previous holder has committed.
  await trx.selectNoFrom(sql`latchkey_lock(${name})`.as('taken')).execute()
}

/** Tries on two connections whether a lock excludes: some engines that speak PostgreSQL's protocol don't honor it. */
export async function doLocksExclude(db: Database): Promise<boolean> {
  const name = randomId('probe')
  const order: string[] = []
  let second: Promise<void> | undefined
  await db.transaction().execute(async (trx) => {
    await takeLock(trx, name)
    const { promise: isConnected, resolve } = Promise.withResolvers<void>()
    second = db.transaction().execute(async (other) => {
      await other.selectNoFrom(sql.lit(1).as('one')).execute()
      resolve()
      await takeLock(other, name)
      order.push('second')
    })
    await isConnected
    await Promise.race([second, sleep(probeMs)])
    order.push('first')
  })
  await second
  return order[0] === 'first'
}
