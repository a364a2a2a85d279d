import { attemptName } from '#lib/domain/sign-in/company-sign-in/provider-attempt.ts'
import { pendingMs } from '#lib/domain/sign-in/portal-sessions/portal-session.ts'
import { secondMs } from '#lib/kernel/clock.ts'
import { cookieAttributes, formatSetCookie, hostCookieName, readCookie } from '#lib/web/http/cookies.ts'

/** Sign-ins that a browser may have under way, each in a tab. The oldest one is forgotten. */
const maxAttempts = 5

function cookieName(baseUrl: string, suffix: string): string {
  return hostCookieName(`provider-${suffix}`, baseUrl)
}

/**
 * The cookie that holds a sign-in under way at a provider. Each has a name of its own, so that tabs don't replace each
 * other's. @returns `Set-Cookie` headers, which also remove the oldest ones
 */
export function setProviderCookie(
  cookieHeader: string | null,
  baseUrl: string,
  { state, sealed }: Readonly<{ state: string; sealed: string }>,
): string[] {
  const prefix = cookieName(baseUrl, '')
  const names = (cookieHeader ?? '').split(';').map((pair) => pair.split('=', 1)[0]?.trim() ?? '')
  // Browsers send the oldest first (RFC 6265 §5.4).
  const old = names.filter((name) => name.startsWith(prefix)).slice(0, -(maxAttempts - 1))
  const attributes = cookieAttributes(baseUrl, '/', pendingMs / secondMs)
  return [
    formatSetCookie(cookieName(baseUrl, attemptName(state)), sealed, attributes),
    ...old.map((name) => formatSetCookie(name, '', { ...attributes, maxAge: 0 })),
  ]
}

/** The sealed sign-in with this state; undefined if the browser has none, or two of its name. */
export function readProviderCookie(cookieHeader: string | null, baseUrl: string, state: string): string | undefined {
  return readCookie(cookieHeader, cookieName(baseUrl, attemptName(state)))
}

/** What removes the cookie of a sign-in that has ended. */
export function clearedProviderCookie(baseUrl: string, state: string) {
  return { name: cookieName(baseUrl, attemptName(state)), attributes: cookieAttributes(baseUrl, '/', 0) }
}
