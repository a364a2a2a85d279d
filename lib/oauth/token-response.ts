import type { StandardTokenAnswer, TokenAnswer } from '#lib/oauth/schema.ts'
import type { Spelling } from '#lib/oauth/spelling.ts'

/** `expiresIn` is in seconds. */
export type Tokens = Readonly<{ accessToken: string; expiresIn: number; refreshToken: string; scope: string }>

/** The response in the request's spelling. In camelCase it has exactly four members, and no `scope`. */
export function tokenResponse(spelling: Spelling, tokens: Tokens): TokenAnswer | StandardTokenAnswer {
  const { accessToken, expiresIn, refreshToken, scope } = tokens
  if (spelling === 'camelCase') return { accessToken, expiresIn, tokenType: 'Bearer', refreshToken }
  return {
    access_token: accessToken,
    token_type: 'Bearer',
    expires_in: expiresIn,
    refresh_token: refreshToken,
    scope,
  }
}
