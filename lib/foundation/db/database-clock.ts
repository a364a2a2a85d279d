import { setInterval } from 'node:timers'
import { type Database, readNow } from '#lib/foundation/db/database.ts'
import { engineOf } from '#lib/foundation/db/engine.ts'
import { type Clock, secondMs, systemClock } from '#lib/kernel/clock.ts'

const readAgainMs = 10 * secondMs

/** The database's time for display and for decisions outside statements. On SQLite it is this machine's clock. */
export async function followDatabaseClock(db: Database): Promise<Clock> {
  if (engineOf(db) === 'sqlite') return systemClock
  // From here a monotonic clock counts, which adjustments of the system clock don't affect.
  let ahead = await measure(db)
  const timer = setInterval(() => {
    measure(db).then(
      (measured) => {
        ahead = measured
      },
      // Keeps the last reading; statements report the outage.
      () => undefined,
    )
  }, readAgainMs)
  timer.unref()
  return { now: () => Math.round(performance.now() + ahead) }
}

/** The offset between the database's clock and this process's monotonic clock, accurate to half the round trip. */
async function measure(db: Database): Promise<number> {
  const before = performance.now()
  const now = await readNow(db)
  return now - (before + performance.now()) / 2
}
