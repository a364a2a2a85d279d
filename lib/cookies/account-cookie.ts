import { sealData, unsealData } from 'iron-session'
import type { AccountCredential } from '#lib/account-sessions/read-account-session.ts'
import { accountPath } from '#lib/accounts/account.ts'
import { readBrowserHashFrom } from '#lib/cookies/browser-cookie.ts'
import { cookieAttributes, formatSetCookie, pathCookieName, readCookieHeader } from '#lib/http/cookies.ts'
import type { ServerKeySet } from '#lib/server-keys/server-keys.ts'
import type { Services } from '#lib/services.ts'

type SealedSession = { secret: string }

/** A seal never expires by itself: iron-session allows a minute of skew, and the row knows better and can be ended. */
const ttl = 0

/**
 * The cookie that opens one account's session: an iron-session seal around the session's secret. Its path is the
 * account's, so that every opened account has its own; it ends with the browser.
 * @returns the value of `Set-Cookie`
 */
export async function makeAccountCookie(services: Services, accountId: string, secret: string): Promise<string> {
  const { current } = services.keys
  const session: SealedSession = { secret }
  const seal = await sealData(session, { password: { [passwordId(current)]: current.accountSession }, ttl })
  return formatCookie(services.env.baseUrl, accountId, seal)
}

/** What this browser presents for an account's session; undefined without both its cookies. */
export async function readAccountCredential(
  services: Services,
  cookieHeader: string,
): Promise<AccountCredential | undefined> {
  const { baseUrl } = services.env
  const browserHash = readBrowserHashFrom(cookieHeader, baseUrl)
  const seal = readCookieHeader(cookieHeader, accountCookieName(baseUrl))
  if (browserHash === undefined || !seal) return undefined
  const password = Object.fromEntries(services.keys.all.map((set) => [passwordId(set), set.accountSession]))
  const { secret } = await unsealData<Partial<SealedSession>>(seal, { password, ttl })
  return typeof secret === 'string' ? { secret, browserHash } : undefined
}

/** @returns the value of `Set-Cookie` that removes the cookie */
export function clearAccountCookie(baseUrl: string, accountId: string): string {
  return formatCookie(baseUrl, accountId, '', 0)
}

function formatCookie(baseUrl: string, accountId: string, value: string, maxAgeSeconds?: number): string {
  const attributes = cookieAttributes(baseUrl, accountPath(accountId), maxAgeSeconds)
  return formatSetCookie(accountCookieName(baseUrl), value, attributes)
}

/** The name of the cookie that opens an account's session. */
export function accountCookieName(baseUrl: string): string {
  return pathCookieName('account', baseUrl)
}

/** iron-session names passwords by numbers; the master secret's own id tells for ever which one sealed. */
function passwordId(keys: ServerKeySet): number {
  return Number.parseInt(keys.id, 16)
}
