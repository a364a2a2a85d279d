import { findUsableLink } from '#lib/domain/people/password-links/store.ts'
import { findUserById } from '#lib/domain/people/users/store.ts'
import type { User } from '#lib/domain/people/users/user.ts'
import {
  type LinkQuestion,
  linkingPurposes,
  offerLink,
} from '#lib/domain/sign-in/company-sign-in/link-by-invitation.ts'
import {
  type Answer,
  applyGroups,
  createAgent,
  type Linked,
} from '#lib/domain/sign-in/company-sign-in/link-identity.ts'
import type { ProviderAttempt } from '#lib/domain/sign-in/company-sign-in/provider-attempt.ts'
import {
  recordedReasons,
  type SignInProblem,
  SignInProblemError,
} from '#lib/domain/sign-in/company-sign-in/sign-in-problem.ts'
import { findAttemptSubject } from '#lib/domain/sign-in/portal-sessions/attempt-subject.ts'
import { type Confirmed, renewSession } from '#lib/domain/sign-in/portal-sessions/confirm-identity.ts'
import type { Federated } from '#lib/domain/sign-in/portal-sessions/portal-session.ts'
import { recordRefusedSignIn } from '#lib/domain/sign-in/portal-sessions/record-refused-sign-in.ts'
import { continueSignIn, type PendingSignIn } from '#lib/domain/sign-in/portal-sessions/second-step.ts'
import type { Browser, StartedSession } from '#lib/domain/sign-in/portal-sessions/start-session.ts'
import { setProviderSession } from '#lib/domain/sign-in/portal-sessions/store.ts'
import { hasFactor, readFactors } from '#lib/domain/sign-in/second-factor/factors.ts'
import { findIdentity, type LinkedIdentity } from '#lib/domain/sign-in/sign-in-providers/identities-store.ts'
import { RedemptionError, redeemCode } from '#lib/domain/sign-in/sign-in-providers/redeem-code.ts'
import { provesFactor, type SignInProvider } from '#lib/domain/sign-in/sign-in-providers/sign-in-provider.ts'
import { findProvider } from '#lib/domain/sign-in/sign-in-providers/store.ts'
import type { Anonymous, PortalUser } from '#lib/foundation/authorization/actor.ts'
import { isPortalRole } from '#lib/foundation/authorization/roles.ts'
import type { Services } from '#lib/foundation/services.ts'
import { secondMs } from '#lib/kernel/clock.ts'
import { sha256 } from '#lib/kernel/crypto.ts'

export type ProviderCallback = Readonly<{
  /** Undefined if the browser has none for this response. */
  attempt: ProviderAttempt | undefined
  /** The redirect URI with the parameters of the response. */
  callback: URL
  browser: Browser
  /** Who is signed in at this browser. */
  current: PortalUser | undefined
}>

export type ProviderOutcome =
  | StartedSession
  | PendingSignIn
  | Confirmed
  | LinkQuestion
  | Readonly<{ problem: SignInProblem }>

/**
 * Ends a sign-in or a confirmation that began at a provider. Users are found only by issuer and subject. A request that
 * ends no attempt of this browser is no guess, and isn't counted.
 * @throws Refusal `too_many_requests` after 60 failures of a known browser, or of a network, in a minute
 */
export async function finishProviderSignIn(
  services: Services,
  anonymous: Anonymous,
  given: ProviderCallback,
): Promise<ProviderOutcome> {
  const { attempt } = given
  // A test signs no one in.
  const provider = attempt && !attempt.test && (await findProvider(services.db, attempt.providerId))
  if (!provider || provider.isDisabled) return { problem: 'expired' }
  const limit = services.limits.providersAtNetwork
  const subject = await findAttemptSubject(services.db, anonymous, given.browser.hash)
  await limit.check(subject)
  try {
    return await finish(services, anonymous, { ...given, attempt, provider })
  } catch (error) {
    const ended = toProblemError(error)
    await recordProblem(services, anonymous, { error: ended, provider })
    if (recordedReasons[ended.problem] !== undefined) await limit.countFailure(subject)
    return { problem: ended.problem }
  }
}

type Finish = ProviderCallback & Readonly<{ attempt: ProviderAttempt; provider: SignInProvider }>

