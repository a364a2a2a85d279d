import type { VerifiedAccessToken } from '#lib/domain/tokens/access-tokens/access-token.ts'
import { readAccessToken } from '#lib/domain/tokens/access-tokens/verify-access-token.ts'
import {
  findFamilyOfAccessToken,
  findFamilyOfRefreshToken,
} from '#lib/domain/tokens/refresh-tokens/authenticate-token.ts'
import { currentScope, expiryReason, type Family, familyDenial } from '#lib/domain/tokens/refresh-tokens/family.ts'
import { type ParsedRefreshToken, parseRefreshToken } from '#lib/domain/tokens/refresh-tokens/refresh-token.ts'
import type { Services } from '#lib/foundation/services.ts'
import { secondMs } from '#lib/kernel/clock.ts'
import type { IntrospectionAnswer } from '#lib/web/oauth/schema.ts'

const inactive = { active: false } as const

export type IntrospectionInput = Readonly<{ token: string; askingKeyId: string }>

/** RFC 7662 §2.2, by the database's clock. It changes nothing and does not count as a use of the token's key. */
export async function introspectToken(
  services: Services,
  { token: text, askingKeyId }: IntrospectionInput,
): Promise<IntrospectionAnswer> {
  const refreshToken = parseRefreshToken(text)
  if (refreshToken) return describeRefreshToken(services, refreshToken, askingKeyId)
  const accessToken = await readAccessToken(services, text)
  return accessToken ? describeAccessToken(services, accessToken) : inactive
}

/** Active if a call with it would be accepted. The key's networks don't count: a resource server asks. */
async function describeAccessToken(services: Services, token: VerifiedAccessToken): Promise<IntrospectionAnswer> {
  const family = await findFamilyOfAccessToken(services, token)
  if (typeof family === 'string') return inactive
  const scope = currentScope(family, token.scope)
  if (scope === '') return inactive
  const { baseUrl } = services.env
  return {
    ...toActive(services, family, token),
    scope,
    ...(token.jkt === undefined ? { token_type: 'Bearer' } : { token_type: 'DPoP', cnf: { jkt: token.jkt } }),
    aud: baseUrl,
    jti: token.tokenId,
  }
}

/**
 * Active if it would be exchanged for a new one, and only for the key that it was issued to: a resource server that
 * only reads `active` must not accept a refresh token as a bearer token (RFC 6749 §1.5). The previous token is
 * inactive, even within its retry window.
 */
async function describeRefreshToken(
  services: Services,
  token: ParsedRefreshToken,
  askingKeyId: string,
): Promise<IntrospectionAnswer> {
  const family = await findFamilyOfRefreshToken(services, token)
  if (typeof family === 'string' || token.generation !== family.generation) return inactive
  if (family.key.id !== askingKeyId || (familyDenial(family) ?? expiryReason(family))) return inactive
  if (currentScope(family, family.scope) === '') return inactive
  const issuedAt = family.rotatedAt ?? family.issuedAt
  return toActive(services, family, { issuedAt, expiresAt: family.idleExpiresAt })
}

type Lifetime = Readonly<{ issuedAt: number; expiresAt: number }>

function toActive(services: Services, { key, owner }: Family, { issuedAt, expiresAt }: Lifetime) {
  return {
    active: true,
    client_id: key.id,
    username: owner.username,
    exp: Math.floor(expiresAt / secondMs),
    iat: Math.floor(issuedAt / secondMs),
    sub: owner.id,
    iss: services.env.baseUrl,
  } as const
}
