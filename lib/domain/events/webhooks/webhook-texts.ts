/** The texts that a webhook may have, with their greatest lengths. `fields.ts` declares each of them. */
export const webhookTextLengths = { description: 120 } as const
export type WebhookText = keyof typeof webhookTextLengths
export const webhookTexts = Object.keys(webhookTextLengths) as WebhookText[]

/** An empty text: the webhook has none. */
export type WebhookTexts = Readonly<Record<WebhookText, string>>
