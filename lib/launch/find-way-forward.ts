import type { PortalUser } from '#lib/actor.ts'
import { launchPath } from '#lib/launch/launch-path.ts'
import { acceptsBackUrl, readBackUrlOrigin } from '#lib/return-addresses/back-url.ts'
import type { Services } from '#lib/services.ts'
import type { RefusedGrant } from '#lib/sso-grants/redeem-sso-grant.ts'

/** Where somebody goes on to whose link was refused; `retryPath` is gone to without being asked for. */
export type WayForward = Readonly<
  { kind: 'launch'; path: string; retryPath: string | undefined } | { kind: 'return'; backUrl: string }
>

/**
 * A launch never dead-ends (section 7 of the protocol): the account opens again by itself for the person who launched
 * it, once, and at a button for everybody else. A program's link leads back to where the program is.
 */
export async function findWayForward(
  { db, env }: Services,
  person: PortalUser | undefined,
  { kind, grant }: RefusedGrant,
): Promise<WayForward | undefined> {
  const { accountId, backUrl, deepPath, locale } = grant
  if (grant.keyId !== null) {
    // The way to the portal itself is on every page.
    const isElsewhere = readBackUrlOrigin(backUrl) !== env.baseUrl
    return isElsewhere && (await acceptsBackUrl(db, env.baseUrl, backUrl)) ? { kind: 'return', backUrl } : undefined
  }
  if (kind === 'withdrawn') return undefined
  const options = { backUrl, deepPath, locale }
  // The retry's own grant is marked, so that it is not retried again.
  const retryPath = launchPath(accountId, { ...options, retryOfAt: grant.issuedAt })
  const isLate = kind === 'expired' || kind === 'redeemed'
  const mayRetry = isLate && grant.retryOfAt === null && person?.userId === grant.userId
  return { kind: 'launch', path: launchPath(accountId, options), retryPath: mayRetry ? retryPath : undefined }
}
