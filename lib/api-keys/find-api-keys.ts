import type { Actor } from '#lib/actor.ts'
import type { ApiKey } from '#lib/api-keys/api-key.ts'
import { findKey, findLatestUnusedKey, listKeys, summarizeActiveKeys } from '#lib/api-keys/listing-store.ts'
import { minuteMs } from '#lib/clock.ts'
import { mayManageKey, requireManager } from '#lib/permissions.ts'
import type { Services } from '#lib/services.ts'

const recentMs = 10 * minuteMs

export type KeySummary = Readonly<{ count: number; usesInLastDay: number }>

/**
 * All keys that the actor may manage, newest first.
 * @throws Refusal `forbidden` unless the actor is a manager
 */
export async function listApiKeys({ db }: Services, actor: Actor): Promise<ApiKey[]> {
  requireManager(actor)
  const keys = await listKeys(db)
  return keys.filter((key) => mayManageKey(actor, key.owner))
}

/**
 * One key, or `undefined` if the actor may not manage it or it does not exist.
 * @throws Refusal `forbidden` unless the actor is a manager
 */
export async function findApiKey({ db }: Services, actor: Actor, keyId: string): Promise<ApiKey | undefined> {
  requireManager(actor)
  const key = await findKey(db, keyId)
  return key && mayManageKey(actor, key.owner) ? key : undefined
}

/**
 * The user's newest key of the last ten minutes that no client has used: its secret may be lost with the closed page.
 * @throws Refusal `forbidden` unless the actor is a manager
 */
export async function findUnusedNewKey({ db }: Services, actor: Actor): Promise<ApiKey | undefined> {
  requireManager(actor)
  return actor.kind === 'person' ? findLatestUnusedKey(db, actor.userId, recentMs) : undefined
}

/**
 * What deactivating this user would stop: the number of active keys and their uses within 24 hours.
 * @throws Refusal `forbidden` unless the actor is a manager
 */
export async function summarizeKeysOf({ db }: Services, actor: Actor, ownerId: string): Promise<KeySummary> {
  requireManager(actor)
  return summarizeActiveKeys(db, ownerId)
}
