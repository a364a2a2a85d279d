import { z } from 'zod'
import { listNewEventIds } from '#lib/domain/events/activity/list-events.ts'
import { normalizeEventQuery } from '#lib/domain/events/activity/normalize-event-query.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import { parseInput } from '#lib/kernel/parse-input.ts'
import { readSignedInUser } from '#lib/web/cookies/read-signed-in-user.ts'
import { requestPreferences } from '#lib/web/http/cookies.ts'
import { defineEndpoint } from '#lib/web/http/define-endpoint.ts'
import { jsonResponse } from '#lib/web/http/endpoint.ts'

const sinceSchema = z.object({
  since: z
    .string('missing')
    .regex(/^\d{1,15}$/, 'malformed')
    .transform(Number),
})

/** `GET /activity/new`: the IDs of the newest events that match the query's filter, for the live mode of Activity. */
export const newEventsEndpoint = defineEndpoint({
  GET: async (request, context) => {
    const { services } = context
    const user = await readSignedInUser(context, request.headers.get('cookie'), { isPoll: true })
    if (!user) throw new Refusal('signed_out')
    const { since: sinceText, ...fields } = Object.fromEntries(new URL(request.url).searchParams)
    const { filter } = await normalizeEventQuery(services, user, {
      fields,
      timeZone: requestPreferences(request).timeZone,
    })
    const { since } = parseInput(sinceSchema, { since: sinceText })
    return jsonResponse({ ids: await listNewEventIds(services, user, { filter, since }) })
  },
})
