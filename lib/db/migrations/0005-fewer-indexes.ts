import { type Kysely, sql } from 'kysely'

/**
 * Families are made by every request for a token, and each of their indexes is written with them. One by key tells when
 * its families were used last, which took two; whose they are is told by the key.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index refresh_families_by_use on refresh_families (key_id, (coalesce(rotated_at, issued_at)))`.execute(
    db,
  )
  for (const name of ['refresh_families_by_key', 'refresh_families_by_rotation', 'refresh_families_by_owner']) {
    await db.schema.dropIndex(name).execute()
  }
}
