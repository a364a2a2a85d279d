import NextAuth, { AuthError, CredentialsSignin, type NextAuthConfig } from 'next-auth'
import Credentials from 'next-auth/providers/credentials'
import { portalCookieName, portalCookieSecrets } from '#lib/cookies/portal-cookie.ts'
import { isRefusal, type Refusal } from '#lib/errors.ts'
import { cookieAttributes, hostCookieName } from '#lib/http/cookies.ts'
import { signOut } from '#lib/portal-sessions/end-sessions.ts'
import { findSessionUser } from '#lib/portal-sessions/find-sessions.ts'
import { absoluteMs } from '#lib/portal-sessions/portal-session.ts'
import type { SignInFields } from '#lib/portal-sessions/schema.ts'
import { signIn as signInPerson } from '#lib/portal-sessions/sign-in.ts'
import { getServices, type Services } from '#lib/services.ts'
import { readOwnPreferences } from '#lib/users/own-profile.ts'
import { applyOwnPreferences } from '../_preferences/preference-cookies.ts'
import { currentAnonymous, currentBrowser, runAnonymousAction } from './anonymous.ts'
import { currentUser } from './user.ts'

declare module 'next-auth' {
  interface User {
    /** Encrypted in the cookie; identifies the `portal_sessions` row, which decides. */
    sessionSecret?: string
  }
}

/** Carries a refusal through next-auth, which passes on only its own error classes. */
class SignInRefused extends CredentialsSignin {
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super()
    this.code = refusal.code
    this.refusal = refusal
  }
}

const nextAuth = NextAuth(async () => createConfig(await getServices()))

export const { handlers } = nextAuth

/** Signs in and sets the cookies, in a Server Action. @throws Refusal as `signIn` in lib/portal-sessions */
export async function signInWithCookies(fields: SignInFields): Promise<void> {
  try {
    await nextAuth.signIn('credentials', { ...fields, redirect: false, redirectTo: '/' })
  } catch (error) {
    throw error instanceof SignInRefused ? error.refusal : error
  }
}

/**
 * Signs in the user who has just chosen this password, in a Server Action.
 * @returns the URL to continue at: the portal, or the sign-in page with a notice
 */
export async function signInAfterLink(fields: SignInFields, notice: 'set-up' | 'password-set'): Promise<string> {
  const result = await runAnonymousAction(() => signInWithCookies(fields))
  return result.ok ? '/' : `/sign-in?notice=${notice}`
}

/** Removes the session cookie, in a Server Action. The use case ends the row. */
export async function removeSessionCookie(): Promise<void> {
  await nextAuth.signOut({ redirect: false, redirectTo: '/' })
}

function createConfig(services: Services): NextAuthConfig {
  const { baseUrl } = services.env
  return {
    basePath: '/api/auth',
    // The gateway validates the host before next-auth sees a request, and `redirect` below stays on it.
    trustHost: true,
    secret: portalCookieSecrets(services),
    session: { strategy: 'jwt', maxAge: absoluteMs / 1_000 },
    useSecureCookies: baseUrl.startsWith('https:'),
    cookies: cookieNames(baseUrl),
    pages: { signIn: '/sign-in', signOut: '/', error: '/sign-in', verifyRequest: '/sign-in' },
    providers: [Credentials({ credentials: { name: {}, password: {} }, authorize })],
    callbacks: {
      redirect: () => `${baseUrl}/`,
      // The cookie holds only the session's secret; `null` removes the cookie of an ended session.
      jwt: async ({ token, user }) => {
        const sessionSecret = user?.sessionSecret ?? readSecret(token)
        return sessionSecret && (await findSessionUser(services, sessionSecret)) ? { sessionSecret } : null
      },
      session: async ({ session, token }) => {
        const { id = '', name = '' } = (await findSessionUser(services, readSecret(token) ?? '')) ?? {}
        return { user: { id, name }, expires: session.expires }
      },
    },
    // Signing out through next-auth's own endpoint ends the row too.
    events: { signOut: endSession },
    logger: createLogger(services),
  }
}

async function authorize(credentials: Partial<Record<keyof SignInFields, unknown>>) {
  const name = String(credentials.name ?? '')
  const password = String(credentials.password ?? '')
  try {
    const browser = await currentBrowser()
    const services = await getServices()
    const { secret, person } = await signInPerson(services, await currentAnonymous(), {
      name,
      password,
      browser,
    })
    await applyOwnPreferences(await readOwnPreferences(services, person))
    return { id: person.userId, sessionSecret: secret }
  } catch (error) {
    throw isRefusal(error) ? new SignInRefused(error) : error
  }
}

async function endSession(): Promise<void> {
  const actor = await currentUser()
  if (actor) await signOut(await getServices(), actor)
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
