import { z } from 'zod'
import { webhookFields } from '#lib/domain/events/webhooks/fields.ts'
import type { WantedWebhook } from '#lib/domain/events/webhooks/patch-webhook.ts'
import { type WebhookInput, webhookSchema } from '#lib/domain/events/webhooks/schema.ts'
import { pauseReasons, type Webhook } from '#lib/domain/events/webhooks/webhook.ts'
import { type EventKind, eventKinds } from '#lib/foundation/audit/event.ts'
import { toInstant } from '#lib/kernel/clock.ts'
import { listQueryFields } from '#lib/kernel/list-query.ts'
import { parseInput } from '#lib/kernel/parse-input.ts'

const about = {
  url: {
    description: 'Where events are sent: `https`, at a public address unless the operator allows others.',
    example: 'https://hooks.example/latchkey',
  },
  kinds: {
    description: 'The kinds of events that are sent. Null: all, also future ones.',
    example: ['api_key.revoked', 'user.deactivated'] satisfies EventKind[],
  },
  paused: { description: 'Whether nothing is sent. Events wait until it is resumed.', example: false },
} as const

const instant = z.iso.datetime()

const shown = {
  id: z.string().meta({ description: 'The ID of the webhook.', example: 'whk_5tQz8NcX2rLm7VbJ0yKd' }),
  url: z.string().meta(about.url),
  ...webhookFields.shown,
  kinds: z.array(z.enum(eventKinds)).nullable().meta(about.kinds),
  paused: z.boolean().meta(about.paused),
  pausedAt: instant.nullable().meta({ description: 'Since when it is paused (RFC 3339).', example: null }),
  pauseReason: z.enum(pauseReasons).nullable().meta({
    description:
      'Why it is paused. `failing`: no attempt succeeded for three days; `gone`: the endpoint answered 410; `events_lost`: events were deleted before they were sent; `restored`: the database was restored.',
    example: null,
  }),
  createdAt: instant.meta({ description: 'When it was added (RFC 3339).', example: '2026-11-21T12:00:00.000Z' }),
  secretCreatedAt: instant.meta({
    description: 'When the signing secret was made (RFC 3339).',
    example: '2026-11-21T12:00:00.000Z',
  }),
  formerSecretSigns: z.boolean().meta({
    description: 'Whether the secret before the last rotation signs, too.',
    example: false,
  }),
}

export const signingSecret = z.string().meta({
  description: 'The signing secret (Standard Webhooks). It is not shown again.',
  example: 'whsec_…',
})

/** A webhook of the management API. It does not change with its deliveries. */
export const webhookResource = z.strictObject(shown).meta({ component: 'Webhook' })
/** A new webhook. */
export const addedWebhookResource = z
  .strictObject({ ...shown, secret: signingSecret })
  .meta({ component: 'AddedWebhook' })

export function toWebhookResource(webhook: Webhook): z.output<typeof webhookResource> {
  const { id, url, kinds, paused } = webhook
  return {
    id,
    url,
    ...webhookFields.toShown(webhook),
    kinds: kinds && [...kinds],
    paused: paused !== null,
    pausedAt: toInstant(paused?.at ?? null),
    pauseReason: paused?.reason ?? null,
    createdAt: toInstant(webhook.createdAt),
    secretCreatedAt: toInstant(webhook.secretCreatedAt),
    formerSecretSigns: webhook.hasFormerSecret,
  }
}

const fields = webhookSchema.shape
/** The body of `POST /api/v1/webhooks`. */
export const newWebhookBody = z.strictObject({
  url: fields.url.meta(about.url),
  ...webhookFields.accepted,
  kinds: fields.kinds.meta(about.kinds),
})

export function toWebhookInput({ url, kinds, ...given }: z.output<typeof newWebhookBody>): WebhookInput {
  return { url, ...webhookFields.toEntered(given), kinds }
}

const ignored = z.unknown().optional().meta({ description: 'Ignored, so that what was read can be sent back.' })

/** The body of `PATCH /api/v1/webhooks/{webhookId}` (RFC 7396). */
export const webhookPatchBody = z.strictObject({
  url: fields.url.optional().meta(about.url),
  ...webhookFields.accepted,
  kinds: fields.kinds.unwrap().optional().meta(about.kinds),
  paused: z.boolean('malformed').optional().meta(about.paused),
  id: ignored,
  pausedAt: ignored,
  pauseReason: ignored,
  createdAt: ignored,
  secretCreatedAt: ignored,
  formerSecretSigns: ignored,
})

/** What a patch changes of a webhook. @throws Refusal `input_invalid` */
export function patchWebhookFields(current: Webhook, patch: Readonly<Record<string, unknown>>): WantedWebhook {
  const { url = current.url, kinds = current.kinds, paused, ...given } = parseInput(webhookPatchBody, patch)
  const target = { url, ...webhookFields.merge(current, given), kinds }
  const now = { url: current.url, ...webhookFields.merge(current, {}), kinds: current.kinds }
  return {
    ...(JSON.stringify(target) !== JSON.stringify(now) && { target }),
    ...(paused !== undefined && { paused }),
  }
}

/** The query of `GET /api/v1/webhooks`. */
export const webhooksQuery = z.object(listQueryFields)
