import { sql } from 'kysely'
import { minuteMs } from '#lib/clock.ts'
import { type Db, nowMs } from '#lib/db/database.ts'

/** Section 8 of the protocol: so many failures in this time, per account and address. */
export const mostFailures = 10
const windowMs = 15 * minuteMs

export type Failures = Readonly<{ failures: number; remainingMs: number }>

/** The failures of a window that is still open. */
export async function findFailures(db: Db, subject: string): Promise<Failures | undefined> {
  const row = await db
    .selectFrom('sign_in_failures')
    .select(['failures', 'window_ends_at', nowMs.as('now')])
    .where('subject', '=', subject)
    .where('window_ends_at', '>', nowMs)
    .executeTakeFirst()
  return row && toFailures(row)
}

/** Counts one failure, in a new window where the last one is over: one statement, so that none is lost. */
export async function countFailure(db: Db, subject: string): Promise<Failures> {
  const row = await db
    .insertInto('sign_in_failures')
    .values({ subject, failures: 1, window_ends_at: sql`${nowMs} + ${windowMs}` })
    .onConflict((conflict) =>
      conflict.column('subject').doUpdateSet((eb) => ({
        failures: eb
          .case()
          .when('sign_in_failures.window_ends_at', '>', nowMs)
          .then(eb('sign_in_failures.failures', '+', 1))
          .else(1)
          .end(),
        window_ends_at: eb
          .case()
          .when('sign_in_failures.window_ends_at', '>', nowMs)
          .then(eb.ref('sign_in_failures.window_ends_at'))
          .else(eb.ref('excluded.window_ends_at'))
          .end(),
      })),
    )
    .returning(['failures', 'window_ends_at', nowMs.as('now')])
    .executeTakeFirstOrThrow()
  return toFailures(row)
}

/** Forgets the failures of this subject: somebody signed in. */
export async function clearFailures(db: Db, subject: string): Promise<void> {
  await db.deleteFrom('sign_in_failures').where('subject', '=', subject).execute()
}

/** Deletes windows that are over, the oldest first. @returns how many */
export async function deleteOldFailures(db: Db, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('sign_in_failures')
    // Asked once more of the row itself: a failure may have begun a new window in it since it was found.
    .where('window_ends_at', '<=', nowMs)
    .where('subject', 'in', (query) =>
      query
        .selectFrom('sign_in_failures')
        .select('subject')
        .where('window_ends_at', '<=', nowMs)
        .orderBy('window_ends_at')
        .limit(limit),
    )
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

function toFailures(row: Readonly<{ failures: number; window_ends_at: number; now: number }>): Failures {
  return { failures: row.failures, remainingMs: row.window_ends_at - row.now }
}
