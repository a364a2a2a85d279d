import { z } from 'zod'
import { webhookFields } from '#lib/domain/events/webhooks/fields.ts'
import type { WebhookTexts } from '#lib/domain/events/webhooks/webhook-texts.ts'
import { parseWebhookUrl } from '#lib/domain/events/webhooks/webhook-url.ts'
import { eventKinds } from '#lib/foundation/audit/event.ts'
import { boundedList } from '#lib/kernel/bounded-list.ts'

/** The `error` of every rule is a stable problem code, which the interface translates. */
export const webhookSchema = z.object({
  url: z
    .string({ error: ({ input }) => ((input ?? null) === null ? 'required' : 'malformed') })
    .transform((text, context) => {
      const parsed = parseWebhookUrl(text)
      if ('url' in parsed) return parsed.url
      context.issues.push({ code: 'custom', message: parsed.problem, input: text })
      return z.NEVER
    }),
  ...webhookFields.perField(({ codec }) => codec.default('')),
  /** Null for all. */
  kinds: boundedList(z.enum(eventKinds, 'unknown'), eventKinds.length, 'too_many')
    .refine((kinds) => kinds.length > 0, 'required')
    .transform((kinds) => eventKinds.filter((kind) => kinds.includes(kind)))
    .nullable()
    .default(null),
})

export type WebhookInput = Readonly<{ url: string; kinds?: readonly string[] | null }> & Partial<WebhookTexts>

/** The first entry to send again. */
export const replaySchema = z.object({
  from: z.preprocess(
    (text) => (typeof text === 'string' && /^\s*\d{1,15}\s*$/.test(text) ? Number(text) : text),
    z.int('malformed').min(1, 'malformed').max(Number.MAX_SAFE_INTEGER, 'malformed'),
  ),
})
