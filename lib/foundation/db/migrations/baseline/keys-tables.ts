/** API keys, their secrets, tokens and links, and the sessions that links open. */
export const keyTables = `
  create table api_keys (
    id text primary key, name text not null, owner_id text not null references users (id), created_by text not null,
    created_at bigint not null, expires_at bigint, disabled_at bigint, revoked_at bigint, last_used_at bigint,
    last_used_from text, scopes text default 'sso' not null, account_ids text, networks text, note text,
    rotatable_since bigint, expiry_noticed_days bigint, return_addresses text, limit_mode text,
    calls_per_minute bigint, calls_per_day bigint, dpop_since bigint, search_text text
  );
  create index api_keys_by_owner on api_keys (owner_id);
  create index api_keys_by_creation on api_keys (created_at, id);
  create index api_keys_by_expiry on api_keys (expires_at) where revoked_at is null and expires_at is not null;
  create table key_secrets (
    id text not null primary key, key_id text not null references api_keys (id), secret_hash text not null,
    master_id text not null, created_at bigint not null, created_by text not null, current_since bigint,
    lapses_at bigint, former_retires_after_ms bigint, former_families text, retiring_since bigint, retires_at bigint,
    families text, retired_at bigint, refused_from bigint, refused_until bigint, last_used_at bigint,
    shown_to text not null default 'creator', public_jwk text
  );
  create unique index key_secrets_by_key on key_secrets (key_id, secret_hash);
  create index key_secrets_by_retirement on key_secrets (retires_at) where retired_at is null;
  create index key_secrets_by_end
    on key_secrets ((case when current_since is null then coalesce(retired_at, lapses_at) else retired_at end));
  -- The leak desk finds a secret by its hash alone.
  create index key_secrets_by_hash on key_secrets (secret_hash);
  create index key_secrets_by_creator on key_secrets (created_by, created_at);
  create table hand_overs (
    id text not null primary key, key_id text not null references api_keys (id), token_hash text not null unique,
    created_at bigint not null, created_by text not null, expires_at bigint not null,
    former_retires_after_ms bigint not null, former_families text not null, withdrawn_at bigint, used_at bigint,
    used_from text, reported_at bigint
  );
  create index hand_overs_by_key on hand_overs (key_id, created_at);
  create index hand_overs_by_expiry on hand_overs (expires_at);
  create table key_usage (
    key_id text not null, period text not null, since bigint not null, name text not null, secret_id text not null,
    count bigint not null, expires_at bigint not null, primary key (key_id, period, since, name, secret_id)
  );
  create index key_usage_by_end on key_usage (expires_at);
  create table key_calls (
    key_id text not null, period text not null, starts_at bigint not null, calls bigint not null,
    primary key (key_id, period)
  );
  create table key_excess_hours (
    key_id text not null, hour bigint not null, mode text not null, calls bigint not null,
    primary key (key_id, hour, mode)
  );
  create index key_excess_hours_by_hour on key_excess_hours (hour);
  create table refresh_families (
    id text primary key, nonce text not null, master_id text not null, key_id text not null references api_keys (id),
    owner_id text not null references users (id), generation integer not null, issued_at bigint not null,
    issued_from text not null, rotated_at bigint, idle_expires_at bigint not null, expires_at bigint not null,
    revoked_at bigint, revoked_reason text, scope text default 'sso' not null, secret_id text, dpop_jkt text
  );
  create index refresh_families_by_end on refresh_families (coalesce(revoked_at, idle_expires_at));
  -- By secret and use: a new family writes no additional index.
  create index refresh_families_by_secret on refresh_families (secret_id, (coalesce(rotated_at, issued_at)));
  create table sso_grants (
    token_hash text primary key, user_id text not null references users (id),
    account_id text not null references accounts (id), key_id text references api_keys (id), family_id text,
    browser_hash text, back_url text not null, deep_path text not null, locale text not null, retry_of_at bigint,
    issued_at bigint not null, expires_at bigint not null, redeemed_at bigint, burned_at bigint, redeemed_from text,
    session_id text, prefetched_at bigint, prefetched_from text, refused_at bigint, refused_from text,
    refused_reason text
  );
  -- Every issue counts sso_grants_live against the limit of live grants.
  create index sso_grants_live on sso_grants (key_id, expires_at) where redeemed_at is null and burned_at is null;
  create index sso_grants_by_expiry on sso_grants (expires_at);
  create table account_sessions (
    id text primary key, secret_hash text unique, user_id text not null references users (id),
    account_id text not null references accounts (id), key_id text references api_keys (id),
    browser_hash text not null, locale text not null, back_url text not null, deep_path text not null,
    created_at bigint not null, last_seen_at bigint not null, expires_at bigint not null, pending_until bigint,
    ended_at bigint, end_reason text, master_id text, family_id text, confirmed_at bigint
  );
  -- One open session per browser and account, even under concurrent openings.
  create unique index account_sessions_open
    on account_sessions (browser_hash, account_id) where ended_at is null and pending_until is null;
  create index account_sessions_by_expiry on account_sessions (expires_at);
  -- Serves user and family, so that a redemption writes one index.
  create index account_sessions_by_family on account_sessions (user_id, family_id);
  create index account_sessions_by_account
    on account_sessions (account_id) where ended_at is null and pending_until is null;
  -- The unique indexes allow one signing key and one next key, even under concurrent creation and rotation.
  create table signing_keys (
    id text primary key, alg text not null, public_jwk text not null, private_sealed text not null,
    master_id text not null, created_at bigint not null, activated_at bigint, retired_at bigint
  );
  create unique index signing_keys_current
    on signing_keys ((1)) where activated_at is not null and retired_at is null;
  create unique index signing_keys_next on signing_keys ((1)) where activated_at is null and retired_at is null;
  create table idempotency_keys (
    key_id text not null, name text not null, fingerprint text not null, response text, created_at bigint not null,
    constraint idempotency_keys_key primary key (key_id, name)
  );
  create index idempotency_keys_by_creation on idempotency_keys (created_at);
  create table used_proofs (id text not null primary key, expires_at bigint not null);
  create index used_proofs_by_expiry on used_proofs (expires_at);
  create table refusals (
    request_id text not null primary key, at bigint not null, endpoint text not null, status bigint not null,
    error text not null, description text not null, reason text not null, network text not null, shape text not null,
    key_id text, secret_id text, facts text not null
  );
  create index refusals_by_time on refusals (at);
  create index refusals_by_key on refusals (key_id, at);
`
