import type { TokenIssue } from '#lib/domain/tokens/access-tokens/access-token.ts'
import type { ServerKeySet, ServerKeys } from '#lib/foundation/server-keys/server-keys.ts'
import { equalInConstantTime, hmacSha256 } from '#lib/kernel/crypto.ts'

/** What the token endpoint answers with: the claims of the access token, and the refresh token. */
export type IssuedTokens = Readonly<{
  issue: TokenIssue
  refreshToken: string
  secretId: string
  keyExpiresAt: number | null
}>

/** The parts of `lkrt1.<family>.<generation>.<mac>`. The database stores nothing that a client could present. */
export type ParsedRefreshToken = Readonly<{ familyId: string; generation: number; mac: string }>

const tokenForm = /^lkrt1\.(fam_[0-9A-Za-z]{20})\.([1-9][0-9]{0,14})\.([\w-]{43})$/

/** The parts of a refresh token; undefined for any text that we would not have written ourselves. */
export function parseRefreshToken(text: string): ParsedRefreshToken | undefined {
  const [, familyId, generation, mac] = tokenForm.exec(text) ?? []
  if (familyId === undefined || generation === undefined || mac === undefined) return undefined
  return { familyId, generation: Number(generation), mac }
}

/** The token of a family's generation. It is derived from the row and a server key, so no token is stored. */
export function formatRefreshToken(
  keySet: ServerKeySet,
  family: Readonly<{ id: string; nonce: string }>,
  generation: number,
): string {
  return `lkrt1.${family.id}.${generation}.${makeMac(keySet, family.id, generation, family.nonce)}`
}

/** Whether we issued this token, under any master secret: the row only names its current generation's. */
export function verifyMac(keys: ServerKeys, token: ParsedRefreshToken, nonce: string): boolean {
  const { familyId, generation, mac } = token
  return keys.all.some((keySet) => equalInConstantTime(makeMac(keySet, familyId, generation, nonce), mac))
}

function makeMac(keySet: ServerKeySet, familyId: string, generation: number, nonce: string): string {
  return hmacSha256(keySet.refreshToken, `lkrt1.${familyId}.${generation}.${nonce}`).toString('base64url')
}
