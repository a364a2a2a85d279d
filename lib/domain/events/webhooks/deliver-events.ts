import type { JournalEntry } from '#lib/domain/events/journal/chain.ts'
import { findCurrentCheckpoint } from '#lib/domain/events/journal/checkpoint.ts'
import type { JournalEvent } from '#lib/domain/events/journal/journal-event.ts'
import { findHead, listEntries } from '#lib/domain/events/journal/store.ts'
import {
  advance,
  type Claim,
  claimWebhook,
  type Endpoint,
  insertDelivery,
  pauseClaimed,
  postponeWebhook,
  releaseWebhook,
  renewClaim,
} from '#lib/domain/events/webhooks/deliveries-store.ts'
import { findLostEvents } from '#lib/domain/events/webhooks/lost-events.ts'
import { sendMessage } from '#lib/domain/events/webhooks/send-message.ts'
import { isDelivered, type Outcome, type PauseReason, webhookEvent } from '#lib/domain/events/webhooks/webhook.ts'
import { recordEvent } from '#lib/foundation/audit/store.ts'
import { maintenanceActor } from '#lib/foundation/authorization/actor.ts'
import { roles } from '#lib/foundation/authorization/roles.ts'
import type { DbTransaction } from '#lib/foundation/db/database.ts'
import { optionalKindsOf } from '#lib/foundation/mails/mail.ts'
import { queueMail } from '#lib/foundation/mails/queue-mail.ts'
import type { Services } from '#lib/foundation/services.ts'
import type { Resolve } from '#lib/kernel/checked-request.ts'
import { randomId } from '#lib/kernel/crypto.ts'
import { newRequestId } from '#lib/kernel/request-context.ts'

/** At most so many events are read at once, and so many entries passed over. */
const eventsPerRead = 50
const entriesPerRead = 10_000

/** `signal` ends the work soon; an event that is being sent then is sent again. */
export type DeliveryOptions = Readonly<{ signal: AbortSignal; resolve?: Resolve | undefined }>

/**
 * Sends a webhook the events after its position, in order, until it has all of them or one fails. The position moves
 * past an event once the endpoint has answered 2xx. Does nothing unless the webhook is due and no process sends to it.
 */
export async function deliverEvents(services: Services, id: string, options: DeliveryOptions): Promise<void> {
  const holder = randomId('snd')
  let endpoint = await claimWebhook(services.db, id, holder)
  try {
    while (endpoint && !options.signal.aborted) {
      const position = await deliverSome(services, { endpoint, holder, ...options })
      endpoint = position === undefined ? undefined : await renewClaim(services.db, { id, holder, position })
    }
  } finally {
    await releaseWebhook(services.db, { id, holder })
  }
}

type Work = DeliveryOptions & Readonly<{ endpoint: Endpoint; holder: string }>

/** @returns the position from which to go on; undefined if there is nothing to send now */
async function deliverSome(services: Services, work: Work): Promise<number | undefined> {
  const { db } = services
  const { endpoint, holder } = work
  const { id, position, kinds } = endpoint
  const { seq: head } = await findHead(db)
  const to = Math.min(position + entriesPerRead, head)
  const entries = await listEntries(db, { after: position, to, ...(kinds && { kinds }) }, eventsPerRead)
  // Events are removed from the start. If none was until now, `entries` has no gap.
  if (await findLostEvents(db, endpoint)) return pauseForLostEvents(services, endpoint, { id, holder, position })
  let reached = position
  for (const { seq, hash, event } of entries) {
    if (event === null) throw new Error(`entry ${seq} has lost its event`)
    if (!(await deliverOne(services, work, { position: reached, entry: { seq, hash, event } }))) return undefined
    reached = seq
  }
  if (entries.length === eventsPerRead) return reached
  const hasAdvanced = reached === to || (await advance(db, { id, holder, position: reached }, to))
  return hasAdvanced && to < head ? to : undefined
}

type Step = Readonly<{ position: number; entry: JournalEntry<JournalEvent> }>

/** @returns whether to go on with the next event */
async function deliverOne(services: Services, work: Work, { position, entry }: Step): Promise<boolean> {
  const { holder, signal, resolve } = work
  const claim: Claim = { id: work.endpoint.id, holder, position }
  const endpoint = signal.aborted ? undefined : await renewClaim(services.db, claim)
  if (!endpoint) return false
  const checkpoint = await findCurrentCheckpoint(services)
  const message = { id: entry.event.id, body: JSON.stringify({ ...entry, checkpoint }) }
  const outcome = await sendMessage(services, { endpoint, message, signal, resolve })
  if (outcome.problem === 'stopped') return false
  const { status, problem, durationMs } = outcome
  services.log.debug({ webhook: claim.id, seq: entry.seq, status, problem, durationMs }, 'webhook attempt')
  return services.db.transaction().execute(async (trx) => {
    await insertDelivery(trx, {
      webhookId: claim.id,
      seq: entry.seq,
      messageId: message.id,
      kind: entry.event.kind,
      outcome,
    })
    if (isDelivered(outcome)) return advance(trx, claim, entry.seq)
    await recordFailure(services, trx, { endpoint, claim, outcome })
    return false
  })
}

type Failure = Readonly<{ endpoint: Endpoint; claim: Claim; outcome: Outcome }>

async function recordFailure(
  services: Services,
  trx: DbTransaction,
  { endpoint, claim, outcome }: Failure,
): Promise<void> {
  const postponed = await postponeWebhook(trx, claim, endpoint.attempts + 1)
  if (!postponed) return
  // RFC 9110 §15.5.11: it does not come back.
  if (outcome.status === 410) await pauseAndRecord(services, trx, { endpoint, claim, reason: 'gone' })
  else if (postponed.isOver) await pauseAndRecord(services, trx, { endpoint, claim, reason: 'failing' })
}

async function pauseForLostEvents(services: Services, endpoint: Endpoint, claim: Claim): Promise<undefined> {
  await services.db
    .transaction()
    .execute((trx) => pauseAndRecord(services, trx, { endpoint, claim, reason: 'events_lost' }))
}

type Pause = Readonly<{ endpoint: Endpoint; claim: Claim; reason: PauseReason }>

async function pauseAndRecord(
  services: Services,
  trx: DbTransaction,
  { endpoint, claim, reason }: Pause,
): Promise<void> {
  if (!(await pauseClaimed(trx, claim, reason))) return
  await recordEvent(trx, maintenanceActor(newRequestId()), webhookEvent('webhook.paused', endpoint, { reason }))
  const facts = { webhookId: endpoint.id, origin: new URL(endpoint.url).origin, reason }
  const noticed = roles.filter((role) => optionalKindsOf(role).includes('webhook_paused'))
  await queueMail(services, trx, { kind: 'webhook_paused', facts, to: { roles: noticed } })
}
