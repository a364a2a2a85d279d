import { sql } from 'kysely'
import { secondMs } from '#lib/clock.ts'
import { type Db, nowMs } from '#lib/db/database.ts'

const name = 'housekeeping'

/** A holder that has not said so for this long is gone, and its turn is free. */
export const leaseMs = 30 * secondMs

/**
 * Takes the turn to sweep, where it is free: of all instances that ask, one gets it. A turn that is not free for longer
 * than `longestMs` was set by a clock that went wrong, and counts as free.
 * @returns whether it is this holder's from now on, for {@link leaseMs}
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
 * Says that the turn is free in `freeInMs`: {@link leaseMs} by a holder that goes on, less by one that has finished.
 * @returns false if another instance holds the lease now: nothing was changed
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
