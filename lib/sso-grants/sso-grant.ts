import type { PortalUser } from '#lib/actor.ts'
import type { LimitedProgram } from '#lib/api-keys/limits.ts'
import { secondMs } from '#lib/clock.ts'
import { grantSeconds } from '#lib/sso-grants/schema.ts'

export const grantMs = grantSeconds * secondMs
export const maxLiveGrantsPerKey = 10_000

/** The locale of a grant where neither the request nor the account names one. */
export const defaultLocale = 'en-us'

/** What a grant leads to. */
export type GrantTarget = Readonly<{
  accountId: string
  backUrl: string
  deepPath: string
  locale: string
}>

/** In whose name a grant is made: a program's, with its key and refresh family, or a person's, for this one browser. */
export type GrantHolder = PortalUser | (LimitedProgram & Readonly<{ familyId: string }>)

/** The one-time permission behind a `grantUrl`. */
export type SsoGrant = GrantTarget &
  Readonly<{
    userId: string
    userName: string
    accountName: string
    /** Null for a launch from the portal. */
    keyId: string | null
    /** The refresh family whose access token asked for it; null likewise. */
    familyId: string | null
    /** The browser it is bound to; null for a grant that a program asked for. */
    browserHash: string | null
    /** The `issuedAt` of the launch grant that came too late, where this one took its place. */
    retryOfAt: number | null
    issuedAt: number
    state: GrantState
  }>

export type GrantState = 'live' | 'redeemed' | 'burned' | 'expired'

/** What the link says of its grant besides the token. Never believed, only compared. */
export type GrantHints = Readonly<{ userId: string; timestamp: string; backUrl: string; deepPath: string }>

/** The five parameters of a link. */
export type GrantLink = Readonly<{ token: string; hints: GrantHints }>

/** What somebody opens, and the browser it is opened in. */
export type GrantEntry = GrantLink & Readonly<{ browserHash: string }>

export type GrantVerdict = 'redeemable' | 'tampered' | 'burned' | 'redeemed' | 'expired' | 'other_browser'

/**
 * What is to be said to somebody who opens this link. A tampered one learns nothing, not even that it came too late;
 * in another browser than its own it cannot be burned.
 */
export function judgeGrant(grant: SsoGrant, { hints, browserHash }: GrantEntry): GrantVerdict {
  const isElsewhere = grant.browserHash !== null && grant.browserHash !== browserHash
  if (!agree(grant, hints)) return grant.state === 'live' && !isElsewhere ? 'tampered' : 'burned'
  if (grant.state !== 'live') return grant.state
  return isElsewhere ? 'other_browser' : 'redeemable'
}

function agree(grant: SsoGrant, hints: GrantHints): boolean {
  return (
    hints.userId === grant.userId &&
    hints.timestamp === String(grant.issuedAt) &&
    hints.backUrl === grant.backUrl &&
    hints.deepPath === grant.deepPath
  )
}
