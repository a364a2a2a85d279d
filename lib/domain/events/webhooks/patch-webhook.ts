import { pauseHeld, resumeHeld } from '#lib/domain/events/webhooks/control-webhook.ts'
import { changeTarget, changeWebhook, parseTarget, readWebhook } from '#lib/domain/events/webhooks/manage-webhooks.ts'
import type { WebhookInput } from '#lib/domain/events/webhooks/schema.ts'
import type { Webhook } from '#lib/domain/events/webhooks/webhook.ts'
import type { Actor } from '#lib/foundation/authorization/actor.ts'
import { requireManager, requireRecentConfirmation } from '#lib/foundation/authorization/permissions.ts'
import type { Services } from '#lib/foundation/services.ts'

/** The wanted webhook. Omitted fields stay. */
export type WantedWebhook = Readonly<{ target?: WebhookInput; paused?: boolean }>

type WebhookPatch = Readonly<{
  id: string
  change: (current: Webhook) => WantedWebhook
  /** Throws unless the webhook may be changed as it is now. Called while it is locked. */
  precondition: (current: Webhook) => void
}>

/**
 * Changes a webhook's target and state from what they are, in one transaction.
 * @throws Refusal as `updateWebhook`, `pauseWebhook` and `resumeWebhook`, and what `change` and the precondition throw
 */
export async function patchWebhook(
  services: Services,
  actor: Actor,
  { id, change, precondition }: WebhookPatch,
): Promise<Webhook> {
  requireManager(actor, 'webhooks:write')
  requireRecentConfirmation(actor, services.clock.now())
  return changeWebhook(services, id, async (trx, current) => {
    precondition(current)
    const { target, paused } = change(current)
    if (target) await changeTarget(trx, actor, { former: current, target: parseTarget(services, target) })
    // The audit event of a pause names the new origin.
    const webhook = target ? await readWebhook(trx, id) : current
    if (paused === true) await pauseHeld(trx, actor, webhook)
    if (paused === false) await resumeHeld(trx, actor, webhook)
    return readWebhook(trx, id)
  })
}
