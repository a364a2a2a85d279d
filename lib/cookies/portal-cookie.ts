import { getToken } from 'next-auth/jwt'
import { hostCookieName } from '#lib/http/cookies.ts'
import type { Services } from '#lib/services.ts'

/** The cookie that next-auth writes: an encrypted token around the session's secret. */
export function portalCookieName(baseUrl: string): string {
  return hostCookieName('portal-session', baseUrl)
}

/** The secrets that encrypt the cookie, newest first: the first makes, all open. */
export function portalCookieSecrets({ keys }: Pick<Services, 'keys'>): string[] {
  return keys.all.map((set) => set.portalSession)
}

/** The secret in this request's cookie, or undefined where there is none that we made. */
export async function readPortalSessionSecret(
  services: Pick<Services, 'env' | 'keys'>,
  request: Request,
): Promise<string | undefined> {
  const cookieName = portalCookieName(services.env.baseUrl)
  // The cookie alone: next-auth would take the token from an Authorization header too, which is for API clients.
  const headers = new Headers({ cookie: request.headers.get('cookie') ?? '' })
  const secret = portalCookieSecrets(services)
  const token = await getToken({ req: { headers }, cookieName, salt: cookieName, secret })
  return typeof token?.sessionSecret === 'string' ? token.sessionSecret : undefined
}
