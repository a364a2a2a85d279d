import { verifyPassword } from '#lib/domain/people/passwords/password-hash.ts'
import { findPasswordHash } from '#lib/domain/people/users/store.ts'
import { userEvent } from '#lib/domain/people/users/user.ts'
import { browserLimit, type PasswordLimit } from '#lib/domain/sign-in/portal-sessions/password-attempt-limits.ts'
import {
  clearFailures,
  findFailures,
  type Reservation,
  releaseFailure,
  reserveFailure,
} from '#lib/domain/sign-in/portal-sessions/sign-in-failures-store.ts'
import { recordEvent } from '#lib/foundation/audit/store.ts'
import type { PortalUser } from '#lib/foundation/authorization/actor.ts'
import type { Database, Db, DbTransaction } from '#lib/foundation/db/database.ts'
import type { Services } from '#lib/foundation/services.ts'
import { createFairQueue } from '#lib/kernel/fair-queue.ts'
import { tooManyRequests } from '#lib/kernel/rate-limits.ts'

export type PasswordAttempt = Readonly<{
  /** Attempts of one lane are checked one after the other; lanes take turns. */
  lane: string
  /** Every limit that a failure counts against. The audit event reports the first one. */
  limits: readonly [PasswordLimit, ...PasswordLimit[]]
  verify: () => Promise<boolean>
  /** Records a failure in a transaction of its own. */
  recordFailure: (trx: DbTransaction, failures: number) => Promise<void>
}>

// One at a time per lane: parallel attempts with the right password must not exhaust a limit that is nearly reached.
const attempts = createFairQueue({
  name: 'passwords to verify',
  running: 50,
  runningPerLane: 1,
  waiting: 500,
  waitingPerLane: 200,
})

/**
 * Whether the password is right. Every limit is charged before the hash is computed, so that parallel attempts cannot
 * exceed it; the right password gives its charge back.
 * @throws Refusal `too_many_requests`, for the right password too: otherwise it would reveal which guess was right;
 *   `temporarily_unavailable` while too many attempts wait
 */
export function checkPassword({ db }: Pick<Services, 'db'>, attempt: PasswordAttempt): Promise<boolean> {
  return attempts.run(attempt.lane, async () => {
    await refuseExhausted(db, attempt.limits)
    const reservations = await reserve(db, attempt.limits)
    if (await verify(db, attempt, reservations)) {
      await db.transaction().execute((trx) => releaseAfterSuccess(trx, attempt.limits, reservations))
      return true
    }
    await db.transaction().execute((trx) => attempt.recordFailure(trx, reservations[0]?.failures ?? 1))
    return false
  })
}

/** An error while checking is not a failed attempt. */
async function verify(db: Database, attempt: PasswordAttempt, reservations: readonly Reservation[]): Promise<boolean> {
  try {
    return await attempt.verify()
  } catch (error) {
    await db.transaction().execute(async (trx) => {
      for (const reservation of reservations) await releaseFailure(trx, reservation)
    })
    throw error
  }
}

/** Refuses most attempts of a flood with a read: only attempts within the limits write. */
async function refuseExhausted(db: Database, limits: readonly PasswordLimit[]): Promise<void> {
  const counted = await findFailures(
    db,
    limits.map(({ subject }) => subject),
  )
  const exhausted = counted.filter(({ subject, failures }) =>
    limits.some((limit) => limit.subject === subject && failures >= limit.maxFailures),
  )
  if (exhausted.length > 0) throw tooManyRequests(Math.max(...exhausted.map(({ remainingMs }) => remainingMs)))
}

/** All or none: a limit that another instance exhausted meanwhile rolls the rest back. */
function reserve(db: Database, limits: readonly PasswordLimit[]): Promise<readonly Reservation[]> {
  return db.transaction().execute(async (trx) => {
    const reservations: Reservation[] = []
    for (const { subject, maxFailures } of limits) {
      const reservation = await reserveFailure(trx, subject, maxFailures)
      if (!reservation) throw tooManyRequests((await findFailures(trx, [subject]))[0]?.remainingMs ?? 0)
      reservations.push(reservation)
    }
    return reservations
  })
}

async function releaseAfterSuccess(
  trx: DbTransaction,
  limits: readonly PasswordLimit[],
  reservations: readonly Reservation[],
): Promise<void> {
  for (const [index, reservation] of reservations.entries()) {
    if (limits[index]?.clearedBySuccess) await clearFailures(trx, reservation.subject)
    else await releaseFailure(trx, reservation)
  }
}

type Attempt = Readonly<{
  userId: string | undefined
  password: string
  /** The queue lane of the hash: a client network or a known browser. */
  lane: string
}>

/** Whether this is the user's password, in the same time for unknown users. @throws Refusal as `verifyPassword` */
export async function verifyUserPassword(db: Db, { userId, password, lane }: Attempt): Promise<boolean> {
  const hash = userId === undefined ? null : await findPasswordHash(db, userId)
  return verifyPassword(password, hash, lane)
}

/**
 * Whether a signed-in user knows their password; an intruder at an unattended session does not. Failures count together
 * with those of signing in with this browser. @throws Refusal `too_many_requests` after ten failures
 */
export function checkOwnPassword(services: Services, user: PortalUser, password: string): Promise<boolean> {
  const limit = browserLimit(user.userId, user.browserHash)
  const lane = limit.subject
  return checkPassword(services, {
    lane,
    limits: [limit],
    verify: () => verifyUserPassword(services.db, { userId: user.userId, password, lane }),
    recordFailure: (trx, failures) => recordWrongConfirmation(trx, user, failures),
  })
}

/** Records that a signed-in user didn't confirm their identity. */
export function recordWrongConfirmation(trx: DbTransaction, user: PortalUser, failures: number): Promise<void> {
  const details = { reason: 'wrong_confirmation', failures }
  return recordEvent(trx, user, userEvent('portal_session.refused', { id: user.userId, name: user.name }, details))
}
