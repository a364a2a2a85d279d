import type { z } from 'zod'
import { type WebhookText, webhookTextLengths, webhookTexts } from '#lib/domain/events/webhooks/webhook-texts.ts'
import { type DeclaredField, declareFields } from '#lib/kernel/declare-fields.ts'
import { optionalNameText } from '#lib/kernel/name-text.ts'

/** A text of a webhook. Its texts of the interface are `webhooks.fields` of the catalogs. */
type WebhookField = Readonly<{
  /** Validates a value, which may be empty. Each `error` is a problem code. */
  codec: z.ZodType<string, string>
  /** Of the commands that add and edit webhooks. */
  option: Readonly<{ flags: string; description: string }>
  /** The heading of its column in `latchkey webhook list`. */
  heading: string
}> &
  DeclaredField

/** Each text, once. Columns, bodies, responses, forms and options follow. */
const webhookFields = {
  description: {
    column: 'description',
    codec: optionalNameText(webhookTextLengths.description),
    description: 'What receives the events.',
    example: 'CRM',
    option: { flags: '--description <text>', description: 'what receives the events' },
    heading: 'DESCRIPTION',
  },
} as const satisfies Readonly<Record<WebhookText, WebhookField>>

export const { perField, perColumn, columns } = declareFields<WebhookField>()(webhookTexts, webhookFields)
