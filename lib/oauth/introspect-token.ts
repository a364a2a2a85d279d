import type { VerifiedAccessToken } from '#lib/access-tokens/access-token.ts'
import { readAccessToken } from '#lib/access-tokens/read-access-token.ts'
import { secondMs } from '#lib/clock.ts'
import type { IntrospectionAnswer } from '#lib/oauth/schema.ts'
import { type Family, whyEnded, whyUnusable } from '#lib/refresh-tokens/family.ts'
import { findFamilyOfAccessToken } from '#lib/refresh-tokens/find-family-of-access-token.ts'
import { findFamilyOfToken } from '#lib/refresh-tokens/find-family-of-token.ts'
import { type ParsedRefreshToken, parseRefreshToken } from '#lib/refresh-tokens/refresh-token.ts'
import type { Services } from '#lib/services.ts'

const inactive = { active: false } as const

/**
 * What there is to say about a token at this moment (RFC 7662 §2.2), by the database's clock. It changes nothing, and is
 * no use of the token's key.
 */
export async function introspectToken(services: Services, text: string): Promise<IntrospectionAnswer> {
  const refreshToken = parseRefreshToken(text)
  if (refreshToken) return describeRefreshToken(services, refreshToken)
  const accessToken = await readAccessToken(services, text)
  return accessToken ? describeAccessToken(services, accessToken) : inactive
}

/** Good where a call with it would be taken. The networks of its key are no matter here: somebody else asks. */
async function describeAccessToken(services: Services, token: VerifiedAccessToken): Promise<IntrospectionAnswer> {
  const family = await findFamilyOfAccessToken(services, token)
  if (typeof family === 'string') return inactive
  const { baseUrl } = services.env
  return {
    ...toActive(services, family, token),
    token_type: 'Bearer',
    aud: baseUrl,
    jti: token.tokenId,
  }
}

/** Good where it would be exchanged for a new one. That a former one may be repeated for a moment is not said. */
async function describeRefreshToken(services: Services, token: ParsedRefreshToken): Promise<IntrospectionAnswer> {
  const family = await findFamilyOfToken(services, token)
  if (typeof family === 'string' || token.generation !== family.generation) return inactive
  if (whyUnusable(family) ?? whyEnded(family)) return inactive
  const issuedAt = family.rotatedAt ?? family.issuedAt
  return toActive(services, family, { scope: family.scope, issuedAt, expiresAt: family.idleExpiresAt })
}

type Facts = Readonly<{ scope: string; issuedAt: number; expiresAt: number }>

function toActive(services: Services, { key, owner }: Family, { scope, issuedAt, expiresAt }: Facts) {
  return {
    active: true,
    scope,
    client_id: key.id,
    username: owner.username,
    exp: Math.floor(expiresAt / secondMs),
    iat: Math.floor(issuedAt / secondMs),
    sub: owner.id,
    iss: services.env.baseUrl,
  } as const
}
