import { type SelectQueryBuilder, sql } from 'kysely'
import { countRows } from '#lib/foundation/db/count-rows.ts'
import { type Db, nowMs } from '#lib/foundation/db/database.ts'
import type { Tables } from '#lib/foundation/db/tables.ts'

/** A family that can still be refreshed, or whose access tokens are valid. */
export type LiveFamily = Readonly<{
  id: string
  issuedAt: number
  /** The IP address that it was issued to. */
  issuedFrom: string
  /** When it was issued or last rotated. */
  lastUsedAt: number
}>

/** Counts up to `limit`. */
export async function countLiveFamiliesOfSecret(db: Db, secretId: string, limit: number): Promise<number> {
  return countRows(db.selectFrom(liveFamilies(db, secretId).select('id').limit(limit).as('counted')))
}

/** The most recently used first. */
export async function listLiveFamiliesOfSecret(db: Db, secretId: string, limit: number): Promise<LiveFamily[]> {
  return liveFamilies(db, secretId)
    .select(['id', 'issued_at as issuedAt', 'issued_from as issuedFrom', lastUse.as('lastUsedAt')])
    .orderBy(lastUse, 'desc')
    .limit(limit)
    .execute()
}

/** An IP address that tokens were issued to: when first and last, among `families` that were read. */
export type IssueAddress = Readonly<{ address: string; firstAt: number; lastAt: number; families: number }>

/** The IP addresses of the secret's most recently used families, at most `limit`. */
export function listAddressesOfSecret(db: Db, secretId: string, limit: number): Promise<IssueAddress[]> {
  const families = db.selectFrom('refresh_families').where('secret_id', '=', secretId).orderBy(lastUse, 'desc')
  return byAddress(db, families.limit(limit))
}

/** The IP addresses of families of the key, at most `limit` of them in no order. */
export function listAddressesOfKey(db: Db, keyId: string, limit: number): Promise<IssueAddress[]> {
  const secrets = db.selectFrom('key_secrets').select('id').where('key_id', '=', keyId)
  return byAddress(db, db.selectFrom('refresh_families').where('secret_id', 'in', secrets).limit(limit))
}

function byAddress(db: Db, families: SelectQueryBuilder<Tables, 'refresh_families', object>): Promise<IssueAddress[]> {
  return db
    .selectFrom(families.select(['issued_from', 'issued_at']).as('read'))
    .select(({ fn, ref }) => ['issued_from as address', fn.min(ref('issued_at')).as('firstAt')])
    .select(({ fn, ref }) => [fn.max(ref('issued_at')).as('lastAt'), fn.countAll<number>().as('families')])
    .groupBy('issued_from')
    .execute()
}

/** Whether the secret opened a family at this instant or later. */
export async function hasFamilyIssuedSince(db: Db, secretId: string, since: number): Promise<boolean> {
  const families = db.selectFrom('refresh_families').select('id').where('secret_id', '=', secretId)
  // The rotation is never before the issue: the first condition can use the index.
  const row = await families.where(lastUse, '>=', since).where('issued_at', '>=', since).limit(1).executeTakeFirst()
  return row !== undefined
}

/** The expression of the index. */
const lastUse = sql<number>`coalesce(rotated_at, issued_at)`

function liveFamilies(db: Db, secretId: string) {
  return db
    .selectFrom('refresh_families')
    .where('secret_id', '=', secretId)
    .where('revoked_at', 'is', null)
    .where('idle_expires_at', '>', nowMs)
    .where('expires_at', '>', nowMs)
}
