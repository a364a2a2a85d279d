import { z } from 'zod'
import type { ListedWebhook } from '#lib/webhooks/manage-webhooks.ts'
import { deliveryProblems } from '#lib/webhooks/webhook.ts'
import { addedWebhookResource, signingSecret, webhookResource } from '#lib/webhooks/webhook-resource.ts'
import type { Operations } from '../local/operations.ts'
import type { Api } from './api.ts'
import { toMs } from './read-resource.ts'

const resource = z.object(webhookResource.shape)
const added = z.object(addedWebhookResource.shape)
const rotated = z.object({ secret: signingSecret })
const instant = z.iso.datetime()
const deliveries = z.object({
  position: z.int(),
  failing: z.object({ attempts: z.int(), since: instant.nullable(), nextAttemptAt: instant.nullable() }).nullable(),
  lost: z.object({ from: z.int(), to: z.int() }).nullable(),
})
const outcome = z.object({
  status: z.int().nullable(),
  problem: z.enum(deliveryProblems).nullable(),
  response: z.string(),
  durationMs: z.number(),
})

export function remoteWebhooks(api: Api): Operations['webhooks'] {
  const change = async (id: string, patch: object) => void (await api.patch(['webhooks', id], patch, resource))
  return {
    list: () => listWebhooks(api),
    add: (input) => api.post(['webhooks'], input, added),
    edit: change,
    remove: (id) => api.remove(['webhooks', id]),
    rotate: async (id) => {
      // Read before: a token that may not read it must not lose the secret.
      const { url } = await api.get(['webhooks', id], resource)
      const { secret } = await api.post(['webhooks', id, 'secrets'], {}, rotated)
      return { id, url, secret }
    },
    endFormerSecret: (id) => api.remove(['webhooks', id, 'secrets', 'former']),
    pause: (id) => change(id, { paused: true }),
    resume: (id) => change(id, { paused: false }),
    test: async (id) => {
      const { status, problem, response: answer, durationMs } = await api.post(['webhooks', id, 'tests'], {}, outcome)
      return { status, problem, answer, durationMs }
    },
    replay: (id, from) =>
      api.start(['webhooks', id, 'replays'], { from: /^\d{1,15}$/.test(from) ? Number(from) : from }),
  }
}

/** The oldest first. How it delivers is another resource of each. */
async function listWebhooks(api: Api): Promise<readonly ListedWebhook[]> {
  const webhooks: ListedWebhook[] = []
  for (const webhook of await api.list(['webhooks'], resource)) {
    webhooks.push(toListed(webhook, await api.get(['webhooks', webhook.id, 'deliveries'], deliveries)))
  }
  return webhooks.sort((one, other) => one.createdAt - other.createdAt)
}

function toListed(
  webhook: z.output<typeof resource>,
  { position, failing, lost }: z.output<typeof deliveries>,
): ListedWebhook {
  const { id, url, description, kinds, pausedAt, pauseReason } = webhook
  const isPaused = pausedAt !== null && pauseReason !== null
  return {
    ...{ id, url, description: description ?? '', kinds, createdAt: toMs(webhook.createdAt), createdByName: undefined },
    ...{ secretCreatedAt: toMs(webhook.secretCreatedAt), hasFormerSecret: webhook.formerSecretSigns },
    ...{ position, paused: isPaused ? { at: toMs(pausedAt), reason: pauseReason } : null },
    attempts: failing?.attempts ?? 0,
    firstFailedAt: toMs(failing?.since ?? null),
    nextAttemptAt: toMs(failing?.nextAttemptAt ?? null),
    lost,
  }
}
