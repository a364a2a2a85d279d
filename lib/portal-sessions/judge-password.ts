import type { Transaction } from 'kysely'
import { sha256 } from '#lib/crypto.ts'
import type { Tables } from '#lib/db/schema.ts'
import { Refusal } from '#lib/errors.ts'
import {
  clearFailures,
  countFailure,
  type Failures,
  findFailures,
  mostFailures,
} from '#lib/portal-sessions/failures-store.ts'
import { takeTurn } from '#lib/portal-sessions/turns.ts'
import type { Services } from '#lib/services.ts'

export type PasswordAttempt = Readonly<{
  /** What is being guessed at, and from where: failures are counted for all of these together. */
  target: readonly string[]
  verify: () => Promise<boolean>
  /** Records a failure in the transaction that counts it. */
  recordFailure: (trx: Transaction<Tables>, failures: number) => Promise<void>
}>

/**
 * Whether the password is right. Ten failures in 15 minutes, then no answer until they are over; elsewhere the right
 * password goes on working, so that nobody can lock somebody else out.
 * @throws Refusal `too_many_requests`, for a right password too: else it would tell which guess was right
 */
export async function judgePassword({ db }: Services, attempt: PasswordAttempt): Promise<boolean> {
  // A hash: people type their password into the field for the name.
  const subject = sha256(attempt.target.join('\n'))
  const refuseBeyond = (limit: number, counted: Failures | undefined) => {
    if (!counted || counted.failures <= limit) return
    const retryAfterSeconds = Math.max(1, Math.ceil(counted.remainingMs / 1_000))
    throw new Refusal('too_many_requests', { retryAfterSeconds })
  }
  return takeTurn(subject, async () => {
    const former = await findFailures(db, subject)
    refuseBeyond(mostFailures - 1, former)
    if (await attempt.verify()) {
      if (former) await clearFailures(db, subject)
      return true
    }
    const counted = await db.transaction().execute(async (trx) => {
      const failures = await countFailure(trx, subject)
      await attempt.recordFailure(trx, failures.failures)
      return failures
    })
    // Another instance may have counted meanwhile. Turns are taken within one process: of several, each may look at one
    // password too many.
    refuseBeyond(mostFailures, counted)
    return false
  })
}
