import { noteDatabaseOutage } from '#lib/database-outage.ts'
import { Refusal } from '#lib/errors.ts'

/** No answer in time, or no connection. Whether a commit under way took place is unknown. */
export function databaseOutage(cause?: unknown): Refusal {
  noteDatabaseOutage()
  return new Refusal('temporarily_unavailable', { detail: 'the database did not answer', retryAfterSeconds: 1, cause })
}
