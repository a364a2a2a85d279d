import { verifyAccessToken } from '#lib/access-tokens/verify-access-token.ts'
import { defineEndpoint } from '#lib/http/define-endpoint.ts'
import { jsonResponse } from '#lib/http/endpoint.ts'
import { readBearerToken, refuseTokenInQuery } from '#lib/oauth/bearer-token.ts'
import { withTokenRateLimit } from '#lib/oauth/rate-limited.ts'
import { findOwnRefusal } from '#lib/refusals/find-own-refusal.ts'

/** `GET /api/v1/refusals/<requestId>`: why a request of this API key was refused. */
export const refusalEndpoint = defineEndpoint({
  GET: async (request, { services, address, requestId }) => {
    refuseTokenInQuery(request)
    const accessToken = readBearerToken(request, {})
    return withTokenRateLimit(services, { address, requestId }, 'invalid_token', async () => {
      const token = await verifyAccessToken(services, accessToken)
      const [refusedId = ''] = new URL(request.url).pathname.split('/').slice(-1)
      return jsonResponse(await findOwnRefusal(services, { kind: 'program', token, address, requestId }, refusedId))
    })
  },
})
