import { findSignedInUser } from '#lib/domain/sign-in/portal-sessions/find-sessions.ts'
import type { PortalUser } from '#lib/foundation/authorization/actor.ts'
import { readBrowserHash } from '#lib/web/cookies/browser-cookie.ts'
import { readPortalSessionSecret } from '#lib/web/cookies/portal-cookie.ts'
import type { EndpointContext } from '#lib/web/http/endpoint.ts'

/**
 * The user whose portal session the `Cookie` header carries, or `undefined`.
 * @param isPoll the page's script sent the request without the user: it doesn't move the idle end
 */
export async function readSignedInUser(
  { services, address, requestId }: EndpointContext,
  cookieHeader: string | null | undefined,
  { isPoll = false } = {},
): Promise<PortalUser | undefined> {
  const secret = await readPortalSessionSecret(services, cookieHeader)
  if (!secret) return undefined
  const browserHash = readBrowserHash(cookieHeader, services.env.baseUrl)
  return findSignedInUser(services, { secret, browserHash, isPoll }, { address, requestId })
}
