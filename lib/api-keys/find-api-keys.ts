import type { Actor } from '#lib/actor.ts'
import type { ApiKey } from '#lib/api-keys/api-key.ts'
import type { KeyFilter } from '#lib/api-keys/key-filter.ts'
import { findKey, findLatestUnusedKey, listKeys, summarizeActiveKeys } from '#lib/api-keys/listing-store.ts'
import { countKeys, findKeyPage, listKeyHolders, type VisibleKeys } from '#lib/api-keys/search-store.ts'
import { minuteMs } from '#lib/clock.ts'
import { mayManageKey, mayManageRole, requireManager } from '#lib/permissions.ts'
import { roles } from '#lib/roles.ts'
import type { Services } from '#lib/services.ts'

const recentMs = 10 * minuteMs

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
export async function summarizeKeysOf({ db }: Services, actor: Actor, ownerId: string) {
  requireManager(actor)
  return summarizeActiveKeys(db, ownerId)
}

const keysPerPage = 50
/** The filter lists at most this many owners; the search finds the keys of any other owner. */
const maxOwners = 100

export type KeyPage = Readonly<{
  keys: readonly ApiKey[]
  /** The number of matching keys on all pages. */
  total: number
  /** The number of keys without a filter. */
  all: number
  /** From 1 to {@link KeyPage.pages}; a page after the last one becomes the last one. */
  page: number
  pages: number
  owners: readonly Readonly<{ id: string; name: string }>[]
}>

/**
 * A page of the keys that the actor may manage.
 * @throws Refusal `forbidden` unless the actor is a manager
 */
export async function searchApiKeys(
  { db }: Services,
  actor: Actor,
  { page: requested, ...filter }: KeyFilter & Readonly<{ page: number }>,
): Promise<KeyPage> {
  requireManager(actor)
  const visible = visibleTo(actor)
  const [total, all, owners] = await Promise.all([
    countKeys(db, visible, filter),
    countKeys(db, visible),
    listKeyHolders(db, visible, maxOwners),
  ])
  const pages = Math.max(1, Math.ceil(total / keysPerPage))
  const page = Math.min(Math.max(1, Math.trunc(requested) || 1), pages)
  const keys = await findKeyPage(db, visible, { ...filter, offset: (page - 1) * keysPerPage, limit: keysPerPage })
  return { keys, total, all, page, pages, owners }
}

/** `mayManageKey` for lists. */
function visibleTo(actor: Actor): VisibleKeys {
  if (actor.kind !== 'person') return { roles, ownId: '' }
  return { roles: roles.filter((role) => mayManageRole(actor.role, role)), ownId: actor.userId }
}
