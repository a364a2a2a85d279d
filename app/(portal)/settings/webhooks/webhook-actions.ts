import { readTexts } from '#app/(portal)/_forms/form-fields.ts'
import type { NounAction } from '#app/(portal)/_lists/noun-action.ts'
import { readText } from '#app/(portal)/_session/form-text.ts'
import type { WebhookDialog } from '#app/(portal)/_urls/webhooks-url.ts'
import { pauseWebhook, replayWebhook, resumeWebhook } from '#lib/domain/events/webhooks/control-webhook.ts'
import { removeWebhook, updateWebhook } from '#lib/domain/events/webhooks/manage-webhooks.ts'
import { endFormerSecret } from '#lib/domain/events/webhooks/rotate-signing-secret.ts'
import type { WebhookInput } from '#lib/domain/events/webhooks/schema.ts'
import type { Webhook } from '#lib/domain/events/webhooks/webhook.ts'
import { type WebhookTexts, webhookTexts } from '#lib/domain/events/webhooks/webhook-texts.ts'
import { recordOf } from '#lib/kernel/record-of.ts'

/** What dialogs do with a webhook. The page pauses and resumes without one, unless it needs a confirmation. */
export const webhookActions = {
  replay: {
    label: 'replayFrom',
    save: (services, actor, form) =>
      replayWebhook(services, actor, { id: readText(form, 'id'), from: readText(form, 'from') }),
  },
  edit: {
    label: 'edit',
    save: (services, actor, form) => updateWebhook(services, actor, { id: readText(form, 'id'), ...readTarget(form) }),
  },
  rotate: { label: 'rotate.link', isOpen: ({ hasFormerSecret }) => !hasFormerSecret },
  'end-secret': {
    label: 'endSecret.link',
    isOpen: ({ hasFormerSecret }) => hasFormerSecret,
    danger: true,
    confirm: { title: 'endSecret.title', why: ['endSecret.why'], submit: 'endSecret.submit' },
    run: endFormerSecret,
  },
  pause: {
    label: 'pause',
    confirm: { title: 'pauseTitle', why: ['paused.manual'], submit: 'pause' },
    run: pauseWebhook,
  },
  resume: {
    label: 'resume',
    confirm: { title: 'resumeTitle', why: ['resumeWhy'], submit: 'resume' },
    run: resumeWebhook,
  },
  remove: {
    label: 'remove',
    danger: true,
    confirm: { title: 'removal.title', why: ['removal.why'], submit: 'removal.submit' },
    run: removeWebhook,
  },
} as const satisfies Readonly<Record<WebhookDialog, NounAction<Webhook>>>

export type WebhookActionLabel = (typeof webhookActions)[WebhookDialog]['label']

export function readTarget(form: FormData): WebhookInput & WebhookTexts {
  const kinds = readText(form, 'scope') === 'some' ? readTexts(form, 'kinds') : null
  return { url: readText(form, 'url'), ...recordOf(webhookTexts, (field) => readText(form, field)), kinds }
}
