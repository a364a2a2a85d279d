import { readBrowserHash } from '#lib/web/cookies/browser-cookie.ts'
import type { EndpointContext } from '#lib/web/http/endpoint.ts'

/** For a browser that sent no cookie of the step before: it blocks them, or another browser made that step. */
export const cookieNotice = 'cookies'

/** Whether the browser has kept the cookie that every step of a sign-in sets. */
export function sendsCookies({ headers }: Request, { services }: EndpointContext): boolean {
  return readBrowserHash(headers.get('cookie'), services.env.baseUrl) !== undefined
}
