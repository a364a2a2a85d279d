import { dayMs } from '#lib/kernel/clock.ts'
import type { RefusalReason } from '#lib/kernel/refusal-reasons.ts'

/** RFC 9068 §2.1: `typ` tells an access token from every other JWT. */
export const accessTokenType = 'at+jwt'

/** Of every `jti`. */
export const tokenIdPrefix = 'tok'

/** Longer tokens are refused before they are parsed (docs/protocol.md, section 2). */
export const maxAccessTokenLength = 2_048

/** The maximum of `ACCESS_TOKEN_SECONDS`. */
export const maxTokenLifetimeMs = dayMs

/** The claims of an access token. `issuedAt` is an instant of the database's clock: the clocks of instances differ. */
export type TokenIssue = Readonly<{
  userId: string
  keyId: string
  familyId: string
  scope: string
  issuedAt: number
  /** The thumbprint of the key that the token is bound to (RFC 9449 §6.1); undefined: a bearer token. */
  jkt?: string | undefined
}>

/** A token with a valid signature. Whether it has expired is for the database's clock: see {@link validityError}. */
export type VerifiedAccessToken = TokenIssue & Readonly<{ expiresAt: number; tokenId: string }>

/**
 * Whether a token was issued with a low s. Earlier versions issued a `jti` without a prefix and either s: their tokens
 * stay valid after an upgrade, for {@link maxTokenLifetimeMs} at most.
 */
export function isIssuedWithLowS({ tokenId }: VerifiedAccessToken): boolean {
  return tokenId.startsWith(`${tokenIdPrefix}_`)
}

/** Why a token is not valid at this instant, without leeway; undefined if it is. */
export function validityError(token: VerifiedAccessToken, now: number): RefusalReason | undefined {
  if (now < token.issuedAt) return 'token_from_future'
  if (now >= token.expiresAt) return 'token_expired'
  return undefined
}
