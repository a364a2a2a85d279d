import { defineEndpoint } from '#lib/http/define-endpoint.ts'
import { jsonResponse } from '#lib/http/endpoint.ts'
import { refuseTokenInQuery } from '#lib/oauth/bearer-token.ts'
import { withPresentedToken } from '#lib/oauth/presented-token.ts'
import { findOwnRefusal } from '#lib/refusals/find-own-refusal.ts'

/** `GET /api/v1/refusals/<requestId>`: why a request of this API key was refused. */
export const refusalEndpoint = defineEndpoint({
  GET: async (request, context) => {
    refuseTokenInQuery(request)
    return withPresentedToken(request, context, {}, async (holder) => {
      const [refusedId = ''] = new URL(request.url).pathname.split('/').slice(-1)
      return jsonResponse(await findOwnRefusal(context.services, holder, refusedId))
    })
  },
})
