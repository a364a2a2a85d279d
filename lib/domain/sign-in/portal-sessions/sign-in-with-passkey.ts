import { findUserById } from '#lib/domain/people/users/store.ts'
import type { User } from '#lib/domain/people/users/user.ts'
import type { ChallengeUse } from '#lib/domain/sign-in/passkeys/challenge.ts'
import {
  answersChallenge,
  passkeyRequest,
  recordPasskeyUse,
  verifyPasskey,
} from '#lib/domain/sign-in/passkeys/verify-passkey.ts'
import { findAttemptSubject } from '#lib/domain/sign-in/portal-sessions/attempt-subject.ts'
import { recordRefusedSignIn } from '#lib/domain/sign-in/portal-sessions/record-refused-sign-in.ts'
import { type Browser, type StartedSession, startSession } from '#lib/domain/sign-in/portal-sessions/start-session.ts'
import { arePasswordsOff } from '#lib/domain/sign-in/sign-in-providers/passwords-off.ts'
import type { Anonymous } from '#lib/foundation/authorization/actor.ts'
import { isPortalRole } from '#lib/foundation/authorization/roles.ts'
import type { Services } from '#lib/foundation/services.ts'
import { isRefusal, Refusal } from '#lib/kernel/errors.ts'

function challengeFor({ hash }: Pick<Browser, 'hash'>): ChallengeUse {
  return { purpose: 'sign_in', holder: hash }
}

/**
 * What the browser needs to offer the passkeys for this host. The challenge is only for this browser.
 * @param userId offers only the passkeys of this user, after the right password
 */
export function offerPasskeySignIn(services: Services, browser: Pick<Browser, 'hash'>, userId?: string) {
  return passkeyRequest(services, challengeFor(browser), userId)
}

/**
 * Signs in with a passkey, which is both factors at once: no password is checked, and none of its limits counts. A
 * response to no challenge of this browser is no guess, and neither counted nor recorded.
 * @throws Refusal `passkey_refused`, whatever is wrong; `too_many_requests` after 60 refusals of a known browser, or of
 *   a network, in a minute
 */
export async function signInWithPasskey(
  services: Services,
  anonymous: Anonymous,
  { response, browser }: Readonly<{ response: unknown; browser: Browser }>,
): Promise<StartedSession> {
  if (!answersChallenge(services, challengeFor(browser), response)) throw refused('no challenge of this browser')
  const limit = services.limits.passkeysAtNetwork
  const subject = await findAttemptSubject(services.db, anonymous, browser.hash)
  await limit.check(subject)
  const attempt: { user?: User | undefined } = {}
  try {
    const verified = await verifyPasskey(services, challengeFor(browser), response)
    const user = await findUserById(services.db, verified.passkey.userId)
    attempt.user = user
    if (!user || user.deactivatedAt !== null || !isPortalRole(user.role)) throw refused('user is not active')
    if (await arePasswordsOff(services.db, user)) throw refused('the provider signs this user in')
    return await startSession(services, anonymous, {
      user: { ...user, role: user.role },
      browser,
      strength: 'webauthn',
      details: { passkey: verified.passkey.name },
      claim: async (trx) => {
        const use = await recordPasskeyUse(trx, verified)
        if (use !== 'used') throw refused(use)
      },
    })
  } catch (error) {
    if (isRefusal(error) && error.code === 'passkey_refused') {
      await recordRefusal(services, anonymous, { user: attempt.user, detail: error.detail })
      await limit.countFailure(subject)
    }
    throw error
  }
}

function recordRefusal(
  { db }: Services,
  anonymous: Anonymous,
  { user, detail }: Readonly<{ user: User | undefined; detail: string | undefined }>,
): Promise<void> {
  const reason = detail === 'cloned' ? 'passkey_cloned' : 'passkey_refused'
  return db.transaction().execute((trx) => recordRefusedSignIn(trx, anonymous, { user, reason, failures: 1 }))
}

function refused(detail: string): Refusal {
  return new Refusal('passkey_refused', { detail })
}
