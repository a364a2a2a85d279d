import { scriptMigration } from '#lib/db/migrations/run-script.ts'

/** The initial schema. */
export const up = scriptMigration(`
  create table users (
    id text primary key, email text, email_key text unique,
    username text not null, username_key text not null unique,
    name text not null, search_text text not null,
    role text not null, account_scope text not null,
    password_hash text, password_set_at bigint,
    created_at bigint not null, created_by text not null,
    deactivated_at bigint, last_sign_in_at bigint
  );
  create index users_by_name on users (search_text, id);
  create table password_links (
    token_hash text primary key, purpose text not null, user_id text references users (id),
    created_by text not null, created_at bigint not null, expires_at bigint not null, used_at bigint
  );
  create index password_links_by_user on password_links (user_id);
  create table sign_in_failures (
    subject text primary key, failures integer not null, window_ends_at bigint not null
  );
  create index sign_in_failures_by_end on sign_in_failures (window_ends_at);
  -- Lists are read in the order of accounts_by_name, page by page.
  create table accounts (
    id text primary key, name text not null, search_text text not null,
    locale text, deep_path text,
    created_at bigint not null, suspended_at bigint
  );
  create index accounts_by_name on accounts (search_text, id);
  create table user_accounts (
    user_id text not null references users (id), account_id text not null references accounts (id),
    granted_at bigint not null,
    constraint user_accounts_key primary key (user_id, account_id)
  );
  create table account_shortcuts (
    user_id text not null references users (id), account_id text not null references accounts (id),
    pinned_at bigint, opened_at bigint,
    constraint account_shortcuts_key primary key (user_id, account_id)
  );
  create table return_addresses (
    origin text primary key, created_at bigint not null, created_by text not null
  );
  create table account_imports (
    id text primary key, user_id text not null references users (id),
    file_name text not null, content text not null,
    total_rows integer not null, bad_rows integer not null, done_rows integer not null,
    created_rows integer not null, updated_rows integer not null, unchanged_rows integer not null,
    uploaded_at bigint not null, advanced_at bigint, finished_at bigint
  );
  create table api_keys (
    id text primary key, secret_hash text not null, master_id text not null, name text not null,
    owner_id text not null references users (id),
    created_by text not null, created_at bigint not null,
    expires_at bigint, disabled_at bigint, revoked_at bigint,
    last_used_at bigint, last_used_from text
  );
  create index api_keys_by_owner on api_keys (owner_id);
  create table refresh_families (
    id text primary key, nonce text not null, master_id text not null,
    key_id text not null references api_keys (id), owner_id text not null references users (id),
    generation integer not null, issued_at bigint not null, issued_from text not null, rotated_at bigint,
    idle_expires_at bigint not null, expires_at bigint not null,
    revoked_at bigint, revoked_reason text
  );
  create index refresh_families_by_key on refresh_families (key_id, issued_at);
  create index refresh_families_by_rotation on refresh_families (key_id, rotated_at);
  create index refresh_families_by_owner on refresh_families (owner_id);
  -- The unique indexes allow one signing key and one next key, even under concurrent creation and rotation.
  create table signing_keys (
    id text primary key, alg text not null, public_jwk text not null,
    private_sealed text not null, master_id text not null,
    created_at bigint not null, activated_at bigint, retired_at bigint
  );
  create unique index signing_keys_current on signing_keys ((1))
    where activated_at is not null and retired_at is null;
  create unique index signing_keys_next on signing_keys ((1))
    where activated_at is null and retired_at is null;
  create table settings (name text primary key, value text not null);
  -- Every issue counts sso_grants_live against the limit of live grants.
  create table sso_grants (
    token_hash text primary key,
    user_id text not null references users (id), account_id text not null references accounts (id),
    key_id text references api_keys (id), family_id text, browser_hash text,
    back_url text not null, deep_path text not null, locale text not null,
    retry_of_at bigint, issued_at bigint not null, expires_at bigint not null,
    redeemed_at bigint, burned_at bigint
  );
  create index sso_grants_live on sso_grants (key_id, expires_at)
    where redeemed_at is null and burned_at is null;
  create index sso_grants_by_expiry on sso_grants (expires_at);
  -- account_sessions_open allows one open session per browser and account, even under concurrent openings.
  create table account_sessions (
    id text primary key, secret_hash text unique,
    user_id text not null references users (id), account_id text not null references accounts (id),
    key_id text references api_keys (id), browser_hash text not null,
    locale text not null, back_url text not null, deep_path text not null,
    created_at bigint not null, last_seen_at bigint not null, expires_at bigint not null,
    pending_until bigint, ended_at bigint, end_reason text
  );
  create unique index account_sessions_open on account_sessions (browser_hash, account_id)
    where ended_at is null and pending_until is null;
  create index account_sessions_by_user on account_sessions (user_id);
  create index account_sessions_by_expiry on account_sessions (expires_at);
  create table portal_sessions (
    id text primary key, secret_hash text not null unique,
    user_id text not null references users (id), browser_hash text not null,
    address text not null, user_agent text not null,
    created_at bigint not null, confirmed_at bigint not null, last_seen_at bigint not null,
    expires_at bigint not null, ended_at bigint
  );
  create index portal_sessions_by_user on portal_sessions (user_id);
  create index portal_sessions_by_expiry on portal_sessions (expires_at);
  create table audit_events (
    id text primary key, at bigint not null, kind text not null,
    actor_kind text not null, actor_id text, actor_name text not null,
    subject_kind text not null, subject_id text, subject_name text not null,
    account_id text, address text not null, request_id text not null, details text not null
  );
  create index audit_events_by_time on audit_events (at, id);
  create index audit_events_by_actor on audit_events (actor_id, at);
  create index audit_events_by_subject on audit_events (subject_id, at);
  create index audit_events_by_account on audit_events (account_id, at);
`)
