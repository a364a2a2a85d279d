import { randomToken, sha256 } from '#lib/kernel/crypto.ts'
import { cookieAttributes, formatSetCookie, hostCookieName, readCookie } from '#lib/web/http/cookies.ts'

/** Browsers cap a cookie's life at 400 days. */
const browserCookieSeconds = 400 * 24 * 60 * 60
const browserIdForm = /^[A-Za-z0-9_-]{43}$/

/** The cookie that identifies a browser: random, unchanged by launches, stored in rows only as its hash. */
export function browserCookieName(baseUrl: string): string {
  return hostCookieName('browser', baseUrl)
}

/** The hash of the browser cookie in a `Cookie` header; undefined without a well-formed one, or with two. */
export function readBrowserHash(cookieHeader: string | null | undefined, baseUrl: string): string | undefined {
  return hashBrowserId(readCookie(cookieHeader, browserCookieName(baseUrl)))
}

/** The hash that rows store for a browser cookie; undefined if the value is malformed. */
export function hashBrowserId(id: string | undefined): string | undefined {
  return id && browserIdForm.test(id) ? sha256(id) : undefined
}

/** A new browser ID: its hash, and its cookie for a `Set-Cookie` header or for Next's cookie jar. */
export function makeBrowserCookie(baseUrl: string) {
  const value = randomToken()
  const name = browserCookieName(baseUrl)
  const attributes = cookieAttributes(baseUrl, '/', browserCookieSeconds)
  return { name, value, attributes, hash: sha256(value), header: formatSetCookie(name, value, attributes) }
}

/** The browser's hash, and the `Set-Cookie` headers that give a new browser its cookie. */
export function identifyBrowser(cookieHeader: string | null, baseUrl: string): { hash: string; cookies: string[] } {
  const hash = readBrowserHash(cookieHeader, baseUrl)
  if (hash !== undefined) return { hash, cookies: [] }
  const cookie = makeBrowserCookie(baseUrl)
  return { hash: cookie.hash, cookies: [cookie.header] }
}
