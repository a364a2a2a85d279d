import { accessTokenRefusals, commonRefusals } from '#lib/api/refusals.ts'
import { eventsAnswer, eventsQuery } from '#lib/journal/events-schema.ts'
import type { Operation } from '#lib/openapi/operation.ts'
import { scopeMissing } from '#lib/refresh-tokens/authorize-token.ts'

export const eventOperations: readonly Operation[] = [
  {
    id: 'listEvents',
    method: 'GET',
    path: '/api/v1/events',
    tag: 'Events',
    summary: 'List events',
    description:
      'Audit events in the order of the journal, without a gap. An event appears about a second after its transaction. Store `next` together with what you made of the events, and send it as `after` of the next request: after a crash you get some events again, and miss none. With `wait`, the response waits until something happens.\n\nRequires an access token with the scope `events:read`, of a key whose owner is an owner or admin. Each key may have five requests waiting at once.',
    security: ['accessToken'],
    parameters: { query: eventsQuery },
    responses: [{ status: 200, description: 'The events, and where to go on.', content: eventsAnswer }],
    refusals: [
      'invalid_request',
      ...accessTokenRefusals,
      {
        code: 'insufficient_scope',
        condition:
          'The access token does not have the scope, or the owner of its API key is no longer an owner or admin.',
        description: scopeMissing('events:read'),
      },
      'unknown_position',
      {
        code: 'too_many_requests',
        condition:
          'There were too many failures, or too many requests wait: five of this API key, or fifty of this process. `Retry-After` contains the number of seconds to wait.',
      },
      ...commonRefusals,
    ],
    samples: [{ label: 'The oldest events', authorization: { scheme: 'Bearer', token: { variable: 'ACCESS_TOKEN' } } }],
  },
]
