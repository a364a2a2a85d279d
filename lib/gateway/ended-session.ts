import type { IncomingMessage } from 'node:http'
import { readSignedInUser } from '#lib/cookies/read-signed-in-user.ts'
import type { Services } from '#lib/services.ts'

/** Pages that work without a session, and next-auth's own routes. */
const publicPaths = /^\/(sign-in|set-up|set-password|api)(\/|$)/

/**
 * Whether the page's own script asks for a portal page or runs a Server Action without a live session. The front answers
 * 401, and the script leaves the page as it is; Next would send a redirect, which replaces the page and what was entered.
 * @param request after `settleRequest`
 */
export async function isScriptSignedOut(services: Services, request: IncomingMessage, pathname: string) {
  const isFromScript = request.headers.rsc !== undefined || request.headers['next-action'] !== undefined
  if (!isFromScript || publicPaths.test(pathname)) return false
  const headers = new Headers()
  for (const name of ['cookie', 'x-forwarded-for', 'x-request-id']) {
    const value = request.headers[name]
    if (typeof value === 'string') headers.set(name, value)
  }
  return !(await readSignedInUser(services, new Request(services.env.baseUrl, { headers })))
}
