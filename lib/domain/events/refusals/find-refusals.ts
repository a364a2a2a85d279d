import {
  countRecentRefusals,
  findVisibleRefusal,
  listRecentRefusals,
  listRefusalRows,
  type RefusalSelection,
} from '#lib/domain/events/refusals/store.ts'
import { findApiKey } from '#lib/domain/keys/api-keys/find-api-keys.ts'
import { listUsage } from '#lib/domain/keys/usage/store.ts'
import type { Actor } from '#lib/foundation/authorization/actor.ts'
import { managedOwners, requireManager } from '#lib/foundation/authorization/permissions.ts'
import type { KeptRefusal } from '#lib/foundation/buffers/kept-refusal.ts'
import type { Services } from '#lib/foundation/services.ts'
import { dayMs } from '#lib/kernel/clock.ts'

/** A key's name is that of today. */
export type ExplainedRefusal = KeptRefusal & Readonly<{ keyName: string | undefined }>

/**
 * A refusal of a key that the actor may manage, or of no key that exists; `undefined` for any other, for an unknown
 * request ID, and once the refusal is no longer kept.
 * @throws Refusal `forbidden`
 */
export async function findRefusal(
  { db }: Services,
  actor: Actor,
  requestId: string,
): Promise<ExplainedRefusal | undefined> {
  requireManager(actor, 'events:read')
  return findVisibleRefusal(db, managedOwners(actor, 'events:read'), requestId)
}

/** The newest refusals of the last 24 hours that the actor may see. @throws Refusal `forbidden` */
export async function listRefusals(
  services: Services,
  actor: Actor,
  limit: number,
): Promise<readonly ExplainedRefusal[]> {
  const since = services.clock.now() - dayMs
  return (await searchRefusals(services, actor, { since, limit })).refusals
}

/**
 * The newest of all refusals that match and that the actor may see, and whether there are more. @throws Refusal
 * `forbidden`
 */
export async function searchRefusals(
  { db }: Services,
  actor: Actor,
  { limit, ...selection }: RefusalSelection,
): Promise<Readonly<{ refusals: readonly ExplainedRefusal[]; more: boolean }>> {
  requireManager(actor, 'events:read')
  const found = await listRecentRefusals(db, managedOwners(actor, 'events:read'), { ...selection, limit: limit + 1 })
  return { refusals: found.slice(0, limit), more: found.length > limit }
}

/** The number of all of them. @throws Refusal `forbidden` */
export async function countRefusals({ db, clock }: Services, actor: Actor): Promise<number> {
  requireManager(actor)
  return countRecentRefusals(db, managedOwners(actor), clock.now() - dayMs)
}

/** Refusals of the last 24 hours that were only counted. @throws Refusal `forbidden` */
export async function countRefusalsNotKept({ db, clock }: Services, actor: Actor): Promise<number> {
  requireManager(actor)
  const counts = await listUsage(db, clock.now() - dayMs)
  return counts.filter(({ name }) => name === 'refusal-not-kept').reduce((sum, { count }) => sum + count, 0)
}

export type RefusalsQuery = Readonly<{
  keyId: string
  /** In Unix milliseconds. */
  since: number
  /** Only those of this secret. */
  secretId?: string
  limit: number
}>

/** The refusals of a key, the newest first; none if the actor may not manage the key. @throws Refusal `forbidden` */
export async function listRefusalsOfKey(
  services: Services,
  actor: Actor,
  { keyId, since, secretId, limit }: RefusalsQuery,
): Promise<readonly KeptRefusal[]> {
  requireManager(actor)
  if (!(await findApiKey(services, actor, keyId))) return []
  return listRefusalRows(services.db, { keyId, since, secretId, limit })
}
