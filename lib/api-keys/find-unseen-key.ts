import type { Actor } from '#lib/actor.ts'
import type { ApiKey } from '#lib/api-keys/api-key.ts'
import { findLatestUnusedKey } from '#lib/api-keys/listing-store.ts'
import { minuteMs } from '#lib/clock.ts'
import { requireManager } from '#lib/permissions.ts'
import type { Services } from '#lib/services.ts'

const recentMs = 10 * minuteMs

/**
 * The key that this person generated in the last ten minutes and that was not used since: its secret may have been
 * lost with the page that showed it.
 * @throws Refusal `forbidden` unless the actor is a manager
 */
export async function findUnseenKey({ db }: Services, actor: Actor): Promise<ApiKey | undefined> {
  requireManager(actor)
  return actor.kind === 'person' ? findLatestUnusedKey(db, actor.userId, recentMs) : undefined
}
