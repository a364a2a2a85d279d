import { scriptMigration } from '#lib/db/migrations/run-script.ts'

/**
 * The secrets of API keys in rows of their own, so that a key can have two while it is rotated. Each key's secret moves
 * there under an ID derived from the key's, and every family names the secret that opened it. An index by secret and use
 * replaces the index by key and use, so a new family writes no additional index.
 */
export const up = scriptMigration(`
  create table key_secrets (
    id text not null primary key, key_id text not null references api_keys (id),
    secret_hash text not null, master_id text not null, created_at bigint not null, created_by text not null,
    current_since bigint, lapses_at bigint, former_retires_after_ms bigint, former_families text,
    retiring_since bigint, retires_at bigint, families text, retired_at bigint,
    refused_from bigint, refused_until bigint, last_used_at bigint
  );
  insert into key_secrets (id, key_id, secret_hash, master_id, created_at, created_by, current_since, last_used_at)
    select 'ksec_' || substr(id, 6), id, secret_hash, master_id, created_at, created_by, created_at, last_used_at
    from api_keys;
  create unique index key_secrets_by_key on key_secrets (key_id, secret_hash);
  create index key_secrets_by_retirement on key_secrets (retires_at) where retired_at is null;
  create index key_secrets_by_end
    on key_secrets ((case when current_since is null then coalesce(retired_at, lapses_at) else retired_at end));
  alter table refresh_families add column secret_id text;
  update refresh_families set secret_id = 'ksec_' || substr(key_id, 6);
  create index refresh_families_by_secret on refresh_families (secret_id, (coalesce(rotated_at, issued_at)));
  drop index refresh_families_by_use;
  alter table api_keys drop column secret_hash;
  alter table api_keys drop column master_id;
  alter table api_keys add column rotatable_since bigint;
`)
