import { findCurrentCheckpoint } from '#lib/domain/events/journal/checkpoint.ts'
import { countTests, insertDelivery } from '#lib/domain/events/webhooks/deliveries-store.ts'
import { readWebhook } from '#lib/domain/events/webhooks/manage-webhooks.ts'
import { sendMessage } from '#lib/domain/events/webhooks/send-message.ts'
import { findSecrets } from '#lib/domain/events/webhooks/store.ts'
import type { Outcome, Webhook } from '#lib/domain/events/webhooks/webhook.ts'
import type { Actor } from '#lib/foundation/authorization/actor.ts'
import { requireManager } from '#lib/foundation/authorization/permissions.ts'
import type { Services } from '#lib/foundation/services.ts'
import { minuteMs } from '#lib/kernel/clock.ts'
import { timedId } from '#lib/kernel/crypto.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import { createFairQueue } from '#lib/kernel/fair-queue.ts'

export const maxTestsPerMinute = 10

// One at a time per webhook: parallel tests must not exceed the limit before the first one is listed.
const tests = createFairQueue({
  name: 'webhook tests to send',
  running: 10,
  runningPerLane: 1,
  waiting: 40,
  waitingPerLane: maxTestsPerMinute - 1,
})

type Test = Readonly<{ id: string; signal?: AbortSignal }>

/**
 * Sends an event of the kind `webhook.test` now, also while the webhook is paused. It is not in the journal: its `seq`
 * and `hash` are null. The attempt is listed with the others.
 * @throws Refusal `forbidden`, `not_found`; `too_many_requests` after ten tests in a minute; `temporarily_unavailable`
 *   while ten of this webhook wait
 */
export async function sendTest(services: Services, actor: Actor, test: Test): Promise<Outcome> {
  requireManager(actor, 'webhooks:write')
  return tests.run(test.id, () => sendNext(services, actor, test))
}

async function sendNext(
  services: Services,
  actor: Actor,
  { id, signal = new AbortController().signal }: Test,
): Promise<Outcome> {
  const webhook = await readWebhook(services.db, id)
  const sealed = await findSecrets(services.db, id)
  if (!sealed) throw new Refusal('not_found')
  if ((await countTests(services.db, id, minuteMs)) >= maxTestsPerMinute) {
    throw new Refusal('too_many_requests', { retryAfterSeconds: 60 })
  }
  const event = makeTestEvent(services, actor, webhook)
  const checkpoint = await findCurrentCheckpoint(services)
  const message = { id: event.id, body: JSON.stringify({ seq: null, hash: null, event, checkpoint }) }
  const outcome = await sendMessage(services, { endpoint: { ...sealed, url: webhook.url }, message, signal })
  await insertDelivery(services.db, { webhookId: id, seq: null, messageId: event.id, kind: event.kind, outcome })
  return outcome
}

/** In the form of `GET /api/v1/events`. */
function makeTestEvent({ clock }: Services, actor: Actor, webhook: Webhook) {
  return {
    id: timedId('evt'),
    at: new Date(clock.now()).toISOString(),
    kind: 'webhook.test',
    actor: {
      kind: actor.kind,
      id: 'userId' in actor ? actor.userId : null,
      name: 'name' in actor ? actor.name : '',
    },
    subject: { kind: 'webhook', id: webhook.id, name: new URL(webhook.url).origin },
    accountId: null,
    keyId: actor.kind === 'program' ? actor.keyId : null,
    address: actor.address,
    requestId: actor.requestId,
    details: {},
  }
}
