import { scriptMigration } from '#lib/db/migrations/run-script.ts'

/** Which notice of each API key's expiry was given last, and the index that finds the keys that are due. */
export const up = scriptMigration(`
  alter table api_keys add column expiry_noticed_days bigint;
  create index api_keys_by_expiry on api_keys (expires_at) where revoked_at is null and expires_at is not null;
`)
