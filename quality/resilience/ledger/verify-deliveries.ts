import { setTimeout as sleep } from 'node:timers/promises'
import { sealAllEvents } from '#lib/domain/events/journal/seal-events.ts'
import { findHead, listEntries, measureBacklog } from '#lib/domain/events/journal/store.ts'
import { replayWebhook } from '#lib/domain/events/webhooks/control-webhook.ts'
import { addWebhook, removeWebhook } from '#lib/domain/events/webhooks/manage-webhooks.ts'
import { listWebhookRows } from '#lib/domain/events/webhooks/store.ts'
import type { EventKind } from '#lib/foundation/audit/event.ts'
import type { Services } from '#lib/foundation/services.ts'
import { testOperator } from '../harness/fixtures.ts'
import type { WebhookReceiver } from '../harness/webhook-receiver.ts'
import type { Faults } from '../resilience-test.ts'

/** Events of commands and clients, in numbers that one endpoint can take between two kills. */
const usualKinds: readonly EventKind[] = [
  'user.created',
  'user.deactivated',
  'api_key.generated',
  'api_key.secret_rotated',
  'api_key.secret_activated',
  'api_key.revoked',
]

const patienceMs = 60_000

/** The endpoint gets the journal from its first entry. */
export async function addReceiver(services: Services, { url }: WebhookReceiver, kinds = usualKinds): Promise<void> {
  await sealAllEvents(services)
  const { id } = await addWebhook(services, testOperator, { url, kinds: [...kinds] })
  await replayWebhook(services, testOperator, { id, from: 1 })
}

/** Makes room for the receiver of another load. */
export async function removeReceiver(services: Services): Promise<void> {
  for (const { id } of await listWebhookRows(services.db)) await removeWebhook(services, testOperator, id)
}

/** Nobody waits half a minute for the claim of a killed process. */
export async function dropClaim({ db }: Services): Promise<void> {
  await db.updateTable('webhooks').set({ claimed_until: null }).execute()
}

/**
 * Every event arrives, for the first time in order, and none that the journal doesn't have. A server must be running.
 */
export async function verifyDeliveries(services: Services, receiver: WebhookReceiver, faults: Faults): Promise<void> {
  // An instance that seals at the same moment leaves the newest events to the next batch.
  while ((await measureBacklog(services.db)).count > 0) await sealAllEvents(services)
  const { seq: head } = await findHead(services.db)
  await untilDelivered(services, head, faults)
  const [{ kinds } = { kinds: null }] = await listWebhookRows(services.db)
  const entries = await listEntries(services.db, { after: 0, ...(kinds && { kinds }) }, Number.MAX_SAFE_INTEGER)
  const hashes = new Map(entries.map(({ seq, hash }) => [seq, hash]))
  const arrived = new Set(receiver.messages.map(({ seq }) => seq))
  for (const { seq, hash } of receiver.messages) {
    if (hashes.get(seq) !== hash) faults.add('invented: a delivery', `entry ${seq}`)
  }
  for (const { seq } of entries) if (!arrived.has(seq)) faults.add('lost: a delivery', `entry ${seq}`)
  const firsts = [...arrived]
  for (const [index, seq] of firsts.entries()) {
    if (seq < (firsts[index - 1] ?? 0)) faults.add('a delivery out of order', `entry ${seq}`)
  }
}

async function untilDelivered({ db }: Services, head: number, faults: Faults): Promise<void> {
  for (const since = performance.now(); performance.now() - since < patienceMs; await sleep(100)) {
    const { position } = await db.selectFrom('webhooks').select('position').executeTakeFirstOrThrow()
    if (position >= head) return
  }
  faults.add('lost: the position of a webhook', `it does not reach ${head}`)
}
