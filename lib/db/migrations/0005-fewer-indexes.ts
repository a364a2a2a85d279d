import { type Kysely, sql } from 'kysely'

/**
 * Every token request inserts a family and writes all its indexes. One index by key replaces two: it answers when a key
 * was last used, and the key says who owns the family.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index refresh_families_by_use on refresh_families (key_id, (coalesce(rotated_at, issued_at)))`.execute(
    db,
  )
  for (const name of ['refresh_families_by_key', 'refresh_families_by_rotation', 'refresh_families_by_owner']) {
    await db.schema.dropIndex(name).execute()
  }
}
