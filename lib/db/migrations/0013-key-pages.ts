import { scriptMigration } from '#lib/db/migrations/run-script.ts'

/** A note on each API key, and the index of the list of keys, newest first. */
export const up = scriptMigration(`
  alter table api_keys add column note text;
  create index api_keys_by_creation on api_keys (created_at, id);
`)
