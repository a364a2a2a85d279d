import { encode } from 'next-auth/jwt'
import { addUser } from '#lib/domain/people/users/create-user.ts'
import type { AccountScope, User } from '#lib/domain/people/users/user.ts'
import type { PendingSignIn } from '#lib/domain/sign-in/portal-sessions/second-step.ts'
import { type StartedSession, startSession } from '#lib/domain/sign-in/portal-sessions/start-session.ts'
import { type Anonymous, operator, type PortalUser } from '#lib/foundation/authorization/actor.ts'
import { isPortalRole, type PortalRole, type Role } from '#lib/foundation/authorization/roles.ts'
import type { Services } from '#lib/foundation/services.ts'
import { randomBase62, randomToken, sha256 } from '#lib/kernel/crypto.ts'
import { hashCheaply } from '#lib/testing/hash-cheaply.ts'
import { testStart } from '#lib/testing/test-services.ts'
import { browserCookieName, hashBrowserId } from '#lib/web/cookies/browser-cookie.ts'
import { portalCookieName, portalCookieSecrets } from '#lib/web/cookies/portal-cookie.ts'

/** The operator of the CLI, who may do everything. */
export const root = operator('root', 'req_operator')

/** An anonymous client at a documentation address. */
export const visitor: Anonymous = { kind: 'visitor', address: '192.0.2.7', requestId: 'req_visitor' }

export const goodPassword = 'seven ripe plums in a bowl'

type GivenUser = Partial<{
  email: string | null
  username: string
  name: string
  role: Role
  accountScope: AccountScope
  accountIds: readonly string[]
  /** Only for tests that sign in with it. */
  password: string
}>

/** Inserts an active user. Missing fields get unique values; a missing password stays unset. */
export async function insertUser({ db }: Services, given: GivenUser = {}): Promise<User> {
  const username = given.username ?? `user-${randomBase62(8)}`
  const role = given.role ?? 'agent'
  const email = !isPortalRole(role) ? null : `${username}@example.com`
  const passwordHash = given.password === undefined ? null : hashCheaply(given.password)
  const user = { email, username, name: 'Robin Example', role, accountScope: 'all', accountIds: [], ...given } as const
  return db.transaction().execute((trx) => addUser(trx, root, { ...user, passwordHash }))
}

/** A signed-in user without a row, for tests that only need the role. */
export function anyPerson(role: PortalRole): PortalUser {
  return {
    kind: 'person',
    userId: 'usr_any',
    name: `Any ${role}`,
    role,
    sessionId: `ps_${randomBase62(20)}`,
    browserHash: sha256(randomToken()),
    strength: 'pwd',
    confirmedAt: testStart,
    address: '192.0.2.7',
    requestId: 'req_person',
  }
}

/** This user as a signed-in actor without a session row, which use cases accept. */
export function personOf({ clock }: Services, { id, name, role }: User, changes: Partial<PortalUser> = {}): PortalUser {
  if (!isPortalRole(role)) throw new Error('a service user cannot sign in')
  return { ...anyPerson(role), userId: id, name, confirmedAt: clock.now(), ...changes }
}

/** The session of a sign-in that needs no second step. */
export function requireSession(outcome: StartedSession | PendingSignIn): StartedSession {
  if (!('secret' in outcome)) throw new Error('a second step is missing')
  return outcome
}

export type SignedIn = Readonly<{
  person: PortalUser
  /** The `Cookie` header with the browser cookie and the session cookie. */
  cookieHeader: string
  browserId: string
}>

/** Starts a real session without a password, in a new browser or in the one with this cookie value. */
export async function signInAs(services: Services, user: User, browserId = randomToken()): Promise<SignedIn> {
  if (!isPortalRole(user.role)) throw new Error('a service user cannot sign in')
  const browser = { hash: hashBrowserId(browserId) ?? '', userAgent: 'Mozilla/5.0', formerSecret: undefined }
  const { secret, person } = await startSession(services, visitor, { user: { ...user, role: user.role }, browser })
  return withSecret(services, { person, browserId }, secret)
}

/** The browser with the cookie of its session's present secret. */
export async function withSecret(
  services: Services,
  { person, browserId }: Omit<SignedIn, 'cookieHeader'>,
  sessionSecret: string | undefined,
): Promise<SignedIn> {
  const { baseUrl } = services.env
  const salt = portalCookieName(baseUrl)
  const cookie = await encode({ token: { sessionSecret }, salt, secret: portalCookieSecrets(services) })
  return { person, browserId, cookieHeader: `${browserCookieName(baseUrl)}=${browserId}; ${salt}=${cookie}` }
}
