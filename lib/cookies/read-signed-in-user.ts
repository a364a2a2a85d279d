import type { PortalUser } from '#lib/actor.ts'
import { readBrowserHash } from '#lib/cookies/browser-cookie.ts'
import { readPortalSessionSecret } from '#lib/cookies/portal-cookie.ts'
import { readRequestContext } from '#lib/http/endpoint.ts'
import { findSignedInUser } from '#lib/portal-sessions/find-signed-in-user.ts'
import type { Services } from '#lib/services.ts'

/**
 * The user whose cookies the request carries, or `undefined`.
 * @param request carries the gateway's `X-Forwarded-For` and `X-Request-Id`
 */
export async function readSignedInUser(services: Services, request: Request): Promise<PortalUser | undefined> {
  const secret = await readPortalSessionSecret(services, request)
  if (!secret) return undefined
  const browserHash = readBrowserHash(request, services.env.baseUrl)
  const context = readRequestContext(request, { address: request.headers.get('x-forwarded-for') ?? 'unknown' })
  return findSignedInUser(services, { secret, browserHash }, context)
}
