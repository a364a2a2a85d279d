import type { TokenHolder } from '#lib/domain/tokens/refresh-tokens/authorize-token.ts'
import type { PortalUser } from '#lib/foundation/authorization/actor.ts'
import { dayMs, secondMs } from '#lib/kernel/clock.ts'

/** How long a link can be opened, and the `expiresIn` of the response. */
export const grantSeconds = 15
export const grantMs = grantSeconds * secondMs
/** Used and expired grants are kept, so that the page and the receipt can say what became of them. */
export const grantRetentionMs = dayMs
export const maxLiveGrantsPerKey = 10_000

/** The locale of a grant if neither the request nor the account has one. */
export const defaultLocale = 'en-us'

/** Of 64 hexadecimal characters: 128 bits, so that IDs are unique. */
const idLength = 32

/**
 * The public ID of a grant: the start of its token's hash, so the primary key finds it. It reveals nothing about the
 * token, which has 256 random bits.
 */
export function toGrantId(tokenHash: string): string {
  return `grt_${hashStartOf(tokenHash)}`
}

/** The part of the hash that the ID shows. */
export function hashStartOf(tokenHash: string): string {
  return tokenHash.slice(0, idLength)
}

/** The start of the token's hash; undefined for other text. */
export function readGrantId(id: string): string | undefined {
  return /^grt_([0-9a-f]{32})$/.exec(id)?.[1]
}

/** Who asks for a grant: a client with its access token, or a signed-in user in this one browser. */
export type GrantHolder = PortalUser | TokenHolder

/** The one-time permission behind a `grantUrl`. */
export type SsoGrant = Readonly<{
  id: string
  userId: string
  userName: string
  accountId: string
  accountName: string
  backUrl: string
  deepPath: string
  locale: string
  /** Null for a launch from the portal. */
  keyId: string | null
  /** The refresh token family whose access token the client used; null for a launch. */
  familyId: string | null
  /** The secret that the family began with; null for a launch. */
  secretId: string | null
  /** The only browser that may redeem it; null for a client's grant. */
  browserHash: string | null
  /** The `issuedAt` of the expired launch grant that this one replaces. */
  retryOfAt: number | null
  issuedAt: number
  state: GrantState
}>

export type GrantState = 'live' | 'redeemed' | 'invalidated' | 'expired'

/** What a link says besides the token: compared with the grant, never believed. */
export type UntrustedLinkParams = Readonly<{ userId: string; timestamp: string; backUrl: string; deepPath: string }>

export type GrantLink = Readonly<{ token: string; params: UntrustedLinkParams }>

export type GrantEntry = GrantLink & Readonly<{ browserHash: string }>

export type GrantVerdict = 'redeemable' | 'tampered' | 'invalidated' | 'redeemed' | 'expired' | 'other_browser'

/**
 * How to answer a browser that opens this link. An edited link gets the answer of an unknown one, even if the grant has
 * expired. Another browser than the launch's can't invalidate the grant.
 */
export function checkGrant(grant: SsoGrant, { params, browserHash }: GrantEntry): GrantVerdict {
  const isOtherBrowser = grant.browserHash !== null && grant.browserHash !== browserHash
  if (!matches(grant, params)) return grant.state === 'live' && !isOtherBrowser ? 'tampered' : 'invalidated'
  if (grant.state !== 'live') return grant.state
  return isOtherBrowser ? 'other_browser' : 'redeemable'
}

function matches(grant: SsoGrant, params: UntrustedLinkParams): boolean {
  return (
    params.userId === grant.userId &&
    params.timestamp === String(grant.issuedAt) &&
    params.backUrl === grant.backUrl &&
    params.deepPath === grant.deepPath
  )
}
