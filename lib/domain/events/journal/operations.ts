import type { z } from 'zod'
import { type EventsQuery, eventsAnswer, eventsQuery } from '#lib/domain/events/journal/events-schema.ts'
import { readEvents } from '#lib/domain/events/journal/read-events.ts'
import { scopeMissing, type TokenHolder } from '#lib/domain/tokens/refresh-tokens/authorize-token.ts'
import { type HolderCall, holderOperation } from '#lib/foundation/api/operation.ts'

export const eventOperations = [
  holderOperation(
    { tag: 'Events' },
    {
      id: 'listEvents',
      route: 'GET /api/v1/events',
      summary: 'List events',
      description:
        'Audit events in the order of the journal, without a gap. An event appears about a second after its transaction. Store `next` together with what you made of the events, and send it as `after` of the next request: after a crash you get some events again, and miss none. With `wait`, the response waits until something happens.\n\nRequires an access token with the scope `events:read`, of a key whose owner is an owner or admin. Each key may have five requests waiting at once.',
      query: eventsQuery,
      response: eventsAnswer,
      returns: 'The events, and where to go on.',
      refusals: [
        'invalid_request',
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
      ],
      sample: { label: 'The oldest events' },
      // The journal shows events as they were written, also those of former versions.
      handle: ({ services, holder, query }: HolderCall<TokenHolder> & Readonly<{ query: EventsQuery }>) =>
        readEvents(services, holder, query) as Promise<z.output<typeof eventsAnswer>>,
    },
  ),
] as const
