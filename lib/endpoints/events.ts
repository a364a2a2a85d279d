import { parseFields, unacceptableField } from '#lib/form-fields.ts'
import { defineEndpoint } from '#lib/http/define-endpoint.ts'
import { jsonResponse } from '#lib/http/endpoint.ts'
import { readQuery } from '#lib/http/form-body.ts'
import { eventsQuery } from '#lib/journal/events-schema.ts'
import { readEvents } from '#lib/journal/read-events.ts'
import { refuseTokenInQuery } from '#lib/oauth/bearer-token.ts'
import { withPresentedToken } from '#lib/oauth/presented-token.ts'

/** `GET /api/v1/events`: sealed events in order, for access tokens with the scope `events:read`. */
export const eventsEndpoint = defineEndpoint({
  GET: async (request, context) => {
    refuseTokenInQuery(request)
    return withPresentedToken(request, context, {}, async (holder) => {
      const query = parseFields(eventsQuery, readQuery(request, eventsQuery.keyof().options), unacceptableField)
      return jsonResponse(await readEvents(context.services, holder, query))
    })
  },
})
