import { noteDatabaseOutage } from '#lib/database-outage.ts'
import { Refusal } from '#lib/errors.ts'

/** Nothing has answered in time, or nothing can be reached. Whether a commit under way took place is unknown. */
export function databaseOutage(cause?: unknown): Refusal {
  noteDatabaseOutage()
  return new Refusal('temporarily_unavailable', { detail: 'the database did not answer', retryAfterSeconds: 1, cause })
}
