import { mayReturn } from '#lib/domain/accounts/account-sessions/may-return.ts'
import { launchPath } from '#lib/domain/links/launch/launch-path.ts'
import { readBackUrlOrigin } from '#lib/domain/links/return-addresses/back-url.ts'
import type { RefusedGrant } from '#lib/domain/links/sso-grants/redeem-sso-grant.ts'
import type { PortalUser } from '#lib/foundation/authorization/actor.ts'
import type { Services } from '#lib/foundation/services.ts'

/** Where a user continues after a refused link. The page opens `retryPath` by itself. */
export type NextStep = Readonly<
  { kind: 'launch'; path: string; retryPath: string | undefined } | { kind: 'return'; backUrl: string }
>

/**
 * An expired launch opens again by itself, once, for the user who launched it; other users get a button
 * (docs/protocol.md, section 7). A client's link leads back to the client.
 */
export async function findNextStep(
  services: Services,
  user: PortalUser | undefined,
  { kind, grant }: RefusedGrant,
): Promise<NextStep | undefined> {
  const { accountId, backUrl, deepPath, locale } = grant
  if (grant.keyId !== null) {
    // Every page links to the portal itself.
    const isForeign = readBackUrlOrigin(backUrl) !== services.env.baseUrl
    return isForeign && (await mayReturn(services, grant)) ? { kind: 'return', backUrl } : undefined
  }
  if (kind === 'revoked') return undefined
  const options = { backUrl, deepPath, locale }
  // `retryOfAt` marks the retry's grant: it is not retried again.
  const retryPath = launchPath(accountId, { ...options, retryOfAt: grant.issuedAt })
  const isLate = kind === 'expired' || kind === 'redeemed'
  const mayRetry = isLate && grant.retryOfAt === null && user?.userId === grant.userId
  return { kind: 'launch', path: launchPath(accountId, options), retryPath: mayRetry ? retryPath : undefined }
}
