import type { Kysely } from 'kysely'
import { runScript } from '#lib/db/migrations/run-script.ts'

/**
 * Every token request inserts a family and writes all its indexes. One index by key replaces two: it answers when a key
 * was last used, and the key says who owns the family.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runScript(db, script)
}

const script = `
  create index refresh_families_by_use on refresh_families (key_id, (coalesce(rotated_at, issued_at)));
  drop index refresh_families_by_key;
  drop index refresh_families_by_rotation;
  drop index refresh_families_by_owner;
`
