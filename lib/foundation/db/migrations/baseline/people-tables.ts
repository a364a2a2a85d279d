/** Users, their names, passwords, second factors and sessions in the portal. */
export const peopleTables = `
  create table users (
    id text primary key, email text, email_key text unique, username text not null, username_key text not null unique,
    name text not null, search_text text not null, role text not null, account_scope text not null,
    password_hash text, password_set_at bigint, created_at bigint not null, created_by text not null,
    deactivated_at bigint, last_sign_in_at bigint, first_steps_hidden_at bigint, language text, time_zone text,
    browser_language text, muted_notices text, factor_grace_ends_at bigint, short_password_set_at bigint,
    role_source text, linked_at bigint, username_unproven_at bigint, email_unproven_at bigint
  );
  -- Lists are read in the order of accounts_by_name and users_by_name, page by page.
  create index users_by_name on users (search_text, id);
  create index users_by_role on users (role);
  -- A new username or email address that waits until its user proves it or a manager approves it.
  create table name_changes (
    user_id text not null primary key references users (id), username text, email text, requested_at bigint not null
  );
  create table password_links (
    token_hash text primary key, purpose text not null, user_id text references users (id), created_by text not null,
    created_at bigint not null, expires_at bigint not null, used_at bigint
  );
  create index password_links_by_user on password_links (user_id);
  create index password_links_by_expiry on password_links (expires_at);
  create table sign_in_failures (subject text primary key, failures integer not null, window_ends_at bigint not null);
  create index sign_in_failures_by_end on sign_in_failures (window_ends_at);
  create table refused_sign_ins (network text primary key, failures bigint not null, window_ends_at bigint not null);
  create index refused_sign_ins_by_end on refused_sign_ins (window_ends_at);
  create table known_browsers (
    browser_hash text not null, user_id text not null references users (id), last_sign_in_at bigint not null,
    constraint known_browsers_pkey primary key (browser_hash, user_id)
  );
  create index known_browsers_by_user on known_browsers (user_id, last_sign_in_at);
  create index known_browsers_by_sign_in on known_browsers (last_sign_in_at);
  create table portal_sessions (
    id text primary key, secret_hash text not null unique, user_id text not null references users (id),
    browser_hash text not null, address text not null, user_agent text not null, created_at bigint not null,
    confirmed_at bigint not null, last_seen_at bigint not null, expires_at bigint not null, ended_at bigint,
    master_id text, strength text not null default 'pwd', former_secret_hash text, former_ends_at bigint,
    identity_id text, provider_sid_hash text
  );
  create index portal_sessions_by_user on portal_sessions (user_id);
  create index portal_sessions_by_expiry on portal_sessions (expires_at);
  create index portal_sessions_by_former on portal_sessions (former_secret_hash);
  create index portal_sessions_by_identity on portal_sessions (identity_id, provider_sid_hash);
  create table passkeys (
    id text not null primary key, user_id text not null references users (id), credential_id text not null unique,
    public_key text not null, sign_count bigint not null, name text not null, transports text not null,
    device_type text not null, created_at bigint not null, last_used_at bigint
  );
  create index passkeys_by_user on passkeys (user_id);
  create table authenticator_apps (
    user_id text not null primary key references users (id), secret_sealed text not null, master_id text not null,
    last_step bigint not null, created_at bigint not null, last_used_at bigint
  );
  create table recovery_codes (
    code_hash text not null primary key, user_id text not null references users (id), created_at bigint not null,
    used_at bigint
  );
  create index recovery_codes_by_user on recovery_codes (user_id);
  create table used_challenges (challenge_hash text not null primary key, expires_at bigint not null);
  create index used_challenges_by_expiry on used_challenges (expires_at);
  create table sign_in_policy (
    id text not null primary key, second_factor text not null, changed_at bigint not null, changed_by text not null
  );
  create table pending_sign_ins (
    token_hash text not null primary key, user_id text not null references users (id), browser_hash text not null,
    password_set_at bigint not null, expires_at bigint not null, identity_id text, provider_sid_hash text,
    provider_name text
  );
  create index pending_sign_ins_by_expiry on pending_sign_ins (expires_at);
  create index pending_sign_ins_by_user on pending_sign_ins (user_id);
  create table activity_views (
    user_id text not null, name text not null, query text not null, created_at bigint not null,
    constraint activity_views_key primary key (user_id, name)
  );
`
