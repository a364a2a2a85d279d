import { findUserById } from '#lib/domain/people/users/store.ts'
import type { ChallengeUse } from '#lib/domain/sign-in/passkeys/challenge.ts'
import { passkeyRequest, recordPasskeyUse, verifyPasskey } from '#lib/domain/sign-in/passkeys/verify-passkey.ts'
import {
  checkOwnPassword,
  checkPassword,
  recordWrongConfirmation,
} from '#lib/domain/sign-in/portal-sessions/check-password.ts'
import { codeLimit } from '#lib/domain/sign-in/portal-sessions/password-attempt-limits.ts'
import { confirmCodeSchema, confirmPasswordSchema } from '#lib/domain/sign-in/portal-sessions/schema.ts'
import { setConfirmed } from '#lib/domain/sign-in/portal-sessions/store.ts'
import { hasFactor, readFactors } from '#lib/domain/sign-in/second-factor/factors.ts'
import { redeemSecondFactor } from '#lib/domain/sign-in/second-factor/redeem-code.ts'
import { findProviderOfUser } from '#lib/domain/sign-in/sign-in-providers/identities-store.ts'
import { arePasswordsOff } from '#lib/domain/sign-in/sign-in-providers/passwords-off.ts'
import type { ProviderChoice } from '#lib/domain/sign-in/sign-in-providers/sign-in-provider.ts'
import type { PortalUser } from '#lib/foundation/authorization/actor.ts'
import { needsConfirmation } from '#lib/foundation/authorization/permissions.ts'
import type { Db } from '#lib/foundation/db/database.ts'
import type { Services } from '#lib/foundation/services.ts'
import { randomToken, sha256 } from '#lib/kernel/crypto.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import { parseInput } from '#lib/kernel/parse-input.ts'

/**
 * How a user can confirm: with a passkey; with the password, to which a code belongs if they have any factor; and with
 * neither of them, at their sign-in provider.
 */
export type ConfirmationMethods = Readonly<{ passkey: boolean; code: boolean; provider?: ProviderChoice }>

/** How a form must ask its user to confirm; `false` within ten minutes of the last confirmation. */
export type ConfirmBy = ConfirmationMethods | false

export async function findConfirmBy(services: Services, user: PortalUser): Promise<ConfirmBy> {
  return needsConfirmation(user, services.clock.now()) && readConfirmationMethods(services, user)
}

export async function readConfirmationMethods({ db }: Services, user: PortalUser): Promise<ConfirmationMethods> {
  const factors = await readFactors(db, user.userId)
  const passkey = factors.passkeys.length > 0
  const isByProvider = !passkey && !(await hasUsablePassword(db, user))
  const provider = isByProvider ? await findProviderOfUser(db, user.userId) : undefined
  return { passkey, code: hasFactor(factors), ...(provider && { provider }) }
}

async function hasUsablePassword(db: Db, { userId }: PortalUser): Promise<boolean> {
  const user = await findUserById(db, userId)
  return user !== undefined && user.passwordSetAt !== null && !(await arePasswordsOff(db, user))
}

/** What the browser needs to confirm with one of the user's passkeys. */
export function offerPasskeyConfirmation(services: Services, user: PortalUser) {
  return passkeyRequest(services, challengeFor(user), user.userId)
}

/** A passkey's response, or a password with the code of a second factor. */
export type Confirmation = Readonly<{ passkey: unknown } | { password: string; code: string }>

/**
 * `secret`: the session's new secret, for its cookie; undefined if another confirmation replaced it a moment ago.
 * Requests under way may still use the former one, which confirms nothing.
 */
export type Confirmed = Readonly<{ user: PortalUser; secret: string | undefined }>

/**
 * Confirms who is at the browser, before an action that requires it, and renews the session's secret.
 * @throws Refusal `password_wrong`, `code_wrong`, `passkey_refused`; `too_many_requests`; `input_invalid` for an empty
 *   field; `signed_out`
 */
export async function confirmIdentity(services: Services, user: PortalUser, given: Confirmation): Promise<Confirmed> {
  if ('passkey' in given) return confirmWithPasskey(services, user, given.passkey)
  const { code: isCodeNeeded } = await readConfirmationMethods(services, user)
  const { password, code } = isCodeNeeded
    ? parseInput(confirmCodeSchema, given)
    : { ...parseInput(confirmPasswordSchema, given), code: '' }
  const isRight = await checkOwnPassword(services, user, password)
  if (!isRight || !(await hasUsablePassword(services.db, user))) {
    throw new Refusal('password_wrong', { fields: { password: 'wrong' } })
  }
  if (isCodeNeeded && !(await checkOwnCode(services, user, code))) {
    throw new Refusal('code_wrong', { fields: { code: 'wrong' } })
  }
  return renewSession(services, services.db, user)
}

async function confirmWithPasskey(services: Services, user: PortalUser, response: unknown): Promise<Confirmed> {
  const verified = await verifyPasskey(services, challengeFor(user), response)
  return services.db.transaction().execute(async (trx) => {
    const isOwn = verified.passkey.userId === user.userId
    const use = isOwn ? await recordPasskeyUse(trx, verified) : 'foreign'
    if (use !== 'used') throw new Refusal('passkey_refused', { detail: use })
    return renewSession(services, trx, user)
  })
}

function checkOwnCode(services: Services, user: PortalUser, code: string): Promise<boolean> {
  const limit = codeLimit(user.userId)
  return checkPassword(services, {
    lane: limit.subject,
    limits: [limit],
    verify: () => redeemSecondFactor(services, user, { user: { id: user.userId, name: user.name }, code }),
    recordFailure: (trx, failures) => recordWrongConfirmation(trx, user, failures),
  })
}

/** Ends a confirmation whose proof the caller has checked. @throws Refusal `signed_out` */
export async function renewSession(services: Services, db: Db, user: PortalUser): Promise<Confirmed> {
  const { isLive, secret } = await renewSecret(services, db, user)
  if (!isLive) throw new Refusal('signed_out')
  return { user: { ...user, confirmedAt: services.clock.now() }, secret }
}

/** Notes a confirmation in the session, and gives it another secret as in {@link Confirmed}. */
export async function renewSecret(
  { env, keys }: Services,
  db: Db,
  { sessionId }: PortalUser,
): Promise<Readonly<{ isLive: boolean; secret: string | undefined }>> {
  const secret = randomToken()
  const session = { id: sessionId, lifetimes: env.portalLifetimes }
  const isRenewed = await setConfirmed(db, session, { secretHash: sha256(secret), masterId: keys.current.id })
  return { isLive: isRenewed !== undefined, secret: isRenewed ? secret : undefined }
}

/** A challenge belongs to one session. */
function challengeFor({ sessionId }: PortalUser): ChallengeUse {
  return { purpose: 'confirm', holder: sessionId }
}
