import { toHref } from './list-url.ts'

export const webhooksPath = '/settings/webhooks'

export const addWebhookHref = toHref(webhooksPath, { dialog: 'add' })

/** The dialogs over the page of a webhook. */
export const webhookDialogs = ['edit', 'rotate', 'end-secret', 'replay', 'pause', 'resume', 'remove'] as const
export type WebhookDialog = (typeof webhookDialogs)[number]

export function webhookHref(id: string, dialog?: WebhookDialog): string {
  return toHref(`${webhooksPath}/${encodeURIComponent(id)}`, { dialog })
}

/** The page of a webhook, with the message that too many tests were sent. */
export function refusedTestHref(id: string): string {
  return toHref(webhookHref(id), { refused: 'test' })
}
