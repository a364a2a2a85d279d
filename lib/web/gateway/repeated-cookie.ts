import { Refusal } from '#lib/kernel/errors.ts'
import { accountCookieName } from '#lib/web/cookies/account-cookie.ts'
import { browserCookieName } from '#lib/web/cookies/browser-cookie.ts'
import { portalCookieName } from '#lib/web/cookies/portal-cookie.ts'
import type { Exchange } from '#lib/web/gateway/exchange.ts'
import { mayBePosted } from '#lib/web/gateway/reject-early.ts'
import { countCookies } from '#lib/web/http/cookies.ts'
import { definePageEndpoint } from '#lib/web/http/define-endpoint.ts'
import { clearCookiesPath } from '#lib/web/http/refusal-page.ts'

/**
 * Whether a request for a page carries two session or browser cookies of one name. Readers of these cookies accept
 * neither of the two; a page explains that to the user, who would otherwise be asked to sign in again and again.
 */
export function repeatsCookie(
  { request, route, target: { pathname } }: Pick<Exchange, 'request' | 'route' | 'target'>,
  { origin }: URL,
): boolean {
  const { cookie } = request.headers
  if (cookie === undefined || !mayBePosted(route) || pathname === clearCookiesPath) return false
  const names = [browserCookieName(origin), accountCookieName(origin), portalCookieName(origin)]
  return names.some((name) => countCookies(cookie, name) > 1)
}

/** Responds to such a request at every path. */
export const repeatedCookieEndpoint = definePageEndpoint({ GET: refuse, POST: refuse })

async function refuse(): Promise<never> {
  throw new Refusal('repeated_cookie')
}
