import { randomToken, sha256 } from '#lib/crypto.ts'
import { cookieAttributes, formatSetCookie, hostCookieName, readCookieHeader } from '#lib/http/cookies.ts'

/** Browsers cap a cookie's life at 400 days. */
const browserCookieSeconds = 400 * 24 * 60 * 60
const browserIdForm = /^[A-Za-z0-9_-]{43}$/

/** The cookie that names a browser: random, the same at every launch, kept in rows as its hash alone. */
export function browserCookieName(baseUrl: string): string {
  return hostCookieName('browser', baseUrl)
}

/** The hash of this browser's cookie; undefined if there is no cookie of our form, or more than one. */
export function readBrowserHash(request: Request, baseUrl: string): string | undefined {
  return readBrowserHashFrom(request.headers.get('cookie') ?? '', baseUrl)
}

/** The same, from a `Cookie` header. */
export function readBrowserHashFrom(cookieHeader: string, baseUrl: string): string | undefined {
  return hashBrowserId(readCookieHeader(cookieHeader, browserCookieName(baseUrl)))
}

/** The hash that rows keep of a browser's cookie; undefined if the value is not of our form. */
export function hashBrowserId(id: string | undefined): string | undefined {
  return id && browserIdForm.test(id) ? sha256(id) : undefined
}

/** A new browser id: its cookie, for `Set-Cookie` or for a framework's cookie jar, and its hash. */
export function makeBrowserCookie(baseUrl: string) {
  const value = randomToken()
  const name = browserCookieName(baseUrl)
  const attributes = cookieAttributes(baseUrl, '/', browserCookieSeconds)
  return { name, value, attributes, hash: sha256(value), header: formatSetCookie(name, value, attributes) }
}

/** This browser's hash; a new browser gets its cookie, which is then to be set. */
export function identifyBrowser(request: Request, baseUrl: string): { hash: string; cookies: string[] } {
  const hash = readBrowserHash(request, baseUrl)
  if (hash !== undefined) return { hash, cookies: [] }
  const made = makeBrowserCookie(baseUrl)
  return { hash: made.hash, cookies: [made.header] }
}
