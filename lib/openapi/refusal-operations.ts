import { accessTokenRefusals, commonRefusals } from '#lib/api/refusals.ts'
import { listSchema } from '#lib/list-query.ts'
import { managementHeaders, managementRefusals } from '#lib/openapi/management-refusals.ts'
import type { Operation } from '#lib/openapi/operation.ts'
import { noReadableRefusal } from '#lib/refusals/find-readable-refusal.ts'
import { refusalResource, refusalsQuery } from '#lib/refusals/refusal-resource.ts'
import { refusalPathSchema } from '#lib/refusals/schema.ts'

const authorization = { scheme: 'Bearer', token: { variable: 'ACCESS_TOKEN' } } as const

export const refusalOperations: readonly Operation[] = [
  {
    id: 'listRefusals',
    method: 'GET',
    path: '/api/v1/refusals',
    tag: 'Events',
    summary: 'List refusals',
    description:
      'The last 10,000 refused requests of client programs, for 14 days, the newest first: those of keys that the owner of the client’s key manages, and those without a key. A refusal appears about a second after its response.\n\nRequires the scope `events:read`.',
    security: ['accessToken'],
    parameters: { query: refusalsQuery },
    responses: [
      {
        status: 200,
        description: 'A part of the list.',
        headers: managementHeaders,
        content: listSchema(refusalResource),
      },
    ],
    refusals: [
      { code: 'invalid_request', condition: 'A query parameter is invalid. `fields` names it.' },
      ...managementRefusals('events:read'),
    ],
    namesFields: true,
    samples: [{ label: 'The newest refusals', path: '/api/v1/refusals?limit=200', authorization }],
  },
  {
    id: 'explainRefusal',
    method: 'GET',
    path: '/api/v1/refusals/{requestId}',
    tag: 'Operation',
    summary: 'Explain a refusal',
    description:
      'Errors do not reveal why a request was refused. The holder of the API key can ask here, about a second later and for up to 14 days: with an access token of the same key, of any scope. One with the scope `events:read`, of a key whose owner is an owner or admin, explains every refusal that it can list.',
    security: ['accessToken'],
    parameters: { path: refusalPathSchema },
    responses: [{ status: 200, description: 'The reason, and what to do.', content: refusalResource }],
    refusals: [
      ...accessTokenRefusals,
      { code: 'not_found', condition: noReadableRefusal, description: noReadableRefusal },
      'too_many_requests',
      ...commonRefusals,
    ],
  },
]
