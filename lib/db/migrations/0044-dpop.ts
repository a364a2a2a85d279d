import { scriptMigration } from '#lib/db/migrations/run-script.ts'

/** The keys that tokens are bound to, which API keys require them, and the proofs that were presented (RFC 9449). */
export const up = scriptMigration(`
  alter table api_keys add column dpop_since bigint;
  alter table refresh_families add column dpop_jkt text;
  create table used_proofs (id text not null primary key, expires_at bigint not null);
  create index used_proofs_by_expiry on used_proofs (expires_at);
`)
