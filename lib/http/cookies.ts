import { parseCookie, stringifySetCookie } from 'cookie'

/** Whether the product is served over TLS: then cookies are `Secure` and carry the prefix that browsers enforce. */
function isSecure(baseUrl: string): boolean {
  return baseUrl.startsWith('https:')
}

/** `__Host-` where the path is `/`; plain on http loopback, where browsers accept no prefix. */
export function hostCookieName(name: string, baseUrl: string): string {
  return isSecure(baseUrl) ? `__Host-latchkey-${name}` : `latchkey-${name}`
}

/** `__Secure-` where the path is narrower than `/`. */
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

/** HttpOnly, Lax, host-only. Without `maxAgeSeconds` it ends with the browser. */
export function cookieAttributes(baseUrl: string, path: string, maxAgeSeconds?: number): CookieAttributes {
  const attributes = { path, httpOnly: true, sameSite: 'lax', secure: isSecure(baseUrl) } as const
  return maxAgeSeconds === undefined ? attributes : { ...attributes, maxAge: maxAgeSeconds }
}

/** The value of a `Set-Cookie` header. */
export function formatSetCookie(name: string, value: string, attributes: CookieAttributes): string {
  return stringifySetCookie({ name, value, ...attributes })
}

/** The value of a request's cookie; undefined if it is missing, or if the request carries two of that name. */
export function readCookie(request: Request, name: string): string | undefined {
  return readCookieHeader(request.headers.get('cookie') ?? '', name)
}

/** The same where only the header is at hand. */
export function readCookieHeader(header: string, name: string): string | undefined {
  return countCookies(header, name) > 1 ? undefined : parseCookie(header)[name]
}

/**
 * How many cookies of this name a `Cookie` header holds. A sibling host can plant a second one (RFC 6265 §8.6), and
 * neither its position nor anything else in the header tells it from ours (§5.4, §4.2.2).
 */
export function countCookies(header: string, name: string): number {
  return header.split(';').filter((pair) => pair.split('=', 1)[0]?.trim() === name).length
}
