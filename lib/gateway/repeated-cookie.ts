import type { IncomingMessage } from 'node:http'
import { accountCookieName } from '#lib/cookies/account-cookie.ts'
import { browserCookieName } from '#lib/cookies/browser-cookie.ts'
import { portalCookieName } from '#lib/cookies/portal-cookie.ts'
import { Refusal } from '#lib/errors.ts'
import { isAssetPath, isClientApiPath, isEndpointPath, methodsOf } from '#lib/gateway/paths.ts'
import { countCookies } from '#lib/http/cookies.ts'
import { definePageEndpoint } from '#lib/http/define-page-endpoint.ts'
import { clearCookiesPath } from '#lib/http/refusal-page.ts'

/**
 * Whether a request for a page carries two session or browser cookies of one name. Every reader of these cookies treats
 * that as no cookie at all; on a page the person is told so, instead of being asked to sign in again and again.
 */
export function repeatsCookie({ headers }: IncomingMessage, pathname: string, { origin }: URL): boolean {
  const { cookie } = headers
  if (cookie === undefined || !isPage(pathname)) return false
  const names = [browserCookieName(origin), accountCookieName(origin), portalCookieName(origin)]
  return names.some((name) => countCookies(cookie, name) > 1)
}

/** The page for such a request, at every address. */
export const repeatedCookieEndpoint = definePageEndpoint({ GET: refuse, POST: refuse })

function isPage(pathname: string): boolean {
  if (isClientApiPath(pathname) || isAssetPath(pathname) || pathname === clearCookiesPath) return false
  return isEndpointPath(pathname) || methodsOf(pathname).includes('POST')
}

async function refuse(): Promise<never> {
  throw new Refusal('repeated_cookie')
}
