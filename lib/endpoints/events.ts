import { verifyAccessToken } from '#lib/access-tokens/verify-access-token.ts'
import { parseFields, unacceptableField } from '#lib/form-fields.ts'
import { defineEndpoint } from '#lib/http/define-endpoint.ts'
import { jsonResponse } from '#lib/http/endpoint.ts'
import { readQuery } from '#lib/http/form-body.ts'
import { eventsQuery } from '#lib/journal/events-schema.ts'
import { readEvents } from '#lib/journal/read-events.ts'
import { readBearerToken, refuseTokenInQuery } from '#lib/oauth/bearer-token.ts'
import { withTokenRateLimit } from '#lib/oauth/rate-limited.ts'

/** `GET /api/v1/events`: sealed events in order, for access tokens with the scope `events:read`. */
export const eventsEndpoint = defineEndpoint({
  GET: async (request, { services, address, requestId }) => {
    refuseTokenInQuery(request)
    const accessToken = readBearerToken(request, {})
    return withTokenRateLimit(services, { address, requestId }, 'invalid_token', async () => {
      const token = await verifyAccessToken(services, accessToken)
      const query = parseFields(eventsQuery, readQuery(request, eventsQuery.keyof().options), unacceptableField)
      return jsonResponse(await readEvents(services, { kind: 'program', token, address, requestId }, query))
    })
  },
})
