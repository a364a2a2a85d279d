import { type RawBuilder, sql } from 'kysely'
import { type Db, nowMs } from '#lib/foundation/db/database.ts'
import { engineOf } from '#lib/foundation/db/engine.ts'
import type { Tables } from '#lib/foundation/db/tables.ts'

/**
 * Deletes at most `limit` rows whose instant is `retentionMs` or more in the past, the oldest first. Checks the instant
 * again in the delete, because a concurrent statement may have renewed a row since it was found.
 * @returns how many
 */
export async function deleteOldest(
  db: Db,
  table: keyof Tables,
  { instant, retentionMs = 0, limit }: Readonly<{ instant: RawBuilder<unknown>; retentionMs?: number; limit: number }>,
): Promise<number> {
  const isOld = sql<boolean>`${instant} <= ${nowMs} - ${sql.lit(retentionMs)}`
  return deleteFound(db, table, { search: sql`where ${isOld} order by ${instant} limit ${limit}`, condition: isOld })
}

/**
 * Deletes the rows of a search. It runs once: by the rows' keys, PostgreSQL would repeat it for every row while its
 * statistics say that the table is empty.
 * @param search what follows `select … from` the table
 * @param condition which a row must still meet when it is deleted
 * @returns how many
 */
export async function deleteFound(
  db: Db,
  table: keyof Tables,
  { search, condition }: Readonly<{ search: RawBuilder<unknown>; condition?: RawBuilder<boolean> | undefined }>,
): Promise<number> {
  const isPostgres = engineOf(db) === 'postgres'
  // Where a row is, until it is updated.
  const place = sql.ref(isPostgres ? 'ctid' : 'rowid')
  const found = sql`select ${place} from ${sql.table(table)} ${search}`
  const isFound = isPostgres ? sql<boolean>`${place} = any(array(${found}))` : sql<boolean>`${place} in (${found})`
  const deletion = db.deleteFrom(table).where(isFound)
  const [deleted] = await (condition ? deletion.where(condition) : deletion).execute()
  return Number(deleted?.numDeletedRows)
}
