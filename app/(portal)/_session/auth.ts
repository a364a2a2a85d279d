import NextAuth, { AuthError, type NextAuthConfig } from 'next-auth'
import Credentials from 'next-auth/providers/credentials'
import { applyOwnPreferences } from '#app/(portal)/_preferences/preference-cookies.ts'
import { firstStepsPath } from '#app/(portal)/_urls/admin-places.ts'
import { readOwnPreferences } from '#lib/domain/people/users/own-profile.ts'
import { findSessionUser } from '#lib/domain/sign-in/portal-sessions/find-sessions.ts'
import { secondStepPath } from '#lib/domain/sign-in/portal-sessions/next-path.ts'
import type { SignInFields } from '#lib/domain/sign-in/portal-sessions/schema.ts'
import { signIn } from '#lib/domain/sign-in/portal-sessions/sign-in.ts'
import type { StartedSession } from '#lib/domain/sign-in/portal-sessions/start-session.ts'
import { getServices, type Services } from '#lib/foundation/services.ts'
import { secondMs } from '#lib/kernel/clock.ts'
import { portalCookieName, portalCookieSecrets } from '#lib/web/cookies/portal-cookie.ts'
import { cookieAttributes, hostCookieName } from '#lib/web/http/cookies.ts'
import { currentAnonymous, currentBrowser, runAnonymousAction } from './anonymous.ts'
import { setPendingCookie } from './pending-cookie.ts'

declare module 'next-auth' {
  interface User {
    /** Encrypted in the cookie; identifies the `portal_sessions` row, which decides. */
    sessionSecret?: string
  }
}

/** Writes and removes the cookie. None of its endpoints are served. */
const nextAuth = NextAuth(async () => createConfig(await getServices()))

/** Gives the browser the cookie of a session that has begun, or whose secret was renewed. */
export async function setSessionCookie(sessionSecret: string): Promise<void> {
  await nextAuth.signIn('credentials', { sessionSecret, redirect: false, redirectTo: '/' })
}

/** Gives the browser the cookie of a new session, and the preferences of its user. */
export async function openPortal({ secret, person }: StartedSession): Promise<void> {
  await setSessionCookie(secret)
  await applyOwnPreferences(await readOwnPreferences(await getServices(), person))
}

/**
 * Checks the password, and opens the portal unless a second step is missing.
 * @returns whether it is
 * @throws Refusal as `signIn` in lib/domain/sign-in/portal-sessions
 */
export async function signInWithPassword(fields: SignInFields): Promise<boolean> {
  const services = await getServices()
  const [anonymous, browser] = [await currentAnonymous(), await currentBrowser()]
  const outcome = await signIn(services, anonymous, { ...fields, browser })
  if ('secret' in outcome) await openPortal(outcome)
  else await setPendingCookie(services, outcome.token)
  return !('secret' in outcome)
}

/**
 * Signs in the user who has just chosen this password, in a Server Action.
 * @returns the URL to continue at: the portal, the second step, or the sign-in page with a notice
 */
export async function signInAfterLink(fields: SignInFields, notice: 'set-up' | 'password-set'): Promise<string> {
  const result = await runAnonymousAction(() => signInWithPassword(fields))
  if (!result.ok) return `/sign-in?notice=${notice}`
  if (result.value) return secondStepPath
  return notice === 'set-up' ? firstStepsPath : '/'
}

/** Removes the session cookie, in a Server Action. The use case ends the row. */
export async function removeSessionCookie(): Promise<void> {
  await nextAuth.signOut({ redirect: false, redirectTo: '/' })
}

function createConfig(services: Services): NextAuthConfig {
  const { baseUrl, portalLifetimes } = services.env
  return {
    basePath: '/api/auth',
    // The gateway validates the host before next-auth sees a request, and `redirect` below stays on it.
    trustHost: true,
    secret: portalCookieSecrets(services),
    session: { strategy: 'jwt', maxAge: portalLifetimes.absoluteMs / secondMs },
    useSecureCookies: baseUrl.startsWith('https:'),
    cookies: cookieNames(baseUrl),
    pages: { signIn: '/sign-in', signOut: '/', error: '/sign-in', verifyRequest: '/sign-in' },
    providers: [Credentials({ credentials: { sessionSecret: {} }, authorize })],
    callbacks: {
      redirect: () => `${baseUrl}/`,
      // The cookie holds only the session's secret; `null` removes the cookie of an ended session.
      jwt: async ({ token, user }) => {
        const sessionSecret = user?.sessionSecret ?? readSecret(token)
        return sessionSecret && (await findSessionUser(services, sessionSecret)) ? { sessionSecret } : null
      },
    },
    logger: createLogger(services),
  }
}

/** The session has begun already: however its user signed in, next-auth only writes its cookie. */
async function authorize({ sessionSecret }: Partial<Record<'sessionSecret', unknown>>) {
  const secret = String(sessionSecret ?? '')
  const user = await findSessionUser(await getServices(), secret)
  return user ? { id: user.id, sessionSecret: secret } : null
}

function readSecret(token: Readonly<Record<string, unknown>>): string | undefined {
  return typeof token.sessionSecret === 'string' ? token.sessionSecret : undefined
}

function cookieNames(baseUrl: string): NonNullable<NextAuthConfig['cookies']> {
  const options = cookieAttributes(baseUrl, '/')
  return {
    sessionToken: { name: portalCookieName(baseUrl), options },
    callbackUrl: { name: hostCookieName('auth-callback', baseUrl), options },
    csrfToken: { name: hostCookieName('auth-csrf', baseUrl), options },
  }
}

/** Errors that a client can cause with malformed requests, and refusals, which `runAction` logs. */
const harmless: ReadonlySet<string> = new Set(['MissingCSRF', 'JWTSessionError', 'CredentialsSignin', 'UnknownAction'])

function createLogger({ log }: Services): NonNullable<NextAuthConfig['logger']> {
  return {
    error: (error) => {
      const expected = error instanceof AuthError && harmless.has(error.type)
      log[expected ? 'debug' : 'error']({ error }, 'next-auth')
    },
    warn: (code) => log.debug({ code }, 'next-auth'),
    debug: () => {},
  }
}
