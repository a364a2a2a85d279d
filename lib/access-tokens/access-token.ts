import { dayMs } from '#lib/clock.ts'
import { randomId } from '#lib/crypto.ts'

/** RFC 9068 §2.1: told apart from every other kind of JWT by its type. */
export const accessTokenType = 'at+jwt'

const tokenIdPrefix = 'tok'

/** No issued token is longer (section 2 of the protocol), so a longer one is not ours. */
export const maxAccessTokenLength = 2_048

/** Whom an access token speaks for: a user, through an API key and one of its refresh families. */
export type TokenSubject = Readonly<{ userId: string; keyId: string; familyId: string }>

/**
 * What a token is made of: `scope` is what it allows, `issuedAt` an instant of the database's clock, since instances may
 * disagree about the time.
 */
export type TokenIssue = TokenSubject & Readonly<{ scope: string; issuedAt: number }>

/** Whether it is in time, is for the reader to ask of the database's clock: see {@link whyUntimely}. */
export type VerifiedAccessToken = TokenIssue & Readonly<{ expiresAt: number; tokenId: string }>

/** The longest life that `ACCESS_TOKEN_SECONDS` allows. */
export const longestLifeMs = dayMs

/** The `jti` of a new token. */
export function newTokenId(): string {
  return randomId(tokenIdPrefix)
}

/**
 * Whether a token was issued with a low s, by its signed `jti`. Earlier versions set a `jti` without a prefix and sent
 * either s: their tokens stay valid after an upgrade, for {@link longestLifeMs} at most.
 */
export function isIssuedWithLowS({ tokenId }: VerifiedAccessToken): boolean {
  return tokenId.startsWith(`${tokenIdPrefix}_`)
}

/** Why a token is not good at this instant, without any tolerance, in words for the log; undefined while it is. */
export function whyUntimely(token: VerifiedAccessToken, now: number): string | undefined {
  if (now < token.issuedAt) return 'it is from the future'
  if (now >= token.expiresAt) return 'it has expired'
  return undefined
}
