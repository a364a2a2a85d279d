import type { PortalUser } from '#lib/actor.ts'
import { readBrowserHash } from '#lib/cookies/browser-cookie.ts'
import { readPortalSessionSecret } from '#lib/cookies/portal-cookie.ts'
import type { EndpointContext } from '#lib/http/endpoint.ts'
import { findSignedInUser } from '#lib/portal-sessions/find-sessions.ts'

/** The user whose portal session the `Cookie` header carries, or `undefined`. */
export async function readSignedInUser(
  { services, address, requestId }: EndpointContext,
  cookieHeader: string | null | undefined,
): Promise<PortalUser | undefined> {
  const secret = await readPortalSessionSecret(services, cookieHeader)
  if (!secret) return undefined
  const browserHash = readBrowserHash(cookieHeader, services.env.baseUrl)
  return findSignedInUser(services, { secret, browserHash }, { address, requestId })
}
