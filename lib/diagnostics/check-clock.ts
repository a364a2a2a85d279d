import { type Clock, secondMs } from '#lib/clock.ts'
import type { Database } from '#lib/db/database.ts'
import { type CheckResult, fail, ok } from '#lib/diagnostics/check-result.ts'
import { findNewestInstant } from '#lib/diagnostics/store.ts'

/** Every link, session and token expires by this clock: the machine's, or PostgreSQL's. */
export async function checkClock(db: Database, clock: Clock): Promise<CheckResult> {
  const now = clock.now()
  const newest = await findNewestInstant(db)
  // A server may record an event during the check.
  if (newest !== undefined && newest > now + 5 * secondMs) {
    const when = new Date(newest).toISOString()
    return fail('clock', `It was set back: something is recorded at ${when} already. Correct the time, then restart.`)
  }
  return ok('clock', `It says ${new Date(now).toISOString()}, after everything that is recorded.`)
}
