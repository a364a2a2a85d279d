import type { StandardTokenAnswer, TokenAnswer } from '#lib/oauth/schema.ts'
import type { Spelling } from '#lib/oauth/spelling.ts'

/** What was granted. `expiresIn` counts seconds. */
export type GrantedTokens = Readonly<{ accessToken: string; expiresIn: number; refreshToken: string; scope: string }>

/** The answer in the spelling of the request. The specification's has four members, and no scope among them. */
export function spellTokenAnswer(spelling: Spelling, granted: GrantedTokens): TokenAnswer | StandardTokenAnswer {
  const { accessToken, expiresIn, refreshToken, scope } = granted
  if (spelling === 'camelCase') return { accessToken, expiresIn, tokenType: 'Bearer', refreshToken }
  return {
    access_token: accessToken,
    token_type: 'Bearer',
    expires_in: expiresIn,
    refresh_token: refreshToken,
    scope,
  }
}
