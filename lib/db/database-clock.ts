import { setInterval } from 'node:timers'
import { type Clock, secondMs, systemClock } from '#lib/clock.ts'
import { type Database, readNow } from '#lib/db/database.ts'
import { engineOf } from '#lib/db/engine.ts'

const readAgainMs = 10 * secondMs

/**
 * The time of the database, for what is shown and for what no statement decides: instances whose own clocks differ tell
 * the same time. On the embedded database it is this machine's.
 */
export async function followDatabaseClock(db: Database): Promise<Clock> {
  if (engineOf(db) === 'sqlite') return systemClock
  // From here on an even clock counts: one that is set in between changes nothing.
  let ahead = await measure(db)
  const timer = setInterval(() => {
    measure(db).then(
      (measured) => {
        ahead = measured
      },
      // The last reading stays good; statements report the outage themselves.
      () => undefined,
    )
  }, readAgainMs)
  timer.unref()
  return { now: () => Math.round(performance.now() + ahead) }
}

/** How far the database is ahead of this process's even clock, to within half the time that asking takes. */
async function measure(db: Database): Promise<number> {
  const before = performance.now()
  const now = await readNow(db)
  return now - (before + performance.now()) / 2
}
