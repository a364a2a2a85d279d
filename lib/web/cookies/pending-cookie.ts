import { pendingMs } from '#lib/domain/sign-in/portal-sessions/portal-session.ts'
import { secondMs } from '#lib/kernel/clock.ts'
import { cookieAttributes, hostCookieName, readCookie } from '#lib/web/http/cookies.ts'

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
