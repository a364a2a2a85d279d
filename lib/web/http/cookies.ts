import { parseCookie, stringifySetCookie } from 'cookie'
import { type Preferences, readPreferences } from '#lib/foundation/i18n/preferences.ts'

/** Over TLS, cookies are `Secure` and carry a prefix that browsers enforce. */
function isSecure(baseUrl: string): boolean {
  return baseUrl.startsWith('https:')
}

/** `__Host-` for cookies with the path `/`; no prefix on http loopback, where browsers reject it. */
export function hostCookieName(name: string, baseUrl: string): string {
  return isSecure(baseUrl) ? `__Host-latchkey-${name}` : `latchkey-${name}`
}

/** `__Secure-` for cookies with a narrower path. */
export function pathCookieName(name: string, baseUrl: string): string {
  return isSecure(baseUrl) ? `__Secure-latchkey-${name}` : `latchkey-${name}`
}

export type CookieAttributes = Readonly<{
  path: string
  httpOnly: true
  sameSite: 'lax'
  secure: boolean
  maxAge?: number
}>

/** HttpOnly, Lax, host-only. Without `maxAgeSeconds` the cookie ends with the browser session. */
export function cookieAttributes(baseUrl: string, path: string, maxAgeSeconds?: number): CookieAttributes {
  const attributes = { path, httpOnly: true, sameSite: 'lax', secure: isSecure(baseUrl) } as const
  return maxAgeSeconds === undefined ? attributes : { ...attributes, maxAge: maxAgeSeconds }
}

/** The value of a `Set-Cookie` header. */
export function formatSetCookie(name: string, value: string, attributes: CookieAttributes): string {
  return stringifySetCookie({ name, value, ...attributes })
}

/** The value of a cookie in a `Cookie` header; undefined if the header has none, or two of that name. */
export function readCookie(header: string | null | undefined, name: string): string | undefined {
  return !header || countCookies(header, name) > 1 ? undefined : parseCookie(header)[name]
}

/**
 * How many cookies of this name a `Cookie` header holds. A sibling host can plant a second one (RFC 6265 §8.6), and
 * the header does not tell it from ours, not even by position (§5.4, §4.2.2).
 */
export function countCookies(header: string, name: string): number {
  return header.split(';').filter((pair) => pair.split('=', 1)[0]?.trim() === name).length
}

/** The preferences that the browser's cookies and `Accept-Language` express. */
export function requestPreferences({ headers }: Pick<Request, 'headers'>): Preferences {
  return readPreferences((name) => readCookie(headers.get('cookie'), name), headers.get('accept-language'))
}
