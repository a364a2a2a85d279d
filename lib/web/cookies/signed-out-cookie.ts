import { cookieAttributes, formatSetCookie, hostCookieName, readCookie } from '#lib/web/http/cookies.ts'
import type { ResponseHeaders } from '#lib/web/http/endpoint.ts'

/** Longer than the browser takes from signing out to the sign-in page. */
const lifeSeconds = 60

/** Tells the sign-in page that a user has just signed out in this browser. */
export function makeSignedOutCookie(baseUrl: string) {
  const attributes = cookieAttributes(baseUrl, '/', lifeSeconds)
  return { name: hostCookieName('signed-out', baseUrl), value: '1', attributes }
}

/**
 * The headers by which the first page after signing out deletes what scripts stored in this browser, once. Another site
 * can lead a browser to the page, but can't set its cookie: it must not delete what applications inside accounts store.
 *
 * Cookies stay: they hold the theme, and accounts that programs opened. The cache stays: it holds nothing of a user,
 * because every page is `no-store`, and Chromium takes seconds to clear it (docs/decisions.md, 163).
 */
export function signedOutHeaders(cookieHeader: string | null, baseUrl: string): ResponseHeaders {
  const { name, value } = makeSignedOutCookie(baseUrl)
  if (readCookie(cookieHeader, name) !== value) return {}
  const deletion = formatSetCookie(name, '', cookieAttributes(baseUrl, '/', 0))
  return { 'Clear-Site-Data': '"storage"', 'Set-Cookie': deletion }
}
