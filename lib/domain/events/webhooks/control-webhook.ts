import { findFirstKept, findHead } from '#lib/domain/events/journal/store.ts'
import { findLostEvents } from '#lib/domain/events/webhooks/lost-events.ts'
import { changeWebhook } from '#lib/domain/events/webhooks/manage-webhooks.ts'
import { replaySchema } from '#lib/domain/events/webhooks/schema.ts'
import { setPaused, setPosition, setResumed } from '#lib/domain/events/webhooks/store.ts'
import { type Webhook, webhookEvent } from '#lib/domain/events/webhooks/webhook.ts'
import { recordEvent } from '#lib/foundation/audit/store.ts'
import type { Actor } from '#lib/foundation/authorization/actor.ts'
import { requireManager, requireRecentConfirmation } from '#lib/foundation/authorization/permissions.ts'
import type { DbTransaction } from '#lib/foundation/db/database.ts'
import type { Services } from '#lib/foundation/services.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import { parseInput } from '#lib/kernel/parse-input.ts'

/**
 * Sends nothing more until it is resumed. Events wait.
 * @throws Refusal `forbidden`, `confirmation_required`, `not_found`
 */
export async function pauseWebhook(services: Services, actor: Actor, id: string): Promise<void> {
  requireManager(actor)
  requireRecentConfirmation(actor, services.clock.now())
  await changeWebhook(services, id, (trx, webhook) => pauseHeld(trx, actor, webhook))
}

/** Pauses a webhook that the caller, who authorizes, has locked. */
export async function pauseHeld(trx: DbTransaction, actor: Actor, webhook: Webhook): Promise<void> {
  if (!(await setPaused(trx, webhook.id, 'manual'))) return
  await recordEvent(trx, actor, webhookEvent('webhook.paused', webhook, { reason: 'manual' }))
}

/**
 * Sends the events that waited, at once. Lost ones are skipped, and the audit event names them.
 * @throws Refusal `forbidden`, `confirmation_required`, `not_found`
 */
export async function resumeWebhook(services: Services, actor: Actor, id: string): Promise<void> {
  requireManager(actor)
  requireRecentConfirmation(actor, services.clock.now())
  await changeWebhook(services, id, (trx, webhook) => resumeHeld(trx, actor, webhook))
}

/** Resumes a webhook that the caller, who authorizes, has locked. */
export async function resumeHeld(trx: DbTransaction, actor: Actor, webhook: Webhook): Promise<void> {
  const lost = await findLostEvents(trx, webhook)
  if (!(await setResumed(trx, webhook.id, lost?.to ?? webhook.position))) return
  const details = lost ? { lostFrom: lost.from, lostTo: lost.to } : {}
  await recordEvent(trx, actor, webhookEvent('webhook.resumed', webhook, details))
}

/**
 * Sends the events from this number on, again or for the first time. Those before it that were not sent are skipped. A
 * paused webhook stays paused.
 * @throws Refusal `forbidden`, `confirmation_required`, `not_found`, `input_invalid`: `from` is `malformed`, or
 *   `not_kept` unless the journal has this event or it is the next one
 */
export async function replayWebhook(
  services: Services,
  actor: Actor,
  { id, ...input }: Readonly<{ id: string; from: number | string }>,
): Promise<void> {
  requireManager(actor, 'webhooks:write')
  requireRecentConfirmation(actor, services.clock.now())
  const { from } = parseInput(replaySchema, input)
  await changeWebhook(services, id, async (trx, webhook) => {
    if (from < (await findFirstKept(trx)) || from > (await findHead(trx)).seq + 1) {
      throw new Refusal('input_invalid', { fields: { from: 'not_kept' } })
    }
    await setPosition(trx, id, from - 1)
    await recordEvent(trx, actor, webhookEvent('webhook.replayed', webhook, { fromSeq: from }))
  })
}
