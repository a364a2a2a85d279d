import { webhookTextLengths, webhookTexts } from '#lib/domain/events/webhooks/webhook-texts.ts'
import { declareTexts } from '#lib/kernel/declare-fields.ts'
import { optionalNameText } from '#lib/kernel/name-text.ts'

/** The texts of webhooks, once. Their texts of the interface are `webhooks.fields` of the catalogs. */
export const webhookFields = declareTexts(webhookTexts, {
  description: {
    column: 'description',
    codec: optionalNameText(webhookTextLengths.description),
    description: 'What receives the events.',
    example: 'CRM',
    option: { flags: '--description <text>', description: 'what receives the events' },
    heading: 'DESCRIPTION',
  },
})
