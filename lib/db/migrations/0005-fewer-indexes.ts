import { scriptMigration } from '#lib/db/migrations/run-script.ts'

/** Every token request writes all indexes of its family: one by key replaces two, and the key says who owns it. */
export const up = scriptMigration(`
  create index refresh_families_by_use on refresh_families (key_id, (coalesce(rotated_at, issued_at)));
  drop index refresh_families_by_key;
  drop index refresh_families_by_rotation;
  drop index refresh_families_by_owner;
`)
