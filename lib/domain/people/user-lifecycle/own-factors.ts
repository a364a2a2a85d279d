import { siteName } from '#lib/domain/organization/organization/organization.ts'
import { readOrganization } from '#lib/domain/organization/organization/read-organization.ts'
import { findFactorGrace } from '#lib/domain/people/users/factor-grace-store.ts'
import { getSessionUser } from '#lib/domain/people/users/find-users.ts'
import { hasShortPassword, lockUser } from '#lib/domain/people/users/store.ts'
import { offerSecret, readOfferedSecret } from '#lib/domain/sign-in/authenticator-apps/authenticator-app.ts'
import { deleteApp } from '#lib/domain/sign-in/authenticator-apps/store.ts'
import { totpUri } from '#lib/domain/sign-in/authenticator-apps/totp.ts'
import type { ChallengeUse } from '#lib/domain/sign-in/passkeys/challenge.ts'
import { passkeyNameSchema } from '#lib/domain/sign-in/passkeys/schema.ts'
import { deletePasskey, setPasskeyName } from '#lib/domain/sign-in/passkeys/store.ts'
import { passkeyCreation, verifyNewPasskey } from '#lib/domain/sign-in/passkeys/verify-passkey.ts'
import { codeSchema } from '#lib/domain/sign-in/portal-sessions/schema.ts'
import { setStrength } from '#lib/domain/sign-in/portal-sessions/store.ts'
import { deleteCodes } from '#lib/domain/sign-in/recovery-codes/store.ts'
import {
  type EnrolledFactor,
  type Enrollment,
  enrollApp,
  enrollPasskey,
  type FactorChange,
  giveCodes,
  recordFactorChange,
  requireFirstCode,
} from '#lib/domain/sign-in/second-factor/enroll.ts'
import { type Factors, hasFactor, readFactors } from '#lib/domain/sign-in/second-factor/factors.ts'
import { requiresFactor, type SecondFactorPolicy } from '#lib/domain/sign-in/sign-in-policy/sign-in-policy.ts'
import { findPolicy } from '#lib/domain/sign-in/sign-in-policy/store.ts'
import type { PortalUser, Strength } from '#lib/foundation/authorization/actor.ts'
import { requireRecentConfirmation } from '#lib/foundation/authorization/permissions.ts'
import type { DbTransaction } from '#lib/foundation/db/database.ts'
import type { Services } from '#lib/foundation/services.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import { parseInput } from '#lib/kernel/parse-input.ts'

/**
 * The user's factors, and what the policy asks of them. `graceEndsAt`: until when they can do without.
 * `hasShortPassword`: their password is too short without a factor.
 */
export type OwnFactors = Factors &
  Readonly<{
    policy: SecondFactorPolicy
    isRequired: boolean
    graceEndsAt: number | null
    hasShortPassword: boolean
  }>

export async function readOwnFactors({ db }: Services, user: PortalUser): Promise<OwnFactors> {
  const [factors, policy] = [await readFactors(db, user.userId), await findPolicy(db)]
  const isRequired = requiresFactor(policy, user.role)
  return {
    ...factors,
    policy,
    isRequired,
    graceEndsAt: isRequired ? await findFactorGrace(db, user.userId) : null,
    hasShortPassword: await hasShortPassword(db, user.userId),
  }
}

/** A secret to scan, and the same sealed for the form that confirms it. */
export type OfferedApp = Readonly<{ secret: string; sealed: string; uri: string }>

/**
 * Offers a secret for an authenticator app.
 * @param sealed of the former offer, which stays the same until it expires: the user may have scanned it
 * @throws Refusal `confirmation_required`; `conflict` if the policy is off
 */
export async function offerApp(services: Services, user: PortalUser, sealed = ''): Promise<OfferedApp> {
  await requireEnrollment(services, user)
  const issuer = siteName(await readOrganization(services))
  const { username: account } = await getSessionUser(services, user)
  const former = await readOfferedSecret(services, user.userId, sealed)
  const offered = former === undefined ? await offerSecret(services, user.userId) : { secret: former, sealed }
  return { ...offered, uri: totpUri(offered.secret, { issuer, account }) }
}

/**
 * Saves the app, in place of the user's former one. @throws Refusal as {@link offerApp}; `input_invalid` for a wrong
 * code, or a secret that was offered too long ago
 */
export async function addApp(
  services: Services,
  user: PortalUser,
  { sealed, code: given }: Readonly<{ sealed: string; code: string }>,
): Promise<EnrolledFactor> {
  await requireEnrollment(services, user)
  const { code } = parseInput(codeSchema, { code: given })
  const secret = await readOfferedSecret(services, user.userId, sealed)
  if (secret === undefined) throw new Refusal('input_invalid', { fields: { code: 'expired' } })
  const app = { secret, step: requireFirstCode(services, secret, code) }
  return change(services, user, { strength: 'otp', enroll: (enrollment) => enrollApp(enrollment, app) })
}

