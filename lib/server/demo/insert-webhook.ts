import { sealAllEvents } from '#lib/domain/events/journal/seal-events.ts'
import { listEntries, measureBacklog } from '#lib/domain/events/journal/store.ts'
import { pauseWebhook } from '#lib/domain/events/webhooks/control-webhook.ts'
import { insertDelivery } from '#lib/domain/events/webhooks/deliveries-store.ts'
import { addWebhook, listWebhooks } from '#lib/domain/events/webhooks/manage-webhooks.ts'
import { setPosition } from '#lib/domain/events/webhooks/store.ts'
import type { EventKind } from '#lib/foundation/audit/event.ts'
import { dayMs, hourMs, secondMs } from '#lib/kernel/clock.ts'
import { type Past, signInThen } from '#lib/server/demo/past.ts'
import { demoPeople } from '#lib/server/demo/people.ts'

const kinds: readonly EventKind[] = [
  'account.suspended',
  'account.resumed',
  'account.updated',
  'api_key.generated',
  'api_key.disabled',
  'api_key.revoked',
  'api_key.handed_over',
  'api_key.hand_over_used',
  'api_key.secret_activated',
]

const delivered = { status: 200, problem: null, answer: 'OK' } as const
const busy = { status: 503, problem: null, answer: 'Service Unavailable' } as const

/** A webhook with its deliveries. It is paused, so that the demonstration sends nothing; `.example` never resolves. */
export async function insertDemoWebhook(past: Past, today: number): Promise<void> {
  const { services, actor, setClock } = past
  // An earlier start was interrupted after this.
  if ((await listWebhooks(services, actor)).length > 0) return
  const addedAt = today - 29 * dayMs + 9 * hourMs
  setClock(addedAt)
  const signInAdmin = () => signInThen(past, demoPeople.admin, '192.0.2.30')
  const target = { url: 'https://archive.example/latchkey', description: 'Audit archive', kinds }
  const { id } = await addWebhook(services, await signInAdmin(), target)
  setClock(today - 4 * dayMs + 9 * hourMs)
  await pauseWebhook(services, await signInAdmin(), id)
  await insertDeliveries(past, id, addedAt)
}

async function insertDeliveries({ services, setClock }: Past, webhookId: string, since: number): Promise<void> {
  const { db } = services
  // The server seals, too: one at a time succeeds.
  do await sealAllEvents(services)
  while ((await measureBacklog(db)).count > 0)
  for (const [index, { seq, event }] of (await listEntries(db, { after: 0, kinds }, 1_000)).entries()) {
    const at = event === null ? 0 : new Date(event.at).getTime()
    if (event === null || at < since) continue
    const delivery = { webhookId, seq, messageId: event.id, kind: event.kind }
    const deliver = (outcome: typeof delivered | typeof busy, afterMs: number) => {
      setClock(at + afterMs)
      return insertDelivery(db, { ...delivery, outcome: { ...outcome, durationMs: 30 + ((17 * index) % 60) } })
    }
    if (event.kind === 'api_key.disabled') await deliver(busy, secondMs)
    await deliver(delivered, 7 * secondMs)
    await db.transaction().execute((trx) => setPosition(trx, webhookId, seq))
  }
}
