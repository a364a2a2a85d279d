import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import { requestShape } from '#lib/domain/events/refusals/schema.ts'
import { hasVisibleOwner } from '#lib/domain/keys/api-keys/listing-store.ts'
import type { KeyOwners } from '#lib/foundation/authorization/permissions.ts'
import {
  explainedEndpoints,
  type KeptRefusal,
  knownFields,
  maxKeptRefusals,
  retentionMs,
} from '#lib/foundation/buffers/kept-refusal.ts'
import { isAfterPlace } from '#lib/foundation/db/after-place.ts'
import { countRows } from '#lib/foundation/db/count-rows.ts'
import type { Db } from '#lib/foundation/db/database.ts'
import { deleteFound, deleteOldest } from '#lib/foundation/db/delete-oldest.ts'
import type { Tables } from '#lib/foundation/db/tables.ts'
import type { NewestPlace } from '#lib/kernel/newest-first.ts'
import { type RefusalReason, refusalReasons } from '#lib/kernel/refusal-reasons.ts'

/** So many refusals of a key and a network are kept before the first of a network without a known key. */
const placesOfKey = 20

/** Writes refusals in one statement. The ID of a key that does not exist is left out: it is a value of the request. */
export async function insertRefusals(db: Db, refusals: readonly KeptRefusal[]): Promise<void> {
  const named = [...new Set(refusals.map(({ keyId }) => keyId).filter((keyId) => keyId !== null))]
  const keys = await findKeys(db, named)
  await db
    .insertInto('refusals')
    .values(refusals.map((refusal) => toRow(refusal, keys.get(refusal.keyId))))
    .onConflict((conflict) => conflict.column('request_id').doNothing())
    .execute()
}

type Key = Readonly<{ id: string; expires_at: number | null }>

async function findKeys(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string | null, Key>> {
  if (ids.length === 0) return new Map()
  const keys = await db.selectFrom('api_keys').select(['id', 'expires_at']).where('id', 'in', ids).execute()
  return new Map(keys.map((key) => [key.id, key]))
}

function toRow({ requestId, keyId: _, secretId, shape, facts, ...refusal }: KeptRefusal, key: Key | undefined) {
  const expiry = refusal.reason === 'key_expired' && key?.expires_at ? { expiredAt: key.expires_at } : {}
  return {
    ...refusal,
    request_id: requestId,
    key_id: key?.id ?? null,
    secret_id: key ? secretId : null,
    shape: JSON.stringify(shape),
    facts: JSON.stringify({ ...facts, ...expiry }),
  }
}

export async function findRefusalRow(db: Db, requestId: string): Promise<KeptRefusal | undefined> {
  const row = await db.selectFrom('refusals').selectAll().where('request_id', '=', requestId).executeTakeFirst()
  return row && toRefusal(row)
}

export type KeyRefusalsQuery = Readonly<{ keyId: string; since: number; secretId: string | undefined; limit: number }>

/** The refusals of a key since an instant, the newest first. */
export async function listRefusalRows(db: Db, { keyId, since, secretId, limit }: KeyRefusalsQuery) {
  const rows = await db
    .selectFrom('refusals')
    .selectAll()
    .where('key_id', '=', keyId)
    .where('at', '>=', since)
    .$if(secretId !== undefined, (query) => query.where('secret_id', '=', secretId ?? ''))
    .orderBy('at', 'desc')
    .orderBy('request_id')
    .limit(limit)
    .execute()
  return rows.map(toRefusal)
}

/** What to list: refusals from `since` until before `until`, in Unix milliseconds. */
export type RefusalSelection = Readonly<{
  since?: number | undefined
  until?: number | undefined
  keyId?: string | undefined
  reason?: string | undefined
  /** The refusals after this one. */
  after?: NewestPlace | undefined
  limit: number
}>

/** The newest refusals of visible keys and of no key, with the key's name. */
export async function listRecentRefusals(db: Db, visible: KeyOwners, selection: RefusalSelection) {
  const { since = 0, until, keyId, reason, after, limit } = selection
  let found = namedRefusals(db, visible, since)
  if (until !== undefined) found = found.where('r.at', '<', until)
  if (keyId !== undefined) found = found.where('r.key_id', '=', keyId)
  if (reason !== undefined) found = found.where('r.reason', '=', reason)
  if (after) found = found.where(isAfterPlace('r.at', 'r.request_id', after))
  const rows = await found.orderBy('r.at', 'desc').orderBy('r.request_id').limit(limit).execute()
  return rows.map(toNamedRefusal)
}

/** The refusal, with the key's name, if it is of a visible key or of no key. */
export async function findVisibleRefusal(db: Db, visible: KeyOwners, requestId: string) {
  const row = await namedRefusals(db, visible, 0).where('r.request_id', '=', requestId).executeTakeFirst()
  return row && toNamedRefusal(row)
}

/** The number of refusals since an instant, of visible keys and of no key. */
export function countRecentRefusals(db: Db, visible: KeyOwners, since: number): Promise<number> {
  return countRows(recentRefusals(db, visible, since))
}

function namedRefusals(db: Db, visible: KeyOwners, since: number) {
  return recentRefusals(db, visible, since).selectAll('r').select('k.name as keyName')
}

function recentRefusals(db: Db, visible: KeyOwners, since: number) {
  return db
    .selectFrom('refusals as r')
    .leftJoin('api_keys as k', 'k.id', 'r.key_id')
    .leftJoin('users as owner', 'owner.id', 'k.owner_id')
    .where('r.at', '>=', since)
    .where(({ or, eb }) => or([eb('r.key_id', 'is', null), hasVisibleOwner(visible)]))
}

/**
 * In turn by network and key, the newest of each first: a flood evicts its own refusals, not those of others. Keys that
 * exist come before networks without one, for a flood may come from many networks.
 */
const inTurn = sql`row_number() over (partition by network, key_id order by at desc, request_id)
  * case when key_id is null then ${sql.lit(placesOfKey)} else 1 end`

/** Deletes refusals older than {@link retentionMs}, and those beyond {@link maxKeptRefusals}. @returns how many */
export async function deleteOldRefusals(db: Db, limit: number): Promise<number> {
  const old = await deleteOldest(db, 'refusals', { instant: sql`at`, retentionMs, limit })
  if (old >= limit) return old
  const search = sql`order by ${inTurn}, at desc, request_id limit ${limit - old} offset ${sql.lit(maxKeptRefusals)}`
  return old + (await deleteFound(db, 'refusals', { search }))
}

const factsSchema = z.object({
  accountId: z.string().optional(),
  origin: z.string().optional(),
  field: z.string().optional(),
  scope: z.string().optional(),
  expiredAt: z.number().optional(),
})

const rowSchema = z.object({
  endpoint: z.enum(explainedEndpoints),
  reason: z.custom<RefusalReason>((text) => typeof text === 'string' && Object.hasOwn(refusalReasons, text)),
  shape: requestShape.extend({ fields: z.array(z.enum(knownFields)) }),
  facts: factsSchema,
})

function toRefusal(row: Selectable<Tables['refusals']>): KeptRefusal {
  const { request_id: requestId, key_id: keyId, secret_id: secretId, at, status, error, description, network } = row
  const parsed = rowSchema.parse({ ...row, shape: JSON.parse(row.shape), facts: JSON.parse(row.facts) })
  return { requestId, at, status, error, description, network, keyId, secretId, ...parsed }
}

function toNamedRefusal({ keyName, ...row }: Selectable<Tables['refusals']> & Readonly<{ keyName: string | null }>) {
  return { ...toRefusal(row), keyName: keyName ?? undefined }
}
