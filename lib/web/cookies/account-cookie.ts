import { sealData, unsealData } from 'iron-session'
import type { AccountCredential } from '#lib/domain/accounts/account-sessions/read-account-session.ts'
import { accountPath } from '#lib/domain/accounts/accounts/account.ts'
import type { ServerKeySet } from '#lib/foundation/server-keys/server-keys.ts'
import type { Services } from '#lib/foundation/services.ts'
import { readBrowserHash } from '#lib/web/cookies/browser-cookie.ts'
import { cookieAttributes, formatSetCookie, pathCookieName, readCookie } from '#lib/web/http/cookies.ts'

type SealedSession = { secret: string }

/** Seals never expire: iron-session allows a minute of clock skew, and the session's row decides anyway. */
const ttl = 0

/**
 * The cookie of one account's session: an iron-session seal around the session's secret. Its path is the account's, so
 * that each open account has its own cookie. It ends with the browser session.
 * @returns the value of `Set-Cookie`
 */
export async function makeAccountCookie(services: Services, accountId: string, secret: string): Promise<string> {
  const { current } = services.keys
  const session: SealedSession = { secret }
  const seal = await sealData(session, { password: { [passwordId(current)]: current.accountSession }, ttl })
  return formatCookie(services.env.baseUrl, accountId, { value: seal })
}

/** The credential for an account session; undefined unless the header holds the account and the browser cookie. */
export async function readAccountCredential(
  services: Services,
  cookieHeader: string | null,
): Promise<AccountCredential | undefined> {
  const { baseUrl } = services.env
  const browserHash = readBrowserHash(cookieHeader, baseUrl)
  const seal = readCookie(cookieHeader, accountCookieName(baseUrl))
  if (browserHash === undefined || !seal) return undefined
  const password = Object.fromEntries(services.keys.all.map((set) => [passwordId(set), set.accountSession]))
  const { secret } = await unsealData<Partial<SealedSession>>(seal, { password, ttl })
  return typeof secret === 'string' ? { secret, browserHash } : undefined
}

/** @returns the value of `Set-Cookie` that removes the cookie */
export function clearAccountCookie(baseUrl: string, accountId: string): string {
  return formatCookie(baseUrl, accountId, { value: '', maxAgeSeconds: 0 })
}

function formatCookie(
  baseUrl: string,
  accountId: string,
  { value, maxAgeSeconds }: Readonly<{ value: string; maxAgeSeconds?: number | undefined }>,
): string {
  const attributes = cookieAttributes(baseUrl, accountPath(accountId), maxAgeSeconds)
  return formatSetCookie(accountCookieName(baseUrl), value, attributes)
}

export function accountCookieName(baseUrl: string): string {
  return pathCookieName('account', baseUrl)
}

/** iron-session identifies passwords by number; the ID of the master secret never changes. */
function passwordId(keys: ServerKeySet): number {
  return Number.parseInt(keys.id, 16)
}
