import { getToken } from 'next-auth/jwt'
import type { Services } from '#lib/foundation/services.ts'
import { hostCookieName } from '#lib/web/http/cookies.ts'

/** The cookie that next-auth writes: an encrypted token that contains the session's secret. */
export function portalCookieName(baseUrl: string): string {
  return hostCookieName('portal-session', baseUrl)
}

/** The secrets of the cookie, newest first: the first encrypts, all decrypt. */
export function portalCookieSecrets({ keys }: Pick<Services, 'keys'>): string[] {
  return keys.all.map((set) => set.portalSession)
}

/** The session secret in a `Cookie` header; undefined without a valid portal cookie. */
export async function readPortalSessionSecret(
  services: Pick<Services, 'env' | 'keys'>,
  cookieHeader: string | null | undefined,
): Promise<string | undefined> {
  const cookieName = portalCookieName(services.env.baseUrl)
  // Only the cookie: next-auth would also accept the token in an Authorization header.
  const headers = new Headers({ cookie: cookieHeader ?? '' })
  const secret = portalCookieSecrets(services)
  const token = await getToken({ req: { headers }, cookieName, salt: cookieName, secret })
  return typeof token?.sessionSecret === 'string' ? token.sessionSecret : undefined
}
