import { expiringDays } from '#lib/domain/keys/api-keys/key-filter.ts'
import { issueAccessToken } from '#lib/domain/tokens/access-tokens/issue-access-token.ts'
import { authenticateClient } from '#lib/domain/tokens/client-authentication/authenticate-client.ts'
import { withClientRateLimit, withTokenRateLimit } from '#lib/domain/tokens/client-authentication/rate-limited.ts'
import { resolveCredentials } from '#lib/domain/tokens/client-authentication/resolve-credentials.ts'
import { proveRequest } from '#lib/domain/tokens/dpop/prove-request.ts'
import type { VerifiedProof } from '#lib/domain/tokens/dpop/verify-proof.ts'
import { issueRefreshTokenFamily } from '#lib/domain/tokens/refresh-tokens/issue-refresh-token-family.ts'
import type { IssuedTokens } from '#lib/domain/tokens/refresh-tokens/refresh-token.ts'
import { rotateRefreshToken } from '#lib/domain/tokens/refresh-tokens/rotate-refresh-token.ts'
import { countUse } from '#lib/foundation/buffers/usage-counts.ts'
import type { Services } from '#lib/foundation/services.ts'
import { dayMs } from '#lib/kernel/clock.ts'
import type { RequestContext } from '#lib/kernel/request-context.ts'
import { defineEndpoint } from '#lib/web/http/define-endpoint.ts'
import { type EndpointContext, jsonResponse, type ResponseHeaders } from '#lib/web/http/endpoint.ts'
import type { Spelling } from '#lib/web/oauth/client-credentials.ts'
import { toPublicUrl } from '#lib/web/oauth/presented-token.ts'
import type { StandardTokenAnswer, TokenAnswer } from '#lib/web/oauth/schema.ts'
import { readTokenRequest, type TokenRequest } from '#lib/web/oauth/token-request.ts'

/** `POST /auth/v1/token` (docs/protocol.md, section 3; RFC 6749 §4.4 and §6). */
export const tokenEndpoint = defineEndpoint({
  POST: async (request, context) => {
    const { services } = context
    const input = await readTokenRequest(request)
    const prove = proofOf(request, context)
    const { issue, refreshToken, secretId, keyExpiresAt } = await issueTokens(services, context, { ...input, prove })
    const { accessToken, expiresIn } = await issueAccessToken(services, issue)
    const name = input.grantType === 'client_credentials' ? 'token-issued' : 'token-refreshed'
    countUse(services, name, { keyId: issue.keyId, secretId })
    const tokenType = issue.jkt === undefined ? 'Bearer' : 'DPoP'
    const tokens = { accessToken, expiresIn, tokenType, refreshToken, scope: issue.scope } as const
    const headers = expiryHeader(keyExpiresAt, issue.issuedAt)
    return jsonResponse(tokenResponse(input.spelling, tokens), { headers })
  },
})

/**
 * The specification returns a refresh token with `client_credentials` (RFC 6749 §4.4.3 advises against it) and
 * refreshes without client authentication. Rotation compensates for both (RFC 9700 §2.2.2).
 */
async function issueTokens(
  services: Services,
  context: RequestContext,
  input: TokenRequest & Readonly<{ prove: Prove | undefined }>,
): Promise<IssuedTokens> {
  if (input.grantType === 'client_credentials') {
    const { key, scope, prove } = input
    const issue = async () =>
      issueRefreshTokenFamily(services, context, { ...(await resolveCredentials(services, key)), scope, prove })
    return withClientRateLimit(services, context, key, issue)
  }
  if (input.key) await authenticateClient(services, context, input.key)
  return withTokenRateLimit(services, context, 'invalid_grant', () =>
    rotateRefreshToken(services, context, { ...input, isCounted: input.key !== undefined }),
  )
}

/** Only when the key expires soon. `toUTCString` writes the format of RFC 9110 §5.6.7. */
function expiryHeader(keyExpiresAt: number | null, now: number): ResponseHeaders {
  if (keyExpiresAt === null || keyExpiresAt > now + expiringDays * dayMs) return {}
  return { 'Latchkey-Key-Expires': new Date(keyExpiresAt).toUTCString() }
}

type Prove = () => Promise<VerifiedProof>

/** Verifies the proof of a request that has one (RFC 9449 §5). */
function proofOf(request: Request, { services }: EndpointContext): Prove | undefined {
  const proof = request.headers.get('dpop')
  if (proof === null) return undefined
  return () => proveRequest(services, proof, { method: request.method, url: toPublicUrl(services, request) })
}

type Tokens = Readonly<{
  accessToken: string
  expiresIn: number
  tokenType: 'Bearer' | 'DPoP'
  refreshToken: string
  scope: string
}>

/** The response in the request's spelling. In camelCase it has exactly four members, and no `scope`. */
function tokenResponse(spelling: Spelling, tokens: Tokens): TokenAnswer | StandardTokenAnswer {
  const { accessToken, expiresIn, tokenType, refreshToken, scope } = tokens
  if (spelling === 'camelCase') return { accessToken, expiresIn, tokenType, refreshToken }
  return {
    access_token: accessToken,
    token_type: tokenType,
    expires_in: expiresIn,
    refresh_token: refreshToken,
    scope,
  }
}
