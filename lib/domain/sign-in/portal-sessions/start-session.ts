import { endLaunchedSessions } from '#lib/domain/accounts/account-sessions/store.ts'
import { setSignedIn } from '#lib/domain/people/users/store.ts'
import { type User, userEvent } from '#lib/domain/people/users/user.ts'
import { describeBrowser } from '#lib/domain/sign-in/portal-sessions/describe-browser.ts'
import { isKnownBrowser, rememberBrowser } from '#lib/domain/sign-in/portal-sessions/known-browsers-store.ts'
import { type Federated, toUserAgent } from '#lib/domain/sign-in/portal-sessions/portal-session.ts'
import { endSessionBySecret, insertSession } from '#lib/domain/sign-in/portal-sessions/store.ts'
import { touchIdentity } from '#lib/domain/sign-in/sign-in-providers/identities-store.ts'
import type { NewEvent } from '#lib/foundation/audit/event.ts'
import { recordEvent } from '#lib/foundation/audit/store.ts'
import type { Anonymous, PortalUser, Strength } from '#lib/foundation/authorization/actor.ts'
import type { PortalRole } from '#lib/foundation/authorization/roles.ts'
import type { DbTransaction } from '#lib/foundation/db/database.ts'
import { queueMail } from '#lib/foundation/mails/queue-mail.ts'
import type { Services } from '#lib/foundation/services.ts'
import { randomId, randomToken, sha256 } from '#lib/kernel/crypto.ts'
import { Refusal } from '#lib/kernel/errors.ts'

export type Browser = Readonly<{
  /** The hash of the browser cookie. */
  hash: string
  userAgent: string | null
  /** Of its pages, for mail. */
  language?: string
  /** The secret of the browser's former session, which ends. */
  formerSecret: string | undefined
}>

/** A new session. Its secret goes into the cookie only. */
export type StartedSession = Readonly<{ secret: string; person: PortalUser }>

/** An active user whose identity has been proven. */
export type SigningIn = User & Readonly<{ role: PortalRole }>

type SessionStart = Readonly<{
  user: SigningIn
  browser: Browser
  strength?: Strength
  federated?: Federated | undefined
  /** Uses what may be used once, in the transaction that starts the session; throws if it was used. */
  claim?: ((trx: DbTransaction) => Promise<void>) | undefined
  /** Facts for the audit event. */
  details?: NewEvent['details']
}>

/**
 * Starts a session with a new ID, so that a session planted in the browser is never signed in (session fixation).
 * @throws Refusal `sign_in_failed` if the user was deactivated, or given another password, since they were read; as
 *   `claim`
 */
export async function startSession(
  services: Services,
  anonymous: Anonymous,
  { user, browser, strength = 'pwd', federated, claim, details }: SessionStart,
): Promise<StartedSession> {
  const { portalLifetimes } = services.env
  const secret = randomToken()
  const person: PortalUser = {
    kind: 'person',
    userId: user.id,
    name: user.name,
    role: user.role,
    sessionId: randomId('ps'),
    browserHash: browser.hash,
    strength,
    confirmedAt: services.clock.now(),
    address: anonymous.address,
    requestId: anonymous.requestId,
  }
  await services.db.transaction().execute(async (trx) => {
    await claim?.(trx)
    // The identity may have been unlinked since it was read.
    if (federated && !(await touchIdentity(trx, federated.identityId)))
      throw new Refusal('sign_in_failed', { detail: 'the identity was unlinked meanwhile' })
    // Hashing takes time: a session must not start after a deactivation or a password change.
    if (!(await setSignedIn(trx, user, browser.language)))
      throw new Refusal('sign_in_failed', { detail: 'the user changed meanwhile' })
    const former =
      browser.formerSecret && (await endSessionBySecret(trx, portalLifetimes, sha256(browser.formerSecret)))
    // Another user's launched accounts must not stay open in this browser.
    if (former && former.userId !== user.id) await endLaunchedSessions(trx, former.browserHash)
    await insertSession(trx, portalLifetimes, {
      user: person,
      secretHash: sha256(secret),
      masterId: services.keys.current.id,
      userAgent: toUserAgent(browser.userAgent),
      federated,
    })
    await tellNewBrowser(services, trx, { user, person, userAgent: browser.userAgent })
    await rememberBrowser(trx, user.id, browser.hash)
    await recordEvent(
      trx,
      person,
      userEvent('portal_session.started', user, {
        strength,
        ...(federated && { provider: federated.provider }),
        ...details,
      }),
    )
  })
  return { secret, person }
}

/** The first sign-in of a user is no news to them. */
async function tellNewBrowser(
  services: Services,
  trx: DbTransaction,
  {
    user: { id, lastSignInAt },
    person,
    userAgent,
  }: Readonly<{ user: User; person: PortalUser; userAgent: string | null }>,
): Promise<void> {
  if (!services.env.mail || lastSignInAt === null || (await isKnownBrowser(trx, person.browserHash, id))) return
  const known = describeBrowser(userAgent ?? '')
  const browser = known ? `${known.browser}, ${known.system}` : ''
  const facts = { address: person.address, browser }
  await queueMail(services, trx, { kind: 'new_browser', facts, to: { userId: id } })
}
