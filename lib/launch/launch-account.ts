import type { PortalUser } from '#lib/actor.ts'
import { launchOnRemotePlatform } from '#lib/launch/launch-on-remote-platform.ts'
import type { Services } from '#lib/services.ts'
import type { GrantRequest } from '#lib/sso-grants/grant-request.ts'
import { issueSsoGrant } from '#lib/sso-grants/issue-sso-grant.ts'

/**
 * Issues a link that opens the account here or on the platform of `PLATFORM_URL`.
 * @throws Refusal as `issueSsoGrant` or `launchOnRemotePlatform` does
 */
export async function launchAccount(services: Services, user: PortalUser, request: GrantRequest): Promise<string> {
  const { platform } = services
  if (platform) return launchOnRemotePlatform({ ...services, platform }, user, request)
  return (await issueSsoGrant(services, user, request)).grantUrl
}
