import { secondMs } from '#lib/clock.ts'
import { cookieAttributes, hostCookieName, readCookie } from '#lib/http/cookies.ts'
import { pendingMs } from '#lib/portal-sessions/portal-session.ts'

const tokenForm = /^[\w-]{43}$/

function cookieName(baseUrl: string): string {
  return hostCookieName('second-step', baseUrl)
}

/** The cookie that holds the token of a second step: nothing else may, so that no link or form can carry it. */
export function makePendingCookie(baseUrl: string, token: string) {
  const attributes = cookieAttributes(baseUrl, '/', pendingMs / secondMs)
  return { name: cookieName(baseUrl), value: token, attributes }
}

/** The token of the browser's second step; undefined without one. */
export function readPendingToken(cookieHeader: string | null, baseUrl: string): string | undefined {
  const token = readCookie(cookieHeader, cookieName(baseUrl))
  return token !== undefined && tokenForm.test(token) ? token : undefined
}
