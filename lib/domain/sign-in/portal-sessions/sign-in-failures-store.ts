import { sql } from 'kysely'
import { limitWindowMs } from '#lib/domain/sign-in/portal-sessions/password-attempt-limits.ts'
import { type Db, nowMs } from '#lib/foundation/db/database.ts'
import { deleteOldest } from '#lib/foundation/db/delete-oldest.ts'

export type Reservation = Readonly<{ subject: string; failures: number; windowEndsAt: number }>

export function findFailures(db: Db, subjects: readonly string[]) {
  return db
    .selectFrom('sign_in_failures')
    .select((eb) => ['subject', 'failures', eb('window_ends_at', '-', nowMs).as('remainingMs')])
    .where('subject', 'in', subjects)
    .where('window_ends_at', '>', nowMs)
    .execute()
}

/**
 * Counts a failure, in a new window if the last one is over. One statement, so that parallel failures cannot exceed the
 * limit.
 * @returns undefined, without counting, if the subject already has `maxFailures` in this window
 */
export async function reserveFailure(db: Db, subject: string, maxFailures: number): Promise<Reservation | undefined> {
  return db
    .insertInto('sign_in_failures')
    .values({ subject, failures: 1, window_ends_at: sql`${nowMs} + ${limitWindowMs}` })
    .onConflict((conflict) =>
      conflict
        .column('subject')
        .doUpdateSet((eb) => ({
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
        }))
        .where(({ eb, or }) =>
          or([eb('sign_in_failures.failures', '<', maxFailures), eb('sign_in_failures.window_ends_at', '<=', nowMs)]),
        ),
    )
    .returning(['subject', 'failures', 'window_ends_at as windowEndsAt'])
    .executeTakeFirst()
}

/** Takes a counted failure back, unless its window is over. */
export async function releaseFailure(db: Db, { subject, windowEndsAt }: Reservation): Promise<void> {
  await db
    .updateTable('sign_in_failures')
    .set((eb) => ({ failures: eb('failures', '-', 1) }))
    .where('subject', '=', subject)
    .where('window_ends_at', '=', windowEndsAt)
    .execute()
}

export async function clearFailures(db: Db, subject: string): Promise<void> {
  await db.deleteFrom('sign_in_failures').where('subject', '=', subject).execute()
}

/** Deletes closed windows. @returns how many */
export function deleteOldFailures(db: Db, limit: number): Promise<number> {
  return deleteOldest(db, 'sign_in_failures', { instant: sql`window_ends_at`, limit })
}

/** Refused sign-ins of one network without their own audit events. */
export type RefusedSignIns = Readonly<{ network: string; failures: number }>

/** Counts a refused sign-in of a network that has a row. @returns false if it has none */
export async function addToNetwork(db: Db, network: string): Promise<boolean> {
  const row = await db
    .updateTable('refused_sign_ins')
    .set((eb) => ({ failures: eb('failures', '+', 1) }))
    .where('network', '=', network)
    .returning('network')
    .executeTakeFirst()
  return row !== undefined
}

/** Counts a refused sign-in, in a new row if the network has none. */
export async function insertNetwork(db: Db, network: string): Promise<void> {
  await db
    .insertInto('refused_sign_ins')
    .values({ network, failures: 1, window_ends_at: sql`${nowMs} + ${limitWindowMs}` })
    .onConflict((conflict) =>
      conflict.column('network').doUpdateSet((eb) => ({ failures: eb('refused_sign_ins.failures', '+', 1) })),
    )
    .execute()
}

/** Deletes and returns the rows with a closed window, the oldest first. */
export async function takeOldNetworks(db: Db, limit: number): Promise<readonly RefusedSignIns[]> {
  return db
    .deleteFrom('refused_sign_ins')
    .where('network', 'in', (query) =>
      query
        .selectFrom('refused_sign_ins')
        .select('network')
        .where('window_ends_at', '<=', nowMs)
        .orderBy('window_ends_at')
        .limit(limit),
    )
    .returning(['network', 'failures'])
    .execute()
}
