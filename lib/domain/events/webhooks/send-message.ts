import type { Endpoint } from '#lib/domain/events/webhooks/deliveries-store.ts'
import { postMessage } from '#lib/domain/events/webhooks/post-message.ts'
import {
  type Message,
  type SealedSecrets,
  signatureHeaders,
  unsealSecrets,
} from '#lib/domain/events/webhooks/signing-secret.ts'
import { isDelivered, type Outcome } from '#lib/domain/events/webhooks/webhook.ts'
import type { Services } from '#lib/foundation/services.ts'
import type { Resolve } from '#lib/kernel/checked-request.ts'
import { measurements } from '#lib/kernel/measurements.ts'

type Sending = Readonly<{
  endpoint: SealedSecrets & Pick<Endpoint, 'url'>
  message: Message
  signal: AbortSignal
  resolve?: Resolve | undefined
}>

/**
 * Signs and posts a message (Standard Webhooks). Takes at most 15 seconds, and never throws for the endpoint's sake.
 */
export async function sendMessage(
  { env, keys, clock, log }: Services,
  { endpoint, message, signal, resolve }: Sending,
): Promise<Outcome> {
  const secrets = await unsealSecrets(keys, endpoint).catch((error: unknown) => {
    log.warn({ error }, 'the signing secret of a webhook cannot be read')
    return undefined
  })
  if (!secrets) return { status: null, problem: 'unreadable_secret', answer: '', durationMs: 0 }
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Latchkey',
    ...signatureHeaders(message, secrets, clock.now()),
  }
  const post = { url: endpoint.url, headers, body: message.body }
  const outcome = await postMessage(post, { networks: env.webhookNetworks, signal, resolve })
  if (outcome.problem !== 'stopped') measurements.deliveries[isDelivered(outcome) ? 'delivered' : 'failed'] += 1
  return outcome
}
