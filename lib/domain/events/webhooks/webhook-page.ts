import { countWaiting, listDeliveries } from '#lib/domain/events/webhooks/deliveries-store.ts'
import { findLostEvents, type LostEvents } from '#lib/domain/events/webhooks/lost-events.ts'
import { getWebhook } from '#lib/domain/events/webhooks/manage-webhooks.ts'
import { type Delivery, maxWaiting, type Webhook } from '#lib/domain/events/webhooks/webhook.ts'
import type { Actor } from '#lib/foundation/authorization/actor.ts'
import { requireManager } from '#lib/foundation/authorization/permissions.ts'
import type { Services } from '#lib/foundation/services.ts'

const maxDeliveries = 20

/** `waiting`: events to be sent, up to {@link maxWaiting}. `deliveries`: the last attempts, newest first. */
export type WebhookPage = Readonly<{
  webhook: Webhook
  waiting: number
  lost: LostEvents | undefined
  deliveries: readonly Delivery[]
}>

/** What the page of a webhook shows. @throws Refusal `forbidden`, `not_found` */
export async function readWebhookPage(services: Services, actor: Actor, id: string): Promise<WebhookPage> {
  requireManager(actor, 'webhooks:read')
  const { db } = services
  const webhook = await getWebhook(services, actor, id)
  const [waiting, lost, deliveries] = await Promise.all([
    countWaiting(db, webhook, maxWaiting),
    findLostEvents(db, webhook),
    listDeliveries(db, id, maxDeliveries),
  ])
  return { webhook, waiting, lost, deliveries }
}
