import { issueAccessToken } from '#lib/access-tokens/issue-access-token.ts'
import { toClientNetwork } from '#lib/client-network.ts'
import { defineEndpoint } from '#lib/http/define-endpoint.ts'
import { jsonResponse } from '#lib/http/endpoint-response.ts'
import { actAsClient } from '#lib/oauth/act-as-client.ts'
import { authenticateClient } from '#lib/oauth/authenticate-client.ts'
import { countFailures } from '#lib/oauth/count-failures.ts'
import { spellTokenAnswer } from '#lib/oauth/token-answer.ts'
import { type RefreshRequest, readTokenRequest, type TokenRequest } from '#lib/oauth/token-request.ts'
import { openFamily } from '#lib/refresh-tokens/open-family.ts'
import { type Rotation, rotateRefreshToken } from '#lib/refresh-tokens/rotate-refresh-token.ts'
import type { RequestContext } from '#lib/request-context.ts'
import type { Services } from '#lib/services.ts'

/** `POST /auth/v1/token`: section 3 of the protocol, and RFC 6749 §4.4 and §6 in their own spelling. */
export const tokenEndpoint = defineEndpoint({
  POST: async (request, context) => {
    const { services } = context
    const asked = await readTokenRequest(request)
    const { issue, refreshToken } = await grantTokens(services, context, asked)
    const { accessToken, expiresIn } = await issueAccessToken(services, issue)
    const tokens = { accessToken, expiresIn, refreshToken, scope: issue.scope }
    return jsonResponse(spellTokenAnswer(asked.spelling, tokens))
  },
})

/**
 * That the key's own request comes with a refresh token is the specification's own (RFC 6749 §4.4.3 advises against
 * it); that a refresh needs no client authentication, too: hence the rotation (RFC 9700 §2.2.2).
 */
function grantTokens(services: Services, context: RequestContext, asked: TokenRequest): Promise<Rotation> {
  if (asked.grantType === 'refresh_token') return grantToHolder(services, context, asked)
  return actAsClient(services, context, asked.key, () =>
    openFamily(services, context, { ...asked.key, scope: asked.scope }),
  )
}

async function grantToHolder(services: Services, context: RequestContext, asked: RefreshRequest): Promise<Rotation> {
  if (asked.key) await authenticateClient(services, context, asked.key)
  const counts = [{ limit: services.limits.tokensAtNetwork, subject: toClientNetwork(context.address) }]
  return countFailures('invalid_grant', counts, () => rotateRefreshToken(services, context, asked))
}
