import { endManagedSession, listManagedSessions } from '#lib/account-management/manage-sessions.ts'
import { sessionsQuery, toSessionResource } from '#lib/account-sessions/session-resource.ts'
import { defineApiEndpoint } from '#lib/endpoints/api-endpoint.ts'
import { noContent } from '#lib/endpoints/api-resource.ts'
import { jsonResponse } from '#lib/http/endpoint.ts'
import { readQuery } from '#lib/http/form-body.ts'
import { decodePlace, encodePlace } from '#lib/newest-first.ts'
import { parseInput } from '#lib/parse-input.ts'

const path = '/api/v1/sessions'

/** `GET /api/v1/sessions`. */
export const sessionsEndpoint = defineApiEndpoint({
  GET: [
    'sessions:write',
    async ({ request, services, client }) => {
      const { cursor, ...query } = parseInput(sessionsQuery, readQuery(request, sessionsQuery.keyof().options))
      const after = cursor === undefined ? undefined : decodePlace(path, cursor)
      const { sessions, more } = await listManagedSessions(services, client, { ...query, after })
      const last = more ? sessions.at(-1) : undefined
      const next = last ? encodePlace(path, { at: last.createdAt, id: last.id }) : null
      return jsonResponse({ items: sessions.map(toSessionResource), next })
    },
  ],
})

/** `DELETE /api/v1/sessions/<sessionId>`. */
export const sessionEndpoint = defineApiEndpoint({
  DELETE: [
    'sessions:write',
    async ({ services, client, id }) => {
      await endManagedSession(services, client, id)
      return noContent
    },
  ],
})
