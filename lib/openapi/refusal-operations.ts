import type { Operation } from '#lib/openapi/operation.ts'
import { accessTokenRefusals, commonRefusals } from '#lib/openapi/refusals.ts'
import { noOwnRefusal } from '#lib/refusals/find-own-refusal.ts'
import { refusalAnswer, refusalPathSchema } from '#lib/refusals/schema.ts'

export const refusalOperations: readonly Operation[] = [
  {
    id: 'explainRefusal',
    method: 'GET',
    path: '/api/v1/refusals/{requestId}',
    tag: 'Operation',
    summary: 'Explain a refusal',
    description:
      'Errors do not reveal why a request was refused. The holder of the API key can ask here, about a second later and for up to 14 days: with an access token of the same key, of any scope.',
    security: ['accessToken'],
    parameters: { path: refusalPathSchema },
    responses: [{ status: 200, description: 'The reason, and what to do.', content: refusalAnswer }],
    refusals: [
      ...accessTokenRefusals,
      { code: 'not_found', condition: noOwnRefusal, description: noOwnRefusal },
      'too_many_requests',
      ...commonRefusals,
    ],
  },
]
