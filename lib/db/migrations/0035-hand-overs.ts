import { scriptMigration } from '#lib/db/migrations/run-script.ts'

/** One-time links whose recipient generates the next secret of a key. */
export const up = scriptMigration(`
  create table hand_overs (
    id text not null primary key, key_id text not null references api_keys (id), token_hash text not null unique,
    created_at bigint not null, created_by text not null, expires_at bigint not null,
    former_retires_after_ms bigint not null, former_families text not null,
    withdrawn_at bigint, used_at bigint, used_from text, reported_at bigint
  );
  create index hand_overs_by_key on hand_overs (key_id, created_at);
  create index hand_overs_by_expiry on hand_overs (expires_at);
`)
