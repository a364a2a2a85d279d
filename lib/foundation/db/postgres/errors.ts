import pg from 'pg'
import { isRefusal } from '#lib/kernel/errors.ts'
import { databaseOutage } from '#lib/kernel/wait-budget.ts'

/**
 * SQLSTATEs of a database that can't answer now but may soon: connection lost (08), out of resources or disk full (53),
 * stopped or canceled (57), I/O errors (58), deadlock or idle transaction ended (40, 25P03), lock timeout (55P03),
 * reached a standby (25006), password just changed (28).
 */
const passing = /^(08|28|40|53|57|58|25006|25P03|55P03)/

/** Turns database outages into a 503; returns other errors unchanged. */
export function toPostgresRefusal(error: unknown): unknown {
  if (isRefusal(error) || (isOurMistake(error) && !isPlanOutdated(error))) return error
  return databaseOutage(error)
}

function isOurMistake(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return !passing.test(error.code ?? '')
  // All other client errors concern the connection.
  return [TypeError, RangeError, ReferenceError].some((mistake) => error instanceof mistake)
}

/** A prepared statement became invalid because a newer instance changed its table. */
export function isPlanOutdated(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery'
}

/** Whether the connection can be reused after this error. */
export function isConnectionLost(error: unknown): boolean {
  return !(error instanceof pg.DatabaseError) || /^(08|57P)/.test(error.code ?? '') || isPlanOutdated(error)
}
