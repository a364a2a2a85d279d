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

/** The cookie's value in a request's `Cookie` header; undefined where it is missing or the header is broken. */
export function readCookie(request: Request, name: string): string | undefined {
  return readCookieHeader(request.headers.get('cookie') ?? '', name)
}

/** The same where only the header is at hand. */
export function readCookieHeader(header: string, name: string): string | undefined {
  return parseCookie(header)[name]
}
