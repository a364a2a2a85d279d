import { scriptMigration } from '#lib/db/migrations/run-script.ts'

/** Language and time zone that a user chose for every browser; null for those of the browser. */
export const up = scriptMigration(`
  alter table users add column language text;
  alter table users add column time_zone text;
`)
