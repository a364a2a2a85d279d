import { defineEndpoint } from '#lib/http/define-endpoint.ts'
import { jsonResponse } from '#lib/http/endpoint.ts'
import { refuseTokenInQuery } from '#lib/oauth/bearer-token.ts'
import { withPresentedToken } from '#lib/oauth/presented-token.ts'
import { authenticateAccessToken } from '#lib/refresh-tokens/authenticate-token.ts'
import { toApiClient } from '#lib/refresh-tokens/authorize-client.ts'
import { findReadableRefusal } from '#lib/refusals/find-readable-refusal.ts'
import { toRefusalResource } from '#lib/refusals/refusal-resource.ts'

/** `GET /api/v1/refusals/<requestId>`: why a request was refused, for its key and for managers. */
export const refusalEndpoint = defineEndpoint({
  GET: async (request, context) => {
    const { services } = context
    refuseTokenInQuery(request)
    return withPresentedToken(request, context, {}, async (holder) => {
      const client = toApiClient(await authenticateAccessToken(services, holder, holder.token), holder)
      const [refusedId = ''] = new URL(request.url).pathname.split('/').slice(-1)
      return jsonResponse(toRefusalResource(await findReadableRefusal(services, client, refusedId)))
    })
  },
})
