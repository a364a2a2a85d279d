import type { PortalUser } from '#lib/actor.ts'
import { launchElsewhere } from '#lib/launch/launch-elsewhere.ts'
import type { Services } from '#lib/services.ts'
import type { GrantRequest } from '#lib/sso-grants/grant-request.ts'
import { issueSsoGrant } from '#lib/sso-grants/issue-sso-grant.ts'

/**
 * A fresh link that opens the account, here or on the platform that `PLATFORM_URL` names.
 * @throws Refusal as `issueSsoGrant` does, or as `launchElsewhere` does
 */
export async function launchAccount(services: Services, person: PortalUser, request: GrantRequest): Promise<string> {
  const { platform } = services
  if (platform) return launchElsewhere({ ...services, platform }, person, request)
  return (await issueSsoGrant(services, person, request)).grantUrl
}
