import type { Clock } from '#lib/clock.ts'
import { openDatabase } from '#lib/db/database.ts'
import type { Services } from '#lib/services.ts'

/** The same database under a clock that is set by hand: what is done with it happened then. */
export type Past = Readonly<{ services: Services; setClock: (instant: number) => void }>

/** Runs the product's own use cases in the past, so that a demonstration has a history. */
export async function inThePast(services: Services, start: number, live: (past: Past) => Promise<void>): Promise<void> {
  let now = start
  const clock: Clock = { now: () => now }
  const db = openDatabase(services.env, clock, 'server')
  try {
    await live({
      services: { ...services, clock, db },
      setClock: (instant) => {
        now = instant
      },
    })
  } finally {
    await db.destroy()
  }
}
