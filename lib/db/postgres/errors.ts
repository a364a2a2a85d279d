import pg from 'pg'
import { databaseOutage } from '#lib/db/unavailable.ts'
import { isRefusal } from '#lib/errors.ts'

/**
 * States in which the database cannot answer now and may answer a moment later: connection lost (08), resources used
 * up or disk full (53), stopped or cancelled (57), its own file trouble (58), a deadlock or an idle transaction that it
 * ended (40, 25P03), a lock not granted in time (55P03), a standby that was reached instead (25006), and a password
 * that was just changed (28).
 */
const passing = /^(08|28|40|53|57|58|25006|25P03|55P03)/

/** The error as others may see it: trouble of the database is a 503, everything else stays as it is. */
export function toPostgresRefusal(error: unknown): unknown {
  if (isRefusal(error) || (isOurMistake(error) && !isPlanOutdated(error))) return error
  return databaseOutage(error)
}

function isOurMistake(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return !passing.test(error.code ?? '')
  // Every other error of the client is about its connection.
  return [TypeError, RangeError, ReferenceError].some((mistake) => error instanceof mistake)
}

/** A statement was prepared before another instance, of a newer version, changed the table that it reads. */
export function isPlanOutdated(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery'
}

/** Whether the connection may be used again after this error. */
export function isConnectionLost(error: unknown): boolean {
  return !(error instanceof pg.DatabaseError) || /^(08|57P)/.test(error.code ?? '') || isPlanOutdated(error)
}