/** What the browser needs to create a passkey. @throws Refusal as {@link offerApp} */
export async function offerPasskey(services: Services, user: PortalUser) {
  await requireEnrollment(services, user)
  const { username, name } = await getSessionUser(services, user)
  const organization = siteName(await readOrganization(services))
  return passkeyCreation(services, challengeFor(user), { user: { id: user.userId, name, username }, organization })
}

/** Saves a passkey. @throws Refusal as {@link offerApp}; `passkey_refused`; `input_invalid`; `conflict` beyond 20 */
export async function addPasskey(
  services: Services,
  user: PortalUser,
  { response, name: given }: Readonly<{ response: unknown; name: string }>,
): Promise<EnrolledFactor> {
  await requireEnrollment(services, user)
  const { name } = parseInput(passkeyNameSchema, { name: given })
  const created = await verifyNewPasskey(services, challengeFor(user), response)
  return change(services, user, {
    strength: 'webauthn',
    enroll: (enrollment) => enrollPasskey(enrollment, { created, name }),
  })
}

/** @throws Refusal `not_found`, `input_invalid` */
export async function renamePasskey(
  { db }: Services,
  user: PortalUser,
  { id, ...given }: Readonly<{ id: string; name: string }>,
): Promise<void> {
  const { name } = parseInput(passkeyNameSchema, given)
  if (!(await setPasskeyName(db, { userId: user.userId, id, name }))) throw new Refusal('not_found')
}

/**
 * @throws Refusal `confirmation_required`, `not_found`. For the last factor: `factor_required` if the policy requires
 *   one; `password_short` if the password is too short without one
 */
export function removePasskey(services: Services, user: PortalUser, id: string): Promise<void> {
  return removeFactor(services, user, async (trx) => {
    const name = await deletePasskey(trx, user.userId, id)
    if (name === undefined) throw new Refusal('not_found')
    return { change: 'passkey_removed', name }
  })
}

/** @throws Refusal as {@link removePasskey} */
export function removeApp(services: Services, user: PortalUser): Promise<void> {
  return removeFactor(services, user, async (trx) => {
    if (!(await deleteApp(trx, user.userId))) throw new Refusal('not_found')
    return { change: 'app_removed' }
  })
}

/** Replaces the user's recovery codes. @throws Refusal `confirmation_required`; `conflict` without a factor */
export async function replaceRecoveryCodes(services: Services, user: PortalUser): Promise<readonly string[]> {
  requireRecentConfirmation(user, services.clock.now())
  return services.db.transaction().execute(async (trx) => {
    await lockUser(trx, user.userId)
    if (!hasFactor(await readFactors(trx, user.userId))) throw new Refusal('conflict', { detail: 'no factor' })
    await recordFactorChange(toEnrollment(services, trx, user), 'codes_replaced')
    return giveCodes(trx, user.userId)
  })
}

type Removed = Readonly<{ change: FactorChange; name?: string }>

async function removeFactor(
  services: Services,
  user: PortalUser,
  remove: (trx: DbTransaction) => Promise<Removed>,
): Promise<void> {
  requireRecentConfirmation(user, services.clock.now())
  await services.db.transaction().execute(async (trx) => {
    await lockUser(trx, user.userId)
    const { change: removed, name } = await remove(trx)
    if (!hasFactor(await readFactors(trx, user.userId))) {
      if (requiresFactor(await findPolicy(trx), user.role)) throw new Refusal('factor_required')
      if (await hasShortPassword(trx, user.userId)) throw new Refusal('password_short')
      await deleteCodes(trx, user.userId)
    }
    await recordFactorChange(toEnrollment(services, trx, user), removed, name)
  })
}

type FactorAddition = Readonly<{
  strength: Strength
  enroll: (enrollment: Enrollment) => Promise<EnrolledFactor>
}>

/** The session counts as signed in with the factor from now on: its user has just used it. */
function change(services: Services, user: PortalUser, { strength, enroll }: FactorAddition): Promise<EnrolledFactor> {
  return services.db.transaction().execute(async (trx) => {
    const enrolled = await enroll(toEnrollment(services, trx, user))
    await setStrength(trx, user.sessionId, strength)
    return enrolled
  })
}

async function requireEnrollment(services: Services, user: PortalUser): Promise<void> {
  requireRecentConfirmation(user, services.clock.now())
  if ((await findPolicy(services.db)) === 'off') throw new Refusal('conflict', { detail: 'second factors are off' })
}

function toEnrollment(services: Services, trx: DbTransaction, user: PortalUser): Enrollment {
  return { services, trx, actor: user, user: { id: user.userId, name: user.name } }
}

function challengeFor({ sessionId }: PortalUser): ChallengeUse {
  return { purpose: 'add', holder: sessionId }
}
