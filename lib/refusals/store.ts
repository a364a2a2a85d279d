import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#lib/db/database.ts'
import { deleteOldest } from '#lib/db/delete-oldest.ts'
import type { Tables } from '#lib/db/tables.ts'
import {
  contentTypes,
  explainedEndpoints,
  type KeptRefusal,
  knownFields,
  maxKeptRefusals,
  retentionMs,
} from '#lib/kept-refusal.ts'
import { type RefusalReason, refusalReasons } from '#lib/refusal-reasons.ts'

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

/** Deletes refusals older than {@link retentionMs}, and the oldest beyond {@link maxKeptRefusals}. @returns how many */
export async function deleteOldRefusals(db: Db, limit: number): Promise<number> {
  const old = await deleteOldest(db, 'refusals', { key: sql`request_id`, instant: sql`at`, retentionMs }, limit)
  if (old >= limit) return old
  const excess = sql<string>`select request_id from refusals order by at desc, request_id limit ${limit - old} offset ${sql.lit(maxKeptRefusals)}`
  const [deleted] = await db.deleteFrom('refusals').where('request_id', 'in', sql<string>`(${excess})`).execute()
  return old + Number(deleted?.numDeletedRows)
}

const shapeSchema = z.object({
  method: z.enum(['GET', 'POST', 'other']),
  contentType: z.enum(contentTypes),
  bodyLength: z.number().nullable(),
  fields: z.array(z.enum(knownFields)),
  unknownFields: z.number(),
})

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
  shape: shapeSchema,
  facts: factsSchema,
})

function toRefusal(row: Selectable<Tables['refusals']>): KeptRefusal {
  const { request_id: requestId, key_id: keyId, secret_id: secretId, at, status, error, description, network } = row
  const parsed = rowSchema.parse({ ...row, shape: JSON.parse(row.shape), facts: JSON.parse(row.facts) })
  return { requestId, at, status, error, description, network, keyId, secretId, ...parsed }
}