async function finish(services: Services, anonymous: Anonymous, given: Finish): Promise<ProviderOutcome> {
  const { attempt, provider, callback, browser, current } = given
  const expected = { ...attempt, maxAgeSeconds: maxAgeOf(services, attempt, provider) }
  const { claims } = await redeemCode(services, provider, { callback, expected })
  if (!claims.isStrong) throw new SignInProblemError('factor')
  const answer = { provider, claims, attempt }
  const known = await findIdentity(services.db, provider.issuer, claims.subject)
  const session = { provider: provider.label, sidHash: claims.sid === undefined ? null : sha256(claims.sid) }
  if (attempt.sessionId !== undefined) {
    const user = requireSameUser(current, attempt, known)
    const federated = { ...session, identityId: user.identityId }
    if (provesFactor(provider) || !hasFactor(await readFactors(services.db, user.person.userId))) {
      return confirm(services, user.person, federated)
    }
  }
  if (!known && attempt.linkHash !== undefined) return offerLink(services, answer)
  const { user, identityId } = known
    ? await readKnown(services, anonymous, { answer, known })
    : await createAgent(services, anonymous, answer)
  if (user.deactivatedAt !== null || !isPortalRole(user.role)) throw new SignInProblemError('inactive', user)
  return continueSignIn(services, anonymous, {
    user: { ...user, role: user.role },
    browser,
    federated: { ...session, identityId, provesFactor: provesFactor(provider) },
  })
}

/** A confirmation must be newer than its request; a sign-in may be as old as the provider's settings allow. */
function maxAgeOf({ clock }: Services, attempt: ProviderAttempt, provider: SignInProvider): number | undefined {
  if (attempt.sessionId === undefined) return provider.maxAgeSeconds ?? undefined
  return Math.ceil((clock.now() - attempt.startedAt) / secondMs)
}

/** The user of a linked subject, with the access that their groups give now. */
async function readKnown(
  services: Services,
  anonymous: Anonymous,
  { answer: { provider, claims, attempt }, known }: Readonly<{ answer: Answer; known: LinkedIdentity }>,
): Promise<Linked> {
  const user = await findUserById(services.db, known.userId)
  const invited = attempt.linkHash && (await findUsableLink(services.db, attempt.linkHash, linkingPurposes))
  // Otherwise the invited user would be signed in as someone else.
  if (!user || (attempt.linkHash !== undefined && (!invited || invited.userId !== user.id))) {
    throw new SignInProblemError('other_user', user)
  }
  if (user.deactivatedAt !== null) throw new SignInProblemError('inactive', user)
  const actor = { ...anonymous, kind: 'person', userId: user.id, name: user.name } as const
  const applied = await services.db.transaction().execute((trx) => applyGroups(trx, actor, { provider, claims, user }))
  return { user: applied, identityId: known.id }
}

/** The signed-in user who asked to confirm, and confirmed with their own identity. */
function requireSameUser(
  current: PortalUser | undefined,
  { sessionId }: ProviderAttempt,
  known: LinkedIdentity | undefined,
): Readonly<{ person: PortalUser; identityId: string }> {
  if (!current || current.sessionId !== sessionId) throw new SignInProblemError('expired')
  if (known?.userId !== current.userId) throw new SignInProblemError('other_user')
  return { person: current, identityId: known.id }
}

function confirm(services: Services, user: PortalUser, federated: Federated): Promise<Confirmed> {
  return services.db.transaction().execute(async (trx) => {
    await setProviderSession(trx, user.sessionId, federated)
    return renewSession(services, trx, user)
  })
}

function toProblemError(error: unknown): SignInProblemError & Readonly<{ detail?: string }> {
  if (error instanceof SignInProblemError) return error
  if (error instanceof RedemptionError) {
    return Object.assign(new SignInProblemError(error.problem), { detail: error.detail })
  }
  throw error
}

async function recordProblem(
  { db, log }: Services,
  anonymous: Anonymous,
  {
    error: { problem, user, detail },
    provider,
  }: Readonly<{ error: SignInProblemError & Readonly<{ detail?: string }>; provider: SignInProvider }>,
): Promise<void> {
  const { requestId } = anonymous
  log.info({ provider: provider.id, problem, detail, requestId }, 'a sign-in through a provider was refused')
  const reason = recordedReasons[problem]
  if (reason === undefined) return
  const refused: Readonly<{ user: User | undefined; reason: string; failures: number; provider: string }> = {
    user,
    reason,
    failures: 1,
    provider: provider.label,
  }
  await db.transaction().execute((trx) => recordRefusedSignIn(trx, anonymous, refused))
}
