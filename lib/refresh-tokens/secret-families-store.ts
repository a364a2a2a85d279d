import { sql } from 'kysely'
import { countRows } from '#lib/db/count-rows.ts'
import { type Db, nowMs } from '#lib/db/database.ts'

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
