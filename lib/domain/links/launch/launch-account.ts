import { accountEvent } from '#lib/domain/accounts/accounts/account.ts'
import { findOpenable } from '#lib/domain/accounts/accounts/account-permissions-store.ts'
import { setOpened } from '#lib/domain/accounts/accounts/launcher-store.ts'
import type { GrantRequest } from '#lib/domain/links/sso-grants/grant-request.ts'
import { checkGrantRequest, issueSsoGrant } from '#lib/domain/links/sso-grants/issue-sso-grant.ts'
import { recordEvent } from '#lib/foundation/audit/store.ts'
import type { PortalUser } from '#lib/foundation/authorization/actor.ts'
import type { Platform } from '#lib/foundation/remote-platform/platform.ts'
import type { Services } from '#lib/foundation/services.ts'
import { secondMs } from '#lib/kernel/clock.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import type { TraceContext } from '#lib/kernel/trace-context.ts'
import { waitWithinBudget } from '#lib/kernel/wait-budget.ts'

/**
 * A link that opens the account, here or on the remote platform. @throws Refusal as `issueSsoGrant` or
 * `requestGrantUrl`
 */
export async function launchAccount(
  services: Services,
  user: PortalUser,
  request: GrantRequest,
  trace?: TraceContext,
): Promise<string> {
  const { platform } = services
  if (platform) return launchOnRemotePlatform(services, platform, user, request, trace)
  return (await issueSsoGrant(services, user, request)).grantUrl
}

/** The budget of all requests to the platform for one launch: with the database, a user waits less than 5 s. */
const platformMs = 4 * secondMs

/**
 * Requests the link from the remote platform (docs/protocol.md, section 7), which only knows the key's owner: the local
 * account list decides, and the local audit event, committed before the redirect, names the user.
 * @throws Refusal `invalid_request`, `access_denied`, or as `Platform.requestGrantUrl` does
 */
async function launchOnRemotePlatform(
  services: Services,
  platform: Platform,
  user: PortalUser,
  request: GrantRequest,
  trace: TraceContext | undefined,
): Promise<string> {
  const { account, backUrl } = await checkGrantRequest(services, user, request)
  const { locale, deepPath } = request
  const remoteRequest = { accountId: account.id, backUrl, locale, deepPath }
  const grantUrl = await waitWithinBudget(platformMs, (limitMs) =>
    platform.requestGrantUrl(remoteRequest, AbortSignal.timeout(Math.floor(limitMs)), trace),
  )
  await services.db.transaction().execute(async (trx) => {
    // The platform may have taken seconds: the user may have lost access meanwhile.
    if (!(await findOpenable(trx, user.userId, account.id))) throw new Refusal('access_denied')
    await setOpened(trx, { userId: user.userId, accountId: account.id })
    await recordEvent(trx, user, accountEvent('sso_grant.obtained', account, { platform: platform.origin }))
  })
  return grantUrl
}
