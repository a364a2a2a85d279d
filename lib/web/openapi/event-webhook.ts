import { z } from 'zod'
import { eventMessage } from '#lib/domain/events/journal/events-schema.ts'

/** The published description of the request that an endpoint receives (OpenAPI 3.1, "webhooks"). */
export const eventWebhook = {
  id: 'receiveEvent',
  summary: 'Receive an event',
  description:
    'Latchkey sends events to the endpoints that owners and admins add under Settings › Webhooks, in order and at least once, signed as Standard Webhooks prescribes. Verify the signature over the bytes of the body before you parse them, and recognize repeats by `webhook-id`.\n\nWithout a 2xx within 15 seconds, the event is sent again: after 5 seconds, 1 minute, 5 minutes and 30 minutes, then hourly for up to 3 days.',
  headers: z.object({
    'webhook-id': z.string().meta({
      description: 'The ID of the event, the same for each attempt and each replay.',
      example: 'evt_01KAR7TQ5B9V2Zs8xY4mJd0c',
    }),
    'webhook-timestamp': z.string().meta({ description: 'Unix seconds of this attempt.', example: '1795421730' }),
    'webhook-signature': z.string().meta({
      description:
        '`v1,` and the HMAC-SHA-256 in Base64; two of them, separated by a space, while the secret is rotated.',
      example: 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
    }),
  }),
  body: eventMessage,
  responses: {
    '2XX': 'The event is stored. The next one follows.',
    '410': 'The endpoint wants no more events and is paused at once.',
  },
} as const

export type PublishedWebhook = typeof eventWebhook
