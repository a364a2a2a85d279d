import { defineApiEndpoint } from '#lib/endpoints/api-endpoint.ts'
import { jsonResponse } from '#lib/http/endpoint.ts'
import { readQuery } from '#lib/http/form-body.ts'
import { decodePlace, encodePlace } from '#lib/newest-first.ts'
import { parseInput } from '#lib/parse-input.ts'
import { searchRefusals } from '#lib/refusals/find-refusals.ts'
import { refusalsQuery, toRefusalResource } from '#lib/refusals/refusal-resource.ts'

const path = '/api/v1/refusals'

/** `GET /api/v1/refusals`, for managers. */
export const refusalsEndpoint = defineApiEndpoint({
  GET: [
    'events:read',
    async ({ request, services, client }) => {
      const { cursor, ...query } = parseInput(refusalsQuery, readQuery(request, refusalsQuery.keyof().options))
      const after = cursor === undefined ? undefined : decodePlace(path, cursor)
      const { refusals, more } = await searchRefusals(services, client, { ...query, after })
      const last = more ? refusals.at(-1) : undefined
      const next = last ? encodePlace(path, { at: last.at, id: last.requestId }) : null
      return jsonResponse({ items: refusals.map(toRefusalResource), next })
    },
  ],
})
