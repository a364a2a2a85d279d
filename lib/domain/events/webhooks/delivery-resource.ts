import { z } from 'zod'
import {
  type Delivery,
  deliveryProblems,
  isDelivered,
  maxWaiting,
  type Outcome,
  type Webhook,
} from '#lib/domain/events/webhooks/webhook.ts'
import type { WebhookPage } from '#lib/domain/events/webhooks/webhook-page.ts'
import { signingSecret } from '#lib/domain/events/webhooks/webhook-resource.ts'
import { toInstant } from '#lib/kernel/clock.ts'

const instant = z.iso.datetime()
const at = { example: '2026-11-21T12:00:00.000Z' }
const seq = { description: 'The number of the event in the journal.', example: 4712 }

const outcome = {
  delivered: z.boolean().meta({ description: 'Whether the endpoint answered with a 2xx status.', example: true }),
  status: z.int().nullable().meta({ description: 'The status of the response. Null without one.', example: 204 }),
  problem: z.enum(deliveryProblems).nullable().meta({
    description: 'How the attempt failed, if not by its status.',
    example: null,
  }),
  response: z.string().meta({ description: 'The first 1,024 bytes of the response’s body.', example: '' }),
  durationMs: z.number().meta({ description: 'How long the attempt took, in milliseconds.', example: 84 }),
}

/** The response of `POST /api/v1/webhooks/{webhookId}/tests`. */
export const testResource = z.strictObject(outcome).meta({ component: 'WebhookTest' })

const deliveryResource = z.strictObject({
  id: z.string().meta({ description: 'The ID of the attempt.', example: 'dlv_0Tq3nXk8RtQ5vBm0WcY6' }),
  seq: z
    .int()
    .nullable()
    .meta({ ...seq, description: `${seq.description} Null for a test.` }),
  messageId: z
    .string()
    .meta({ description: 'The ID of the event: `webhook-id`.', example: 'evt_0Tq3nXk8RtQ5vBm0WcY6' }),
  kind: z.string().meta({ description: 'The kind of the event.', example: 'api_key.revoked' }),
  at: instant.meta({ description: 'When it was sent (RFC 3339).', ...at }),
  ...outcome,
})

/** The response of `GET /api/v1/webhooks/{webhookId}/deliveries`. */
export const deliveriesResource = z
  .strictObject({
    position: z.int().meta({
      description: 'The number of the last event that was sent, or is not wanted.',
      example: 4712,
    }),
    waiting: z.int().meta({
      description: `How many events are to be sent. At most ${maxWaiting.toLocaleString('en')} are counted.`,
      example: 0,
    }),
    failing: z
      .strictObject({
        attempts: z.int().meta({ description: 'The failed attempts to send the next event.', example: 3 }),
        since: instant.nullable().meta({ description: 'When the first of them failed (RFC 3339).', ...at }),
        nextAttemptAt: instant.nullable().meta({ description: 'When the next one is due (RFC 3339).', ...at }),
      })
      .nullable()
      .meta({ description: 'Null unless the last attempt failed.' }),
    lost: z
      .strictObject({
        from: z.int().meta({ ...seq, description: 'The number of the first one.' }),
        to: z.int().meta({ ...seq, description: 'The number of the last one.' }),
      })
      .nullable()
      .meta({ description: 'Events that were deleted before they were sent. Null without any.' }),
    attempts: z.array(deliveryResource).meta({ description: 'The last 20 attempts, newest first.' }),
  })
  .meta({ component: 'WebhookDeliveries' })

export function toDeliveriesResource(page: WebhookPage): z.output<typeof deliveriesResource> {
  const { webhook, waiting, lost = null, deliveries } = page
  return { position: webhook.position, waiting, failing: toFailing(webhook), lost, attempts: deliveries.map(toAttempt) }
}

function toFailing({ attempts, firstFailedAt, nextAttemptAt }: Webhook) {
  if (attempts === 0) return null
  return { attempts, since: toInstant(firstFailedAt), nextAttemptAt: toInstant(nextAttemptAt) }
}

function toAttempt({ id, seq, messageId, kind, at, ...sent }: Delivery) {
  return { id, seq, messageId, kind, at: toInstant(at), ...toTestResource(sent) }
}

export function toTestResource(sent: Outcome): z.output<typeof testResource> {
  const { status, problem, answer: response, durationMs } = sent
  return { delivered: isDelivered(sent), status, problem, response, durationMs }
}

/** The body of `POST /api/v1/webhooks/{webhookId}/replays`. */
export const replayBody = z.strictObject({
  from: z
    .int({ error: ({ input }) => ((input ?? null) === null ? 'required' : 'malformed') })
    .min(1, 'malformed')
    .max(Number.MAX_SAFE_INTEGER, 'malformed')
    .meta({
      description: 'The number of the first event to send. It is in the journal, or the next one.',
      example: 4712,
    }),
})

/** The response of `POST /api/v1/webhooks/{webhookId}/secrets`. */
export const rotatedResource = z.strictObject({ secret: signingSecret })
