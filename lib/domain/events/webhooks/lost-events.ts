import { findFirstKept } from '#lib/domain/events/journal/store.ts'
import type { Webhook } from '#lib/domain/events/webhooks/webhook.ts'
import type { Db } from '#lib/foundation/db/database.ts'

/** Events that were deleted before they were sent, by the numbers of the first and the last one. */
export type LostEvents = Readonly<{ from: number; to: number }>

/** What retention deleted of the events that this webhook was not sent. It may not have wanted all of them. */
export async function findLostEvents(db: Db, webhook: Pick<Webhook, 'position'>): Promise<LostEvents | undefined> {
  return toLostEvents(webhook, await findFirstKept(db))
}

/** @param firstKept the number of the oldest event that is kept */
export function toLostEvents({ position }: Pick<Webhook, 'position'>, firstKept: number): LostEvents | undefined {
  return position + 1 < firstKept ? { from: position + 1, to: firstKept - 1 } : undefined
}
