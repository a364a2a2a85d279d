import type { Actor } from '#lib/actor.ts'
import { summarizeActiveKeys } from '#lib/api-keys/listing-store.ts'
import { requireManager } from '#lib/permissions.ts'
import type { Services } from '#lib/services.ts'

export type KeySummary = Readonly<{ count: number; usesInLastDay: number }>

/**
 * The active keys of one user, and how much they are used: what deactivating the user would stop.
 * @throws Refusal `forbidden` unless the actor is a manager
 */
export async function summarizeKeysOf({ db }: Services, actor: Actor, ownerId: string): Promise<KeySummary> {
  requireManager(actor)
  return summarizeActiveKeys(db, ownerId)
}
