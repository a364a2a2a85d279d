import { z } from 'zod'
import { sessionResource, sessionsQuery } from '#lib/account-sessions/session-resource.ts'
import { listSchema } from '#lib/list-query.ts'
import { managementHeaders, managementRefusals } from '#lib/openapi/management-refusals.ts'
import type { Operation } from '#lib/openapi/operation.ts'

const sessionPath = z.object({
  sessionId: z.string().meta({ description: 'The ID of the session.', example: 'ases_1KrXv3bQ81xYbT2nVcRs' }),
})
const authorization = { scheme: 'Bearer', token: { variable: 'ACCESS_TOKEN' } } as const

export const sessionOperations: readonly Operation[] = [
  {
    id: 'listSessions',
    method: 'GET',
    path: '/api/v1/sessions',
    tag: 'Sessions',
    summary: 'List account sessions',
    description:
      'The open sessions of an account, of a user, or of both, the newest first: those of the owner of the client’s key, and of users whom the owner manages.\n\nRequires the scope `sessions:write`.',
    security: ['accessToken'],
    parameters: { query: sessionsQuery },
    responses: [
      {
        status: 200,
        description: 'A part of the list.',
        headers: managementHeaders,
        content: listSchema(sessionResource),
      },
    ],
    refusals: [
      {
        code: 'invalid_request',
        condition: 'A query parameter is invalid, or neither `accountId` nor `userId` is given. `fields` names it.',
      },
      ...managementRefusals('sessions:write'),
    ],
    namesFields: true,
    samples: [
      { label: 'Who has an account open', path: '/api/v1/sessions?accountId=at-100021&limit=200', authorization },
    ],
  },
  {
    id: 'endSession',
    method: 'DELETE',
    path: '/api/v1/sessions/{sessionId}',
    tag: 'Sessions',
    summary: 'End an account session',
    description:
      'The user is signed out of this account in this browser, from the next request on.\n\nRequires the scope `sessions:write`.',
    security: ['accessToken'],
    parameters: { path: sessionPath },
    responses: [{ status: 204, description: 'It has ended.', headers: managementHeaders }],
    refusals: [
      { code: 'not_found', condition: 'There is no such open session, or the client may not manage its user.' },
      ...managementRefusals('sessions:write'),
    ],
    namesFields: true,
  },
]
