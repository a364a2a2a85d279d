import { pauseWebhook, replayWebhook, resumeWebhook } from '#lib/webhooks/control-webhook.ts'
import { addWebhook, listWebhooks, removeWebhook } from '#lib/webhooks/manage-webhooks.ts'
import { patchWebhook } from '#lib/webhooks/patch-webhook.ts'
import { endFormerSecret, rotateSigningSecret } from '#lib/webhooks/rotate-signing-secret.ts'
import type { WebhookInput } from '#lib/webhooks/schema.ts'
import { sendTest } from '#lib/webhooks/send-test.ts'
import type { Webhook } from '#lib/webhooks/webhook.ts'
import { patchWebhookFields } from '#lib/webhooks/webhook-resource.ts'
import type { CommandContext } from '../run.ts'
import { type Patch, unconditional } from './patch.ts'

export function localWebhooks({ services, actor }: CommandContext) {
  return {
    /** The oldest first. */
    list: () => listWebhooks(services, actor),
    add: (input: WebhookInput) => addWebhook(services, actor, input),
    edit: async (id: string, patch: Patch): Promise<void> => {
      const change = (current: Webhook) => patchWebhookFields(current, patch)
      await patchWebhook(services, actor, { id, change, precondition: unconditional })
    },
    remove: (id: string) => removeWebhook(services, actor, id),
    rotate: (id: string) => rotateSigningSecret(services, actor, id),
    endFormerSecret: (id: string) => endFormerSecret(services, actor, id),
    pause: (id: string) => pauseWebhook(services, actor, id),
    resume: (id: string) => resumeWebhook(services, actor, id),
    test: (id: string) => sendTest(services, actor, { id }),
    replay: (id: string, from: string) => replayWebhook(services, actor, { id, from }),
  }
}
