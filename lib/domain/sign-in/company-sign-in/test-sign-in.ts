import { AuthorizationResponseError, ResponseBodyError } from 'openid-client'
import { type BegunSignIn, beginAttempt } from '#lib/domain/sign-in/company-sign-in/begin-provider-sign-in.ts'
import type { ProviderAttempt } from '#lib/domain/sign-in/company-sign-in/provider-attempt.ts'
import { keepTest, type TestOutcome, type TestProblem } from '#lib/domain/sign-in/company-sign-in/provider-test.ts'
import { listToldClaims, toShownText } from '#lib/domain/sign-in/company-sign-in/told-claims.ts'
import { statusOf } from '#lib/domain/sign-in/sign-in-providers/fetch-provider.ts'
import { type Redeemed, RedemptionError, redeemCode } from '#lib/domain/sign-in/sign-in-providers/redeem-code.ts'
import type { SignInProvider } from '#lib/domain/sign-in/sign-in-providers/sign-in-provider.ts'
import { findHashedProvider, type HashedProvider } from '#lib/domain/sign-in/sign-in-providers/store.ts'
import type { PortalUser } from '#lib/foundation/authorization/actor.ts'
import { requireManagerOf } from '#lib/foundation/authorization/permissions.ts'
import type { Services } from '#lib/foundation/services.ts'
import { Refusal } from '#lib/kernel/errors.ts'

/** Characters of an explanation. */
const maxCode = 400

type TestStart = Readonly<{ providerId: string; browserHash: string; next: string }>

/**
 * Begins a test sign-in with the settings as they are now, also of a provider that is not switched on.
 * @returns `unavailable` if the provider can't be reached: the test has failed then
 * @throws Refusal `forbidden` unless the actor is an owner; `not_found`
 */
export async function beginProviderTest(
  services: Services,
  actor: PortalUser,
  { providerId, browserHash, next }: TestStart,
): Promise<BegunSignIn | 'unavailable'> {
  requireManagerOf(actor, 'owner')
  const found = await findHashedProvider(services.db, providerId)
  if (!found) throw new Refusal('not_found')
  const { provider, settingsHash } = found
  const test = { sessionId: actor.sessionId, settingsHash }
  const begun = await beginAttempt(services, provider, { browserHash, next, test })
  if (!('problem' in begun)) return begun
  const outcome = { problem: 'unavailable', code: begun.problem, told: [] } as const
  await keepTest(services, { ...test, providerId, outcome })
  return 'unavailable'
}

type TestCallback = Readonly<{ attempt: ProviderAttempt; callback: URL; current: PortalUser | undefined }>

/**
 * Ends a test sign-in. Keeps only what came of it, for the session that began it: no user, link, session or group
 * changes. @returns false if the attempt is no test of this session, or its user is no owner anymore
 */
export async function finishProviderTest(
  services: Services,
  { attempt, callback, current }: TestCallback,
): Promise<boolean> {
  const { test, providerId } = attempt
  if (!test || current?.sessionId !== test.sessionId || current.role !== 'owner') return false
  const found = await findHashedProvider(services.db, providerId)
  if (!found) return false
  const isOf = ({ settingsHash }: HashedProvider) => settingsHash === test.settingsHash
  const tested = isOf(found) ? await redeem(services, found.provider, { attempt, callback }) : changed
  // The secret is read while the code is redeemed: another one may have been saved meanwhile.
  const after = await findHashedProvider(services.db, providerId)
  await keepTest(services, { ...test, providerId, outcome: after && isOf(after) ? tested : changed })
  return true
}

const changed: TestOutcome = { problem: 'changed', code: '', told: [] }

async function redeem(
  services: Services,
  provider: SignInProvider,
  { attempt, callback }: Pick<TestCallback, 'attempt' | 'callback'>,
): Promise<TestOutcome> {
  try {
    const expected = { ...attempt, maxAgeSeconds: provider.maxAgeSeconds ?? undefined }
    return toOutcome(await redeemCode(services, provider, { callback, expected }))
  } catch (error) {
    if (!(error instanceof RedemptionError)) throw error
    const { problem, code } = explain(error)
    services.log.info({ provider: provider.id, problem, detail: error.detail }, 'a test sign-in failed')
    return { problem, code: toShownText(code, maxCode), told: [] }
  }
}

function toOutcome({ claims, told: all }: Redeemed): TestOutcome {
  const told = listToldClaims(all)
  if (!claims.isStrong) return { problem: 'factor', code: '', told }
  const { subject, isEmailVerified, isIncomplete, email = null, name = null, username = null, groups = null } = claims
  return { told, claims: { subject, email, isEmailVerified, name, username, groups, isIncomplete } }
}

const clientErrors: ReadonlySet<string> = new Set(['invalid_client', 'unauthorized_client'])

/** What the provider answered tells more than what a user who signs in may see. */
function explain({ problem, detail, cause }: RedemptionError): Readonly<{ problem: TestProblem; code: string }> {
  if (!(cause instanceof AuthorizationResponseError || cause instanceof ResponseBodyError)) {
    const reason = cause instanceof Error && cause.cause instanceof Error ? `${cause.cause.message}: ` : ''
    if (statusOf(cause) === 401) return { problem: 'client', code: 'invalid_client' }
    return { problem, code: problem === 'unavailable' ? detail : `${reason}${detail}` }
  }
  const { error, error_description: description = '' } = cause
  const code = description === '' ? error : `${error}: ${description}`
  if (clientErrors.has(error)) return { problem: 'client', code }
  return { problem: /redirect[_ ]?ur[il]/i.test(code) ? 'redirect_uri' : problem, code }
}
