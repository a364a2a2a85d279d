import { endLaunchedSessions } from '#lib/account-sessions/store.ts'
import type { Anonymous, PortalUser } from '#lib/actor.ts'
import { recordEvent } from '#lib/audit/store.ts'
import { randomId, randomToken, sha256 } from '#lib/crypto.ts'
import type { DbTransaction } from '#lib/db/database.ts'
import { isRefusal, Refusal } from '#lib/errors.ts'
import { queueMail } from '#lib/mails/queue-mail.ts'
import { parseInput } from '#lib/parse-input.ts'
import { checkPassword, verifyUserPassword } from '#lib/portal-sessions/check-password.ts'
import { describeBrowser } from '#lib/portal-sessions/describe-browser.ts'
import { isKnownBrowser, rememberBrowser } from '#lib/portal-sessions/known-browsers-store.ts'
import {
  browserLimit,
  networkLimit,
  type PasswordLimit,
  userLimit,
} from '#lib/portal-sessions/password-attempt-limits.ts'
import { toUserAgent } from '#lib/portal-sessions/portal-session.ts'
import { countRefusedSignIn, recordRefusedSignIn } from '#lib/portal-sessions/record-refused-sign-in.ts'
import { type SignInFields, signInSchema } from '#lib/portal-sessions/schema.ts'
import { endSessionBySecret, insertSession } from '#lib/portal-sessions/store.ts'
import { toClientNetwork } from '#lib/request-context.ts'
import { isPortalRole, type PortalRole } from '#lib/roles.ts'
import type { Services } from '#lib/services.ts'
import { findUserByName, setSignedIn } from '#lib/users/store.ts'
import { toNameKey, type User, userEvent } from '#lib/users/user.ts'

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

type SignInInput = SignInFields & Readonly<{ browser: Browser }>

/**
 * Signs a user in by email address or username. The response, and the time it takes, are the same whether or not a
 * user has that name.
 * @throws Refusal `sign_in_failed`; `too_many_requests` beyond a limit; `input_invalid` for an empty field;
 *   `temporarily_unavailable` while too many sign-ins wait
 */
export async function signIn(services: Services, anonymous: Anonymous, input: SignInInput): Promise<StartedSession> {
  const { name, password } = parseInput(signInSchema, input)
  const user = await findUserByName(services.db, name)
  const impediment = findImpediment(user)
  const { lane, limits } = await chooseLimits(services, anonymous, { user, name, browserHash: input.browser.hash })
  const isRight = await checkPassword(services, {
    lane,
    limits,
    verify: async () =>
      (await verifyUserPassword(services.db, { userId: user?.id, password, lane })) && impediment === undefined,
    recordFailure: (trx, failures) =>
      recordRefusedSignIn(trx, anonymous, { user, reason: impediment ?? 'wrong_password', failures }),
  }).catch(async (error: unknown) => {
    if (isRefusal(error) && error.code === 'too_many_requests') await countRefusedSignIn(services.db, anonymous)
    throw error
  })
  if (!isRight || !user || !isPortalRole(user.role))
    throw new Refusal('sign_in_failed', { detail: impediment ?? 'wrong password' })
  return startSession(services, anonymous, { user: { ...user, role: user.role }, browser: input.browser })
}

type Limits = Readonly<{ lane: string; limits: readonly [PasswordLimit, ...PasswordLimit[]] }>

/** A browser that this user signed in with before has a limit of its own: a neighbor can exhaust the network's. */
async function chooseLimits(
  { db }: Services,
  anonymous: Anonymous,
  { user, name, browserHash }: Readonly<{ user: User | undefined; name: string; browserHash: string }>,
): Promise<Limits> {
  // Looked up for an unknown name as well: otherwise the response time would reveal it.
  if ((await isKnownBrowser(db, browserHash, user?.id ?? '')) && user) {
    const limit = browserLimit(user.id, browserHash)
    return { lane: limit.subject, limits: [limit] }
  }
  const network = toClientNetwork(anonymous.address)
  return { lane: network, limits: [userLimit(user?.id ?? `name ${toNameKey(name)}`, network), networkLimit(network)] }
}

/** Why the right password isn't enough; only for the log and the audit event. */
function findImpediment(user: User | undefined): string | undefined {
  if (!user) return 'unknown_name'
  if (!isPortalRole(user.role)) return 'service_user'
  if (user.deactivatedAt !== null) return 'deactivated'
  return user.passwordSetAt === null ? 'no_password' : undefined
}

/**
 * Starts a session with a new ID, so that a session planted in the browser is never signed in (session fixation).
 * @throws Refusal `sign_in_failed` if the user was deactivated, or given another password, since they were read
 */
export async function startSession(
  services: Services,
  anonymous: Anonymous,
  { user, browser }: Readonly<{ user: User & Readonly<{ role: PortalRole }>; browser: Browser }>,
): Promise<StartedSession> {
  const secret = randomToken()
  const person: PortalUser = {
    kind: 'person',
    userId: user.id,
    name: user.name,
    role: user.role,
    sessionId: randomId('ps'),
    browserHash: browser.hash,
    confirmedAt: services.clock.now(),
    address: anonymous.address,
    requestId: anonymous.requestId,
  }
  await services.db.transaction().execute(async (trx) => {
    // Hashing takes time: a session must not start after a deactivation or a password change.
    if (!(await setSignedIn(trx, user, browser.language)))
      throw new Refusal('sign_in_failed', { detail: 'the user changed meanwhile' })
    const former = browser.formerSecret && (await endSessionBySecret(trx, sha256(browser.formerSecret)))
    // Another user's launched accounts must not stay open in this browser.
    if (former && former.userId !== user.id) await endLaunchedSessions(trx, former.browserHash)
    await insertSession(trx, person, {
      secretHash: sha256(secret),
      masterId: services.keys.current.id,
      userAgent: toUserAgent(browser.userAgent),
    })
    await tellNewBrowser(services, trx, user, { person, userAgent: browser.userAgent })
    await rememberBrowser(trx, user.id, browser.hash)
    await recordEvent(trx, person, userEvent('portal_session.started', user))
  })
  return { secret, person }
}

/** The first sign-in of a user is no news to them. */
async function tellNewBrowser(
  services: Services,
  trx: DbTransaction,
  { id, lastSignInAt }: User,
  { person, userAgent }: Readonly<{ person: PortalUser; userAgent: string | null }>,
): Promise<void> {
  if (!services.env.mail || lastSignInAt === null || (await isKnownBrowser(trx, person.browserHash, id))) return
  const known = describeBrowser(userAgent ?? '')
  const browser = known ? `${known.browser}, ${known.system}` : ''
  const facts = { address: person.address, browser }
  await queueMail(services, trx, { kind: 'new_browser', facts }, { userId: id })
}
