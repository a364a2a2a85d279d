import { maxGroupNames } from '#lib/domain/people/group-mappings/group-mapping.ts'
import { listMappingRows } from '#lib/domain/people/group-mappings/store.ts'
import type { LinkPurpose } from '#lib/domain/people/password-links/password-link.ts'
import { deleteUsableLinks, findUsableLink, spendLink } from '#lib/domain/people/password-links/store.ts'
import { findUserById, lockUser } from '#lib/domain/people/users/store.ts'
import { type Answer, type Linked, link } from '#lib/domain/sign-in/company-sign-in/link-identity.ts'
import { type LinkOffer, openOffer, sealOffer } from '#lib/domain/sign-in/company-sign-in/link-offer.ts'
import { type SignInProblem, SignInProblemError } from '#lib/domain/sign-in/company-sign-in/sign-in-problem.ts'
import { checkPassword, verifyUserPassword } from '#lib/domain/sign-in/portal-sessions/check-password.ts'
import { endUserSessions } from '#lib/domain/sign-in/portal-sessions/end-sessions.ts'
import { recordRefusedSignIn } from '#lib/domain/sign-in/portal-sessions/record-refused-sign-in.ts'
import { confirmPasswordSchema } from '#lib/domain/sign-in/portal-sessions/schema.ts'
import { continueSignIn, type PendingSignIn } from '#lib/domain/sign-in/portal-sessions/second-step.ts'
import { chooseLimits } from '#lib/domain/sign-in/portal-sessions/sign-in.ts'
import type { Browser, SigningIn, StartedSession } from '#lib/domain/sign-in/portal-sessions/start-session.ts'
import { hasFactor, readFactors } from '#lib/domain/sign-in/second-factor/factors.ts'
import { findIdentity } from '#lib/domain/sign-in/sign-in-providers/identities-store.ts'
import { provesFactor, type SignInProvider } from '#lib/domain/sign-in/sign-in-providers/sign-in-provider.ts'
import { findProvider } from '#lib/domain/sign-in/sign-in-providers/store.ts'
import type { Anonymous } from '#lib/foundation/authorization/actor.ts'
import { isPortalRole } from '#lib/foundation/authorization/roles.ts'
import type { Db } from '#lib/foundation/db/database.ts'
import { queueMail } from '#lib/foundation/mails/queue-mail.ts'
import type { Services } from '#lib/foundation/services.ts'
import { sha256 } from '#lib/kernel/crypto.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import { parseInput } from '#lib/kernel/parse-input.ts'

/** A link that a user requested themselves would let them invite a colleague to sign in as them. */
export const linkingPurposes: readonly LinkPurpose[] = ['set_password']

/** Bytes of group names that an offer carries. Beyond, the next sign-in tells them. */
const maxGroupBytes = 4_096

/** Whether an identity is to be linked to this user: nothing is linked before its holder says so. */
export type LinkQuestion = Readonly<{
  provider: string
  /** The identity, as its holder knows it. */
  identity: string
  invited: Readonly<{ name: string; username: string }>
  /** An invited user who has a password confirms with it. */
  needsPassword: boolean
  /** {@link LinkOffer}, for {@link acceptLink}. */
  sealed: string
  next: string
}>

/** Asks the holder of an unknown identity, in the browser that opened an invitation. @throws SignInProblemError */
export async function offerLink(services: Services, { attempt, ...answer }: Answer): Promise<LinkQuestion> {
  const { provider, claims } = answer
  const offer = {
    providerId: provider.id,
    issuer: provider.issuer,
    browserHash: attempt.browserHash,
    linkHash: attempt.linkHash ?? '',
    offeredAt: services.clock.now(),
    next: attempt.next,
    subject: claims.subject,
    shownAs: claims.email ?? claims.username ?? claims.name ?? claims.subject,
    email: claims.email ?? null,
    sidHash: claims.sid === undefined ? null : sha256(claims.sid),
    groups: await listMappedGroups(services.db, answer),
    provesFactor: provesFactor(provider),
  }
  const user = await findInvited(services.db, offer)
  return toQuestion(offer, { provider, user, sealed: await sealOffer(services.keys, offer) })
}

/** A form that accepts an offer, and its browser. */
export type LinkForm = Readonly<{ providerId: string; sealed: string; browser: Browser }>

/** The question of a form, to be asked again. @returns why it can't be */
export async function readLinkQuestion(
  services: Services,
  form: LinkForm,
): Promise<LinkQuestion | Readonly<{ problem: SignInProblem }>> {
  return catchProblem(async () => {
    const { offer, provider } = await readOffer(services, form)
    return toQuestion(offer, { provider, user: await findInvited(services.db, offer), sealed: form.sealed })
  })
}

/**
 * Links an identity to the user of the invitation that was opened in this browser, which is spent with it. Ends the
 * user's sessions, applies the group mappings, and signs the user in.
 * @returns a problem if nothing was changed
 * @throws Refusal `password_wrong`; `input_invalid` for an empty password; `too_many_requests`
 */
