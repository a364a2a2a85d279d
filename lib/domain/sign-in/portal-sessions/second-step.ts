import { startFactorGrace } from '#lib/domain/people/users/factor-grace-store.ts'
import { findUserById, hasShortPassword, lockUser } from '#lib/domain/people/users/store.ts'
import { checkPassword } from '#lib/domain/sign-in/portal-sessions/check-password.ts'
import { codeLimit } from '#lib/domain/sign-in/portal-sessions/password-attempt-limits.ts'
import { findPending, insertPending, takePending } from '#lib/domain/sign-in/portal-sessions/pending-sign-ins-store.ts'
import type { Federated } from '#lib/domain/sign-in/portal-sessions/portal-session.ts'
import { recordRefusedSignIn } from '#lib/domain/sign-in/portal-sessions/record-refused-sign-in.ts'
import { codeSchema } from '#lib/domain/sign-in/portal-sessions/schema.ts'
import {
  type Browser,
  type SigningIn,
  type StartedSession,
  startSession,
} from '#lib/domain/sign-in/portal-sessions/start-session.ts'
import { type Factors, hasFactor, readFactors } from '#lib/domain/sign-in/second-factor/factors.ts'
import { redeemSecondFactor } from '#lib/domain/sign-in/second-factor/redeem-code.ts'
import { gracePeriodMs, requiresFactor } from '#lib/domain/sign-in/sign-in-policy/sign-in-policy.ts'
import { findPolicy } from '#lib/domain/sign-in/sign-in-policy/store.ts'
import type { Anonymous, Strength } from '#lib/foundation/authorization/actor.ts'
import { isPortalRole } from '#lib/foundation/authorization/roles.ts'
import type { DbTransaction } from '#lib/foundation/db/database.ts'
import type { Services } from '#lib/foundation/services.ts'
import { randomToken, sha256 } from '#lib/kernel/crypto.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import { parseInput } from '#lib/kernel/parse-input.ts'

/**
 * A sign-in whose password was right, or that came from a provider, and whose second step is missing. It is no session:
 * its token, which only the browser's cookie holds, serves for nothing but that step.
 */
export type PendingSignIn = Readonly<{ token: string }>

type SignIn = Readonly<{
  user: SigningIn
  browser: Browser
  /** Instead of a password. `provesFactor`: the provider proved a second factor, so that none is due here. */
  federated?: (Federated & Readonly<{ provesFactor: boolean }>) | undefined
}>

/**
 * After the right password, or a provider's answer: starts a session, or asks for the second factor, or for setting one
 * up. A short password never starts a session alone, even if the policy requires no factor: it was set while there was
 * one, which was reset since.
 */
export async function continueSignIn(
  services: Services,
  anonymous: Anonymous,
  { user, browser, federated }: SignIn,
): Promise<StartedSession | PendingSignIn> {
  if (federated?.provesFactor) {
    return startSession(services, anonymous, { user, browser, federated, strength: 'fed_mfa' })
  }
  const needsStep =
    hasFactor(await readFactors(services.db, user.id)) ||
    (federated === undefined && (await hasShortPassword(services.db, user.id))) ||
    (await isFactorDue(services, user))
  if (!needsStep) {
    return startSession(services, anonymous, { user, browser, federated, strength: federated ? 'fed' : 'pwd' })
  }
  const token = randomToken()
  const pending = { userId: user.id, browserHash: browser.hash, passwordSetAt: user.passwordSetAt ?? 0, federated }
  await services.db.transaction().execute((trx) => insertPending(trx, sha256(token), pending))
  return { token }
}

/** Whether a user without a factor can't sign in any longer. Begins the time in which they can. */
async function isFactorDue({ db }: Services, { id, role }: SigningIn): Promise<boolean> {
  if (!requiresFactor(await findPolicy(db), role)) return false
  const grace = await startFactorGrace(db, id, gracePeriodMs)
  return grace !== undefined && grace.endsAt <= grace.readAt
}

/** The holder of a sign-in's cookie, in the browser that holds it. */
export type StepHolder = Readonly<{ token: string; browser: Browser }>

/** `enroll`: the user has no factor, and can't sign in without one any longer. */
export type SecondStep = Readonly<{
  user: SigningIn
  step: 'verify' | 'enroll'
  factors: Factors
  federated: Federated | undefined
}>

/**
 * The second step of a pending sign-in. @throws Refusal `sign_in_expired` if it ended, or the user changed meanwhile
 */
export async function getSecondStep({ db }: Services, { token, browser }: StepHolder): Promise<SecondStep> {
  const pending = await findPending(db, sha256(token))
  const user = pending?.browserHash === browser.hash ? await findUserById(db, pending.userId) : undefined
  const isUnchanged = user?.deactivatedAt === null && (user.passwordSetAt ?? 0) === pending?.passwordSetAt
  if (!pending || !user || !isUnchanged || !isPortalRole(user.role)) throw new Refusal('sign_in_expired')
  const factors = await readFactors(db, user.id)
  return {
    user: { ...user, role: user.role },
    step: hasFactor(factors) ? 'verify' : 'enroll',
    factors,
    federated: pending.federated,
  }
}

/**
 * Ends a sign-in with a code of the authenticator app, or a recovery code.
 * @throws Refusal `code_wrong` for a used code too; `sign_in_expired`; `too_many_requests` after five wrong codes of
 *   the user in 15 minutes; `input_invalid`
 */
export async function signInWithCode(
  services: Services,
  anonymous: Anonymous,
  { holder, code: given }: Readonly<{ holder: StepHolder; code: string }>,
): Promise<StartedSession> {
  const { code } = parseInput(codeSchema, { code: given })
  const { user, step, federated } = await getSecondStep(services, holder)
  const limit = codeLimit(user.id)
  const actor = { ...anonymous, kind: 'person', userId: user.id, name: user.name } as const
  const isRight = await checkPassword(services, {
    lane: limit.subject,
    limits: [limit],
    verify: async () => step === 'verify' && (await redeemSecondFactor(services, actor, { user, code })),
    recordFailure: (trx, failures) => recordRefusedSignIn(trx, anonymous, { user, reason: 'wrong_code', failures }),
  })
  if (!isRight) throw new Refusal('code_wrong', { fields: { code: 'wrong' } })
  return finishSignIn(services, anonymous, { holder, user, federated, strength: 'otp' })
}

/** Ends a sign-in whose second step is missing, so that no one else at this browser takes it. */
export async function cancelSignIn({ db }: Services, { token }: StepHolder): Promise<void> {
  await takePending(db, sha256(token))
}

type SecondStepDone = Readonly<{
  holder: StepHolder
  user: SigningIn
  federated: Federated | undefined
  strength: Strength
  claim?: (trx: DbTransaction) => Promise<void>
}>

/** Starts the session of a pending sign-in, which ends. @throws Refusal `sign_in_expired` if another step ended it */
export function finishSignIn(
  services: Services,
  anonymous: Anonymous,
  { holder, user, federated, strength, claim }: SecondStepDone,
): Promise<StartedSession> {
  return startSession(services, anonymous, {
    user,
    browser: holder.browser,
    strength,
    federated,
    claim: async (trx) => {
      // First, as when sessions end: otherwise the two could deadlock.
      await lockUser(trx, user.id)
      if (!(await takePending(trx, sha256(holder.token)))) throw new Refusal('sign_in_expired')
      await claim?.(trx)
    },
  })
}
