import type { ApiKey, ApiKeyOwner } from '#lib/domain/keys/api-keys/api-key.ts'
import type { KeyFilter } from '#lib/domain/keys/api-keys/key-filter.ts'
import {
  countKeys,
  findKey,
  findKeyCreator,
  findLatestUnusedKey,
  type KeySelection,
  listActiveKeys,
  listKeyHolders,
  listKeys,
  listKeysAfter,
} from '#lib/domain/keys/api-keys/listing-store.ts'
import {
  type Distinct,
  distinctName,
  listNamesakes,
  withDistinctNames,
} from '#lib/domain/people/users/namesakes-store.ts'
import type { Actor } from '#lib/foundation/authorization/actor.ts'
import {
  managedOwners,
  mayManageKey,
  requireKeyManager,
  requireManager,
} from '#lib/foundation/authorization/permissions.ts'
import type { Db } from '#lib/foundation/db/database.ts'
import type { Services } from '#lib/foundation/services.ts'
import { minuteMs } from '#lib/kernel/clock.ts'
import { findPage, type NumberedPage } from '#lib/kernel/page-number.ts'

const recentMs = 10 * minuteMs

/** All keys that the actor may manage, newest first. @throws Refusal `forbidden` */
export async function listApiKeys({ db }: Services, actor: Actor): Promise<ApiKey[]> {
  requireManager(actor)
  return listKeys(db, managedOwners(actor))
}

/** One key; `undefined` if the actor may not manage it. @throws Refusal `forbidden` */
export async function findApiKey({ db }: Services, actor: Actor, keyId: string): Promise<ApiKey | undefined> {
  requireManager(actor, 'keys:read')
  const key = await findKey(db, keyId)
  return key && mayManageKey(actor, key.owner, 'keys:read') ? key : undefined
}

/**
 * The owner of a key, and the user who generated it, as lists name them. No creator if it was generated via CLI.
 * @throws Refusal `forbidden`
 */
export async function nameKeyUsers(
  { db }: Services,
  actor: Actor,
  { id, owner }: Pick<ApiKey, 'id' | 'owner'>,
): Promise<Readonly<{ owner: string; creator: string | undefined }>> {
  requireKeyManager(actor, owner, 'keys:read')
  const creator = await findKeyCreator(db, id)
  const [ownerNamed, creatorNamed] = await withDistinctNames(db, creator ? [owner, creator] : [owner])
  return { owner: ownerNamed?.distinctName ?? owner.name, creator: creatorNamed?.distinctName }
}

/** The user's newest unused key of the last ten minutes: its secret may be lost. @throws Refusal `forbidden` */
export async function findUnusedNewKey({ db }: Services, actor: Actor): Promise<ApiKey | undefined> {
  requireManager(actor)
  return actor.kind === 'person' ? findLatestUnusedKey(db, actor.userId, recentMs) : undefined
}

/** The active keys of a user. @throws Refusal `forbidden` */
export async function listActiveKeysOf({ db }: Services, actor: Actor, ownerId: string): Promise<ApiKey[]> {
  requireManager(actor)
  return listActiveKeys(db, ownerId)
}

/** The next keys by ID that the actor may manage, and whether there are more. @throws Refusal `forbidden` */
export async function listApiKeysById(
  { db }: Services,
  actor: Actor,
  { limit, ...found }: KeySelection,
): Promise<Readonly<{ keys: readonly ApiKey[]; more: boolean }>> {
  requireManager(actor, 'keys:read')
  const keys = await listKeysAfter(db, managedOwners(actor, 'keys:read'), { ...found, limit: limit + 1 })
  return { keys: keys.slice(0, limit), more: keys.length > limit }
}

const keysPerPage = 20
/** The filter lists at most this many owners; the search finds the keys of any other owner. */
const maxOwners = 100
/** Counts stop here, so that a list's cost has a bound; a search finds keys beyond its last page. */
const maxCounted = 10_000

/** A key whose owner is named as lists name users. */
export type ListedKey = ApiKey & Readonly<{ owner: Distinct<ApiKeyOwner> }>

export async function withDistinctOwners(db: Db, keys: readonly ApiKey[]): Promise<readonly ListedKey[]> {
  const usernames = await listNamesakes(
    db,
    keys.map(({ owner }) => owner.id),
  )
  return keys.map((key) => ({ ...key, owner: { ...key.owner, distinctName: distinctName(key.owner, usernames) } }))
}

export type KeyPage = NumberedPage &
  Readonly<{
    keys: readonly ListedKey[]
    /** Keys without a filter, at most {@link maxCounted}. */
    all: number
    /** More keys match than `total`. */
    hasMore: boolean
    owners: readonly Distinct<Readonly<{ id: string; name: string }>>[]
  }>

/** A page of the keys that the actor may manage. @throws Refusal `forbidden` */
export async function searchApiKeys(
  { db }: Services,
  actor: Actor,
  { page, ...filter }: KeyFilter & Readonly<{ page: number }>,
): Promise<KeyPage> {
  requireManager(actor)
  const visible = managedOwners(actor)
  const [found, all, owners] = await Promise.all([
    countKeys(db, visible, { limit: maxCounted + 1, filter }),
    countKeys(db, visible, { limit: maxCounted }),
    listKeyHolders(db, visible, maxOwners),
  ])
  const { place, rows } = findPage(page, Math.min(found, maxCounted), keysPerPage)
  const [keys, distinctOwners] = await Promise.all([
    withDistinctOwners(db, await listKeys(db, visible, { ...filter, ...rows })),
    withDistinctNames(db, owners),
  ])
  return { ...place, all, keys, owners: distinctOwners, hasMore: found > maxCounted }
}

/** The first keys that expire or are unused, and how many there are. @throws Refusal `forbidden` */
export async function findKeysToAttend(
  { db }: Services,
  actor: Actor,
  { age, limit }: Readonly<{ age: 'expiring' | 'unused'; limit: number }>,
): Promise<Readonly<{ keys: readonly ApiKey[]; total: number }>> {
  requireManager(actor)
  const visible = managedOwners(actor)
  const sort = age === 'expiring' ? 'expires' : 'last-used'
  const filter = { search: '', state: 'current', age, ownerId: '', sort } as const
  const [keys, total] = await Promise.all([
    listKeys(db, visible, { ...filter, offset: 0, limit }),
    countKeys(db, visible, { limit: maxCounted, filter }),
  ])
  return { keys, total }
}