export async function acceptLink(
  services: Services,
  anonymous: Anonymous,
  { password, ...form }: LinkForm & Readonly<{ password: string }>,
): Promise<StartedSession | PendingSignIn | Readonly<{ problem: SignInProblem }>> {
  return catchProblem(async () => {
    const { offer, provider } = await readOffer(services, form)
    const invited = await findInvited(services.db, offer)
    if (invited.passwordSetAt !== null) await requirePassword(services, anonymous, { user: invited, form, password })
    const { user, identityId } = await spendInvitation(services, anonymous, { offer, provider })
    if (!isPortalRole(user.role)) throw new SignInProblemError('inactive', user)
    const federated = { identityId, provider: provider.label, ...offer }
    return continueSignIn(services, anonymous, { user: { ...user, role: user.role }, browser: form.browser, federated })
  })
}

type Offered = Readonly<{ offer: LinkOffer; provider: SignInProvider }>

async function readOffer({ keys, clock, db }: Services, { providerId, sealed, browser }: LinkForm): Promise<Offered> {
  const offer = await openOffer(keys, sealed, { providerId, browserHash: browser.hash, now: clock.now() })
  const provider = offer && (await findProvider(db, providerId))
  if (!provider || provider.isDisabled || provider.issuer !== offer.issuer) throw new SignInProblemError('expired')
  return { offer, provider }
}

/** @throws SignInProblemError unless the invitation may link the identity to its user */
async function findInvited(
  db: Db,
  { linkHash, issuer, subject }: Pick<LinkOffer, 'linkHash' | 'issuer' | 'subject'>,
): Promise<SigningIn> {
  const usable = await findUsableLink(db, linkHash, linkingPurposes)
  // A form whose response was lost is sent again, and has linked the identity already.
  if (!usable && (await findIdentity(db, issuer, subject))) throw new SignInProblemError('linked')
  const user = usable?.userId ? await findUserById(db, usable.userId) : undefined
  if (user?.deactivatedAt !== null || !isPortalRole(user.role)) throw new SignInProblemError('link_unusable')
  // A link never replaces a second factor, and the provider may be one.
  if (hasFactor(await readFactors(db, user.id))) throw new SignInProblemError('has_factor', user)
  return { ...user, role: user.role }
}

async function requirePassword(
  services: Services,
  anonymous: Anonymous,
  { user, form, password: given }: Readonly<{ user: SigningIn; form: LinkForm; password: string }>,
): Promise<void> {
  const { password } = parseInput(confirmPasswordSchema, { password: given })
  const { username: name } = user
  const { lane, limits } = await chooseLimits(services, anonymous, { user, name, browserHash: form.browser.hash })
  const isRight = await checkPassword(services, {
    lane,
    limits,
    verify: () => verifyUserPassword(services.db, { userId: user.id, password, lane }),
    recordFailure: (trx, failures) => recordRefusedSignIn(trx, anonymous, { user, reason: 'wrong_password', failures }),
  })
  if (!isRight) throw new Refusal('password_wrong', { fields: { password: 'wrong' } })
}

async function spendInvitation(
  services: Services,
  anonymous: Anonymous,
  { offer, provider }: Offered,
): Promise<Linked> {
  return services.db.transaction().execute(async (trx) => {
    const { id } = await findInvited(trx, offer)
    await lockUser(trx, id)
    // The user may have changed, or the link may have been spent, before the lock was taken.
    const user = await findInvited(trx, offer)
    if (!(await spendLink(trx, offer.linkHash, linkingPurposes))) throw new SignInProblemError('link_unusable')
    await deleteUsableLinks(trx, user.id)
    // A session from before must not get what the groups give.
    await endUserSessions(services, trx, { userId: user.id })
    const claims = { ...offer, email: offer.email ?? undefined, groups: offer.groups ?? undefined }
    const linked = await link(trx, anonymous, { provider, claims, user, how: 'invitation' })
    const facts = { provider: provider.label, address: anonymous.address }
    await queueMail(services, trx, { kind: 'identity_linked', facts, to: { userId: user.id } })
    return linked
  })
}

/** Only mapped groups matter. @returns `untold` also for too many to carry */
async function listMappedGroups(
  db: Db,
  { provider, claims }: Pick<Answer, 'provider' | 'claims'>,
): Promise<LinkOffer['groups']> {
  if (claims.groups === undefined || claims.groups === 'untold') return claims.groups ?? null
  const mapped = new Set((await listMappingRows(db, provider.id)).map(({ groupName }) => groupName))
  const groups = claims.groups.slice(0, maxGroupNames).filter((name) => mapped.has(name))
  return Buffer.byteLength(JSON.stringify(groups)) <= maxGroupBytes ? groups : 'untold'
}

type Asked = Readonly<{ provider: SignInProvider; user: SigningIn; sealed: string }>

function toQuestion(
  { shownAs, next }: Pick<LinkOffer, 'shownAs' | 'next'>,
  { provider, user, sealed }: Asked,
): LinkQuestion {
  return {
    provider: provider.label,
    identity: shownAs,
    invited: { name: user.name, username: user.username },
    needsPassword: user.passwordSetAt !== null,
    sealed,
    next,
  }
}

async function catchProblem<T>(work: () => Promise<T>): Promise<T | Readonly<{ problem: SignInProblem }>> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof SignInProblemError) return { problem: error.problem }
    throw error
  }
}
