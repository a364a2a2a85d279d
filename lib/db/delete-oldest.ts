import { type RawBuilder, sql } from 'kysely'
import { type Db, nowMs } from '#lib/db/database.ts'
import type { Tables } from '#lib/db/tables.ts'

/**
 * Deletes at most `limit` rows whose instant is `retentionMs` or more in the past, the oldest first. Checks the instant
 * again in the delete, because a concurrent statement may have renewed a row since it was found.
 * @param key the columns of the primary key
 */
export async function deleteOldest(
  db: Db,
  table: keyof Tables,
  {
    key,
    instant,
    retentionMs = 0,
  }: Readonly<{ key: RawBuilder<unknown>; instant: RawBuilder<unknown>; retentionMs?: number }>,
  limit: number,
): Promise<number> {
  const isOld = sql<boolean>`${instant} <= ${nowMs} - ${sql.lit(retentionMs)}`
  const oldest = sql`select ${key} from ${sql.table(table)} where ${isOld} order by ${instant} limit ${limit}`
  const [deleted] = await db.deleteFrom(table).where(isOld).where(sql<boolean>`(${key}) in (${oldest})`).execute()
  return Number(deleted?.numDeletedRows)
}
