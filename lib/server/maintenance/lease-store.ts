import { sql } from 'kysely'
import { type Db, nowMs } from '#lib/foundation/db/database.ts'
import { secondMs } from '#lib/kernel/clock.ts'

const name = 'housekeeping'

/** A lease that isn't renewed for this long is free. */
export const leaseMs = 30 * secondMs

/**
 * Takes the lease if it is free: one of all instances gets it. A lease that isn't free for longer than `longestMs` was
 * set by a wrong clock and counts as free.
 * @returns whether it belongs to this holder from now on, for {@link leaseMs}
 */
export async function takeLease(db: Db, holder: string, longestMs: number): Promise<boolean> {
  const taken = await db
    .insertInto('leases')
    .values({ name, holder, free_at: sql<number>`${nowMs} + ${leaseMs}` })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet((eb) => ({ holder: eb.ref('excluded.holder'), free_at: eb.ref('excluded.free_at') }))
        .where((eb) =>
          eb.or([
            eb('leases.free_at', '<=', nowMs),
            eb('leases.free_at', '>', sql<number>`${nowMs} + ${Math.max(longestMs, leaseMs)}`),
          ]),
        ),
    )
    .returning('holder')
    .executeTakeFirst()
  return taken !== undefined
}

/**
 * Sets the lease to be free in `freeInMs`: {@link leaseMs} to renew it, less to release it.
 * @returns false if another instance holds it now: nothing was changed
 */
export async function extendLease(db: Db, holder: string, freeInMs: number): Promise<boolean> {
  const row = await db
    .updateTable('leases')
    .set({ free_at: sql<number>`${nowMs} + ${freeInMs}` })
    .where('name', '=', name)
    .where('holder', '=', holder)
    .returning('holder')
    .executeTakeFirst()
  return row !== undefined
}
