CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public;
CREATE FUNCTION public.latchkey_account_opened() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
    begin
      if exists (select 1 from accounts where id = new.account_id and last_opened_at < new.opened_at - 3600000) then
        update accounts set last_opened_at = new.opened_at where id = new.account_id and last_opened_at < new.opened_at - 3600000;
      end if;
      return null;
    end
  $$;
CREATE FUNCTION public.latchkey_alnum(source text) RETURNS text
    LANGUAGE plpgsql IMMUTABLE STRICT COST 10
    AS $_$
      declare
        ascii constant text := translate(source, chr(10) || '-._&'',/()+!"#$%*:;<=>?@[\]^`{|}~', ' ' || 'qxjzywvkqxjzyw0123456789bcdfghlm');
      begin
        if octet_length(ascii) = char_length(ascii) then return ascii; end if;
        return (
          select string_agg(
            case when ascii(letter) < 128 then letter else substr('0123456789abcdefghijklmnopqrstuvwxyz', ascii(letter) % 36 + 1, 1) end,
            '' order by place
          )
          from regexp_split_to_table(ascii, '') with ordinality as letters (letter, place)
        );
      end
    $_$;
CREATE FUNCTION public.latchkey_count_accounts() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      declare
        change bigint := 0;
      begin
        if tg_op <> 'DELETE' then
          change := change + (select count(*) from added where suspended_at is null);
        end if;
        if tg_op <> 'INSERT' then
          change := change - (select count(*) from removed where suspended_at is null);
        end if;
        if change <> 0 then
          insert into counters (name, value) values ('active-accounts', change)
      on conflict (name) do update set value = counters.value + excluded.value;
        end if;
        return null;
      end
    $$;
CREATE FUNCTION public.latchkey_mark_unsealed() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      begin
        insert into unsealed_events (at, event_id) values (new.at, new.id) on conflict do nothing;
        return null;
      end
    $$;
CREATE FUNCTION public.latchkey_match_added() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
    begin
      insert into account_group_members (group_id, account_id, rule_id)
    select r.group_id, a.id, r.id from account_group_rules as r cross join added as a
    where substr(a.id, 1, length(r.id_prefix)) = r.id_prefix and (r.locale = '' or r.locale = a.locale)
    on conflict do nothing;
      return null;
    end
  $$;
CREATE FUNCTION public.latchkey_match_changed() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
    begin
      delete from account_group_members where account_id = new.id and rule_id <> '';
      insert into account_group_members (group_id, account_id, rule_id)
    select r.group_id, new.id, r.id from account_group_rules as r 
    where substr(new.id, 1, length(r.id_prefix)) = r.id_prefix and (r.locale = '' or r.locale = new.locale)
    on conflict do nothing;
      return null;
    end
  $$;
CREATE FUNCTION public.latchkey_now_ms() RETURNS bigint
    LANGUAGE sql STABLE
    AS $$ select floor(extract(epoch from statement_timestamp()) * 1000)::bigint $$;
CREATE TABLE public.access_requests (
    id text NOT NULL COLLATE "C",
    user_id text NOT NULL COLLATE "C",
    account_id text NOT NULL COLLATE "C",
    reason text NOT NULL COLLATE "C",
    requested_at bigint NOT NULL,
    decision text COLLATE "C",
    decided_at bigint,
    decided_by text COLLATE "C",
    note text COLLATE "C"
);
CREATE TABLE public.account_group_members (
    group_id text NOT NULL COLLATE "C",
    account_id text NOT NULL COLLATE "C",
    rule_id text NOT NULL COLLATE "C"
);
CREATE TABLE public.account_group_rules (
    id text NOT NULL COLLATE "C",
    group_id text NOT NULL COLLATE "C",
    id_prefix text NOT NULL COLLATE "C",
    locale text NOT NULL COLLATE "C",
    created_at bigint NOT NULL,
    applied_at bigint
);
CREATE TABLE public.account_groups (
    id text NOT NULL COLLATE "C",
    name text NOT NULL COLLATE "C",
    name_key text NOT NULL COLLATE "C",
    note text NOT NULL COLLATE "C",
    created_at bigint NOT NULL,
    changed_at bigint NOT NULL
);
CREATE TABLE public.account_imports (
    id text NOT NULL COLLATE "C",
    user_id text NOT NULL COLLATE "C",
    file_name text NOT NULL COLLATE "C",
    content text NOT NULL COLLATE "C",
    total_rows integer NOT NULL,
    bad_rows integer NOT NULL,
    done_rows integer NOT NULL,
    created_rows integer NOT NULL,
    updated_rows integer NOT NULL,
    unchanged_rows integer NOT NULL,
    uploaded_at bigint NOT NULL,
    advanced_at bigint,
    finished_at bigint
);
CREATE TABLE public.account_sessions (
    id text NOT NULL COLLATE "C",
    secret_hash text COLLATE "C",
    user_id text NOT NULL COLLATE "C",
    account_id text NOT NULL COLLATE "C",
    key_id text COLLATE "C",
    browser_hash text NOT NULL COLLATE "C",
    locale text NOT NULL COLLATE "C",
    back_url text NOT NULL COLLATE "C",
    deep_path text NOT NULL COLLATE "C",
    created_at bigint NOT NULL,
    last_seen_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    pending_until bigint,
    ended_at bigint,
    end_reason text COLLATE "C",
    master_id text COLLATE "C",
    family_id text COLLATE "C",
    confirmed_at bigint
);
CREATE TABLE public.account_shortcuts (
    user_id text NOT NULL COLLATE "C",
    account_id text NOT NULL COLLATE "C",
    pinned_at bigint,
    opened_at bigint,
    pin_order integer
);
CREATE TABLE public.account_usage (
    account_id text NOT NULL COLLATE "C",
    day bigint NOT NULL,
    opener text NOT NULL COLLATE "C",
    count bigint NOT NULL,
    expires_at bigint NOT NULL
);
CREATE TABLE public.accounts (
    id text NOT NULL COLLATE "C",
    name text NOT NULL COLLATE "C",
    search_text text NOT NULL COLLATE "C",
    locale text COLLATE "C",
    deep_path text COLLATE "C",
    created_at bigint NOT NULL,
    suspended_at bigint,
    last_opened_at bigint DEFAULT 0 NOT NULL
);
CREATE TABLE public.activity_views (
    user_id text NOT NULL COLLATE "C",
    name text NOT NULL COLLATE "C",
    query text NOT NULL COLLATE "C",
    created_at bigint NOT NULL
);
CREATE TABLE public.api_keys (
    id text NOT NULL COLLATE "C",
    name text NOT NULL COLLATE "C",
    owner_id text NOT NULL COLLATE "C",
    created_by text NOT NULL COLLATE "C",
    created_at bigint NOT NULL,
    expires_at bigint,
    disabled_at bigint,
    revoked_at bigint,
    last_used_at bigint,
    last_used_from text COLLATE "C",
    scopes text DEFAULT 'sso'::text NOT NULL COLLATE "C",
    account_ids text COLLATE "C",
    networks text COLLATE "C",
    note text COLLATE "C",
    rotatable_since bigint,
    expiry_noticed_days bigint,
    return_addresses text COLLATE "C",
    limit_mode text COLLATE "C",
    calls_per_minute bigint,
    calls_per_day bigint,
    dpop_since bigint,
    search_text text COLLATE "C"
);
CREATE TABLE public.audit_events (
    id text NOT NULL COLLATE "C",
    at bigint NOT NULL,
    kind text NOT NULL COLLATE "C",
    actor_kind text NOT NULL COLLATE "C",
    actor_id text COLLATE "C",
    actor_name text NOT NULL COLLATE "C",
    subject_kind text NOT NULL COLLATE "C",
    subject_id text COLLATE "C",
    subject_name text NOT NULL COLLATE "C",
    account_id text COLLATE "C",
    address text NOT NULL COLLATE "C",
    request_id text NOT NULL COLLATE "C",
    details text NOT NULL COLLATE "C",
    key_id text COLLATE "C",
    address_key text COLLATE "C"
);
CREATE TABLE public.authenticator_apps (
    user_id text NOT NULL COLLATE "C",
    secret_sealed text NOT NULL COLLATE "C",
    master_id text NOT NULL COLLATE "C",
    last_step bigint NOT NULL,
    created_at bigint NOT NULL,
    last_used_at bigint
);
CREATE TABLE public.counters (
    name text NOT NULL COLLATE "C",
    value bigint NOT NULL
);
CREATE TABLE public.group_mappings (
    id text NOT NULL COLLATE "C",
    source text NOT NULL COLLATE "C",
    group_name text NOT NULL COLLATE "C",
    role text COLLATE "C",
    account_group_id text COLLATE "C",
    created_at bigint NOT NULL,
    created_by text NOT NULL COLLATE "C"
);
CREATE TABLE public.hand_overs (
    id text NOT NULL COLLATE "C",
    key_id text NOT NULL COLLATE "C",
    token_hash text NOT NULL COLLATE "C",
    created_at bigint NOT NULL,
    created_by text NOT NULL COLLATE "C",
    expires_at bigint NOT NULL,
    former_retires_after_ms bigint NOT NULL,
    former_families text NOT NULL COLLATE "C",
    withdrawn_at bigint,
    used_at bigint,
    used_from text COLLATE "C",
    reported_at bigint
);
CREATE TABLE public.idempotency_keys (
    key_id text NOT NULL COLLATE "C",
    name text NOT NULL COLLATE "C",
    fingerprint text NOT NULL COLLATE "C",
    response text COLLATE "C",
    created_at bigint NOT NULL
);
CREATE TABLE public.journal_checkpoints (
    seq bigint NOT NULL,
    created_at bigint NOT NULL,
    token text NOT NULL COLLATE "C"
);
CREATE TABLE public.journal_entries (
    seq bigint NOT NULL,
    event_id text NOT NULL COLLATE "C",
    hash text NOT NULL COLLATE "C"
);
CREATE TABLE public.journal_keys (
    id text NOT NULL COLLATE "C",
    public_jwk text NOT NULL COLLATE "C"
);
CREATE TABLE public.key_calls (
    key_id text NOT NULL COLLATE "C",
    period text NOT NULL COLLATE "C",
    starts_at bigint NOT NULL,
    calls bigint NOT NULL
);
CREATE TABLE public.key_excess_hours (
    key_id text NOT NULL COLLATE "C",
    hour bigint NOT NULL,
    mode text NOT NULL COLLATE "C",
    calls bigint NOT NULL
);
CREATE TABLE public.key_secrets (
    id text NOT NULL COLLATE "C",
    key_id text NOT NULL COLLATE "C",
    secret_hash text NOT NULL COLLATE "C",
    master_id text NOT NULL COLLATE "C",
    created_at bigint NOT NULL,
    created_by text NOT NULL COLLATE "C",
    current_since bigint,
    lapses_at bigint,
    former_retires_after_ms bigint,
    former_families text COLLATE "C",
    retiring_since bigint,
    retires_at bigint,
    families text COLLATE "C",
    retired_at bigint,
    refused_from bigint,
    refused_until bigint,
    last_used_at bigint,
    shown_to text DEFAULT 'creator'::text NOT NULL COLLATE "C",
    public_jwk text COLLATE "C"
);
CREATE TABLE public.key_usage (
    key_id text NOT NULL COLLATE "C",
    period text NOT NULL COLLATE "C",
    since bigint NOT NULL,
    name text NOT NULL COLLATE "C",
    secret_id text NOT NULL COLLATE "C",
    count bigint NOT NULL,
    expires_at bigint NOT NULL
);
CREATE TABLE public.known_browsers (
    browser_hash text NOT NULL COLLATE "C",
    user_id text NOT NULL COLLATE "C",
    last_sign_in_at bigint NOT NULL
);
CREATE TABLE public.kysely_migration (
    name character varying(255) NOT NULL,
    "timestamp" character varying(255) NOT NULL
);
CREATE TABLE public.kysely_migration_lock (
    id character varying(255) NOT NULL,
    is_locked integer DEFAULT 0 NOT NULL
);
CREATE TABLE public.leases (
    name text NOT NULL COLLATE "C",
    holder text NOT NULL COLLATE "C",
    free_at bigint NOT NULL
);
CREATE TABLE public.locks (
    name text NOT NULL COLLATE "C"
);
CREATE TABLE public.mails (
    id text NOT NULL COLLATE "C",
    user_id text NOT NULL COLLATE "C",
    kind text NOT NULL COLLATE "C",
    actor_id text COLLATE "C",
    facts text NOT NULL COLLATE "C",
    link_sealed text COLLATE "C",
    master_id text COLLATE "C",
    created_at bigint NOT NULL,
    attempts bigint DEFAULT 0 NOT NULL,
    next_attempt_at bigint NOT NULL,
    claimed_by text COLLATE "C",
    claimed_until bigint,
    sent_at bigint,
    failed_at bigint,
    stage text COLLATE "C",
    reason text COLLATE "C",
    delete_at bigint NOT NULL
);
CREATE TABLE public.mapped_account_groups (
    user_id text NOT NULL COLLATE "C",
    group_id text NOT NULL COLLATE "C",
    source text NOT NULL COLLATE "C"
);
CREATE TABLE public.name_changes (
    user_id text NOT NULL COLLATE "C",
    username text COLLATE "C",
    email text COLLATE "C",
    requested_at bigint NOT NULL
);
CREATE TABLE public.organization (
    id text NOT NULL COLLATE "C",
    name text COLLATE "C",
    accent text COLLATE "C",
    logo_type text COLLATE "C",
    logo_digest text COLLATE "C",
    logo_aspect bigint,
    changed_at bigint NOT NULL,
    logo text COLLATE "C",
    CONSTRAINT organization_one_row CHECK ((id = 'organization'::text))
);
CREATE TABLE public.passkeys (
    id text NOT NULL COLLATE "C",
    user_id text NOT NULL COLLATE "C",
    credential_id text NOT NULL COLLATE "C",
    public_key text NOT NULL COLLATE "C",
    sign_count bigint NOT NULL,
    name text NOT NULL COLLATE "C",
    transports text NOT NULL COLLATE "C",
    device_type text NOT NULL COLLATE "C",
    created_at bigint NOT NULL,
    last_used_at bigint
);
CREATE TABLE public.password_links (
    token_hash text NOT NULL COLLATE "C",
    purpose text NOT NULL COLLATE "C",
    user_id text COLLATE "C",
    created_by text NOT NULL COLLATE "C",
    created_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    used_at bigint
);
CREATE TABLE public.pending_sign_ins (
    token_hash text NOT NULL COLLATE "C",
    user_id text NOT NULL COLLATE "C",
    browser_hash text NOT NULL COLLATE "C",
    password_set_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    identity_id text COLLATE "C",
    provider_sid_hash text COLLATE "C",
    provider_name text COLLATE "C"
);
CREATE TABLE public.portal_sessions (
    id text NOT NULL COLLATE "C",
    secret_hash text NOT NULL COLLATE "C",
    user_id text NOT NULL COLLATE "C",
    browser_hash text NOT NULL COLLATE "C",
    address text NOT NULL COLLATE "C",
    user_agent text NOT NULL COLLATE "C",
    created_at bigint NOT NULL,
    confirmed_at bigint NOT NULL,
    last_seen_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    ended_at bigint,
    master_id text COLLATE "C",
    strength text DEFAULT 'pwd'::text NOT NULL COLLATE "C",
    former_secret_hash text COLLATE "C",
    former_ends_at bigint,
    identity_id text COLLATE "C",
    provider_sid_hash text COLLATE "C"
);
CREATE TABLE public.provider_identities (
    id text NOT NULL COLLATE "C",
    provider_id text NOT NULL COLLATE "C",
    issuer text NOT NULL COLLATE "C",
    subject text NOT NULL COLLATE "C",
    user_id text NOT NULL COLLATE "C",
    email text COLLATE "C",
    linked_at bigint NOT NULL,
    last_sign_in_at bigint
);
CREATE TABLE public.recovery_codes (
    code_hash text NOT NULL COLLATE "C",
    user_id text NOT NULL COLLATE "C",
    created_at bigint NOT NULL,
    used_at bigint
);
CREATE TABLE public.refresh_families (
    id text NOT NULL COLLATE "C",
    nonce text NOT NULL COLLATE "C",
    master_id text NOT NULL COLLATE "C",
    key_id text NOT NULL COLLATE "C",
    owner_id text NOT NULL COLLATE "C",
    generation integer NOT NULL,
    issued_at bigint NOT NULL,
    issued_from text NOT NULL COLLATE "C",
    rotated_at bigint,
    idle_expires_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    revoked_at bigint,
    revoked_reason text COLLATE "C",
    scope text DEFAULT 'sso'::text NOT NULL COLLATE "C",
    secret_id text COLLATE "C",
    dpop_jkt text COLLATE "C"
);
CREATE TABLE public.refusals (
    request_id text NOT NULL COLLATE "C",
    at bigint NOT NULL,
    endpoint text NOT NULL COLLATE "C",
    status bigint NOT NULL,
    error text NOT NULL COLLATE "C",
    description text NOT NULL COLLATE "C",
    reason text NOT NULL COLLATE "C",
    network text NOT NULL COLLATE "C",
    shape text NOT NULL COLLATE "C",
    key_id text COLLATE "C",
    secret_id text COLLATE "C",
    facts text NOT NULL COLLATE "C"
);
CREATE TABLE public.refused_sign_ins (
    network text NOT NULL COLLATE "C",
    failures bigint NOT NULL,
    window_ends_at bigint NOT NULL
);
CREATE TABLE public.return_addresses (
    origin text NOT NULL COLLATE "C",
    created_at bigint NOT NULL,
    created_by text NOT NULL COLLATE "C"
);
CREATE TABLE public.scim_group_members (
    group_id text NOT NULL COLLATE "C",
    user_id text NOT NULL COLLATE "C"
);
CREATE TABLE public.scim_groups (
    id text NOT NULL COLLATE "C",
    external_id text COLLATE "C",
    name text NOT NULL COLLATE "C",
    name_key text NOT NULL COLLATE "C",
    version bigint NOT NULL,
    created_at bigint NOT NULL,
    changed_at bigint NOT NULL
);
CREATE TABLE public.scim_users (
    user_id text NOT NULL COLLATE "C",
    external_id text COLLATE "C",
    user_name text COLLATE "C",
    user_name_key text COLLATE "C",
    given_name text COLLATE "C",
    family_name text COLLATE "C",
    changed_at bigint NOT NULL,
    deleted_at bigint
);
CREATE TABLE public.settings (
    name text NOT NULL COLLATE "C",
    value text NOT NULL COLLATE "C"
);
CREATE TABLE public.sign_in_failures (
    subject text NOT NULL COLLATE "C",
    failures integer NOT NULL,
    window_ends_at bigint NOT NULL
);
CREATE TABLE public.sign_in_policy (
    id text NOT NULL COLLATE "C",
    second_factor text NOT NULL COLLATE "C",
    changed_at bigint NOT NULL,
    changed_by text NOT NULL COLLATE "C"
);
CREATE TABLE public.sign_in_providers (
    id text NOT NULL COLLATE "C",
    label text NOT NULL COLLATE "C",
    issuer text NOT NULL COLLATE "C",
    client_id text NOT NULL COLLATE "C",
    client_auth text NOT NULL COLLATE "C",
    secret_sealed text COLLATE "C",
    master_id text COLLATE "C",
    domains text NOT NULL COLLATE "C",
    groups_claim text COLLATE "C",
    acr_values text COLLATE "C",
    amr_values text COLLATE "C",
    max_age_seconds bigint,
    creates_users_at bigint,
    passwords_off_at bigint,
    disabled_at bigint,
    created_at bigint NOT NULL,
    created_by text NOT NULL COLLATE "C"
);
CREATE TABLE public.signing_keys (
    id text NOT NULL COLLATE "C",
    alg text NOT NULL COLLATE "C",
    public_jwk text NOT NULL COLLATE "C",
    private_sealed text NOT NULL COLLATE "C",
    master_id text NOT NULL COLLATE "C",
    created_at bigint NOT NULL,
    activated_at bigint,
    retired_at bigint
);
CREATE TABLE public.sso_grants (
    token_hash text NOT NULL COLLATE "C",
    user_id text NOT NULL COLLATE "C",
    account_id text NOT NULL COLLATE "C",
    key_id text COLLATE "C",
    family_id text COLLATE "C",
    browser_hash text COLLATE "C",
    back_url text NOT NULL COLLATE "C",
    deep_path text NOT NULL COLLATE "C",
    locale text NOT NULL COLLATE "C",
    retry_of_at bigint,
    issued_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    redeemed_at bigint,
    burned_at bigint,
    redeemed_from text COLLATE "C",
    session_id text COLLATE "C",
    prefetched_at bigint,
    prefetched_from text COLLATE "C",
    refused_at bigint,
    refused_from text COLLATE "C",
    refused_reason text COLLATE "C"
);
CREATE TABLE public.unsealed_events (
    at bigint NOT NULL,
    event_id text NOT NULL COLLATE "C"
);
CREATE TABLE public.usage_hours (
    hour bigint NOT NULL,
    name text NOT NULL COLLATE "C",
    count bigint NOT NULL
);
CREATE TABLE public.used_challenges (
    challenge_hash text NOT NULL COLLATE "C",
    expires_at bigint NOT NULL
);
CREATE TABLE public.used_logout_tokens (
    token_hash text NOT NULL COLLATE "C",
    expires_at bigint NOT NULL
);
CREATE TABLE public.used_proofs (
    id text NOT NULL COLLATE "C",
    expires_at bigint NOT NULL
);
CREATE TABLE public.user_account_groups (
    user_id text NOT NULL COLLATE "C",
    group_id text NOT NULL COLLATE "C",
    granted_at bigint NOT NULL,
    mapped_at bigint
);
CREATE TABLE public.user_accounts (
    user_id text NOT NULL COLLATE "C",
    account_id text NOT NULL COLLATE "C",
    granted_at bigint NOT NULL
);
CREATE TABLE public.users (
    id text NOT NULL COLLATE "C",
    email text COLLATE "C",
    email_key text COLLATE "C",
    username text NOT NULL COLLATE "C",
    username_key text NOT NULL COLLATE "C",
    name text NOT NULL COLLATE "C",
    search_text text NOT NULL COLLATE "C",
    role text NOT NULL COLLATE "C",
    account_scope text NOT NULL COLLATE "C",
    password_hash text COLLATE "C",
    password_set_at bigint,
    created_at bigint NOT NULL,
    created_by text NOT NULL COLLATE "C",
    deactivated_at bigint,
    last_sign_in_at bigint,
    first_steps_hidden_at bigint,
    language text COLLATE "C",
    time_zone text COLLATE "C",
    browser_language text COLLATE "C",
    muted_notices text COLLATE "C",
    factor_grace_ends_at bigint,
    short_password_set_at bigint,
    role_source text COLLATE "C",
    linked_at bigint,
    username_unproven_at bigint,
    email_unproven_at bigint
);
CREATE TABLE public.webhook_deliveries (
    id text NOT NULL COLLATE "C",
    webhook_id text NOT NULL COLLATE "C",
    seq bigint,
    message_id text NOT NULL COLLATE "C",
    kind text NOT NULL COLLATE "C",
    at bigint NOT NULL,
    duration_ms bigint NOT NULL,
    status bigint,
    reason text COLLATE "C",
    answer text NOT NULL COLLATE "C"
);
CREATE TABLE public.webhooks (
    id text NOT NULL COLLATE "C",
    url text NOT NULL COLLATE "C",
    description text NOT NULL COLLATE "C",
    kinds text COLLATE "C",
    created_at bigint NOT NULL,
    created_by text NOT NULL COLLATE "C",
    secret_sealed text NOT NULL COLLATE "C",
    secret_created_at bigint NOT NULL,
    former_sealed text COLLATE "C",
    master_id text NOT NULL COLLATE "C",
    "position" bigint NOT NULL,
    attempts bigint DEFAULT 0 NOT NULL,
    first_failed_at bigint,
    next_attempt_at bigint,
    claimed_by text COLLATE "C",
    claimed_until bigint,
    paused_at bigint,
    paused_reason text COLLATE "C",
    secret_created_by text COLLATE "C"
);
CREATE FUNCTION public.latchkey_lock(name text) RETURNS integer
    LANGUAGE sql
    AS $_$
      insert into locks (name) values ($1) on conflict do nothing;
      delete from locks where locks.name = $1;
      select 1
    $_$;
-- rows
ALTER TABLE ONLY public.access_requests ADD CONSTRAINT access_requests_key PRIMARY KEY (id);
ALTER TABLE ONLY public.account_group_members ADD CONSTRAINT account_group_members_key PRIMARY KEY (group_id, account_id, rule_id);
ALTER TABLE ONLY public.account_group_rules ADD CONSTRAINT account_group_rules_key PRIMARY KEY (id);
ALTER TABLE ONLY public.account_group_rules ADD CONSTRAINT account_group_rules_unique UNIQUE (group_id, id_prefix, locale);
ALTER TABLE ONLY public.account_groups ADD CONSTRAINT account_groups_key PRIMARY KEY (id);
ALTER TABLE ONLY public.account_groups ADD CONSTRAINT account_groups_name_key_key UNIQUE (name_key);
ALTER TABLE ONLY public.account_imports ADD CONSTRAINT account_imports_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.account_sessions ADD CONSTRAINT account_sessions_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.account_sessions ADD CONSTRAINT account_sessions_secret_hash_key UNIQUE (secret_hash);
ALTER TABLE ONLY public.account_shortcuts ADD CONSTRAINT account_shortcuts_key PRIMARY KEY (user_id, account_id);
ALTER TABLE ONLY public.account_usage ADD CONSTRAINT account_usage_pkey PRIMARY KEY (account_id, day, opener);
ALTER TABLE ONLY public.accounts ADD CONSTRAINT accounts_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.activity_views ADD CONSTRAINT activity_views_key PRIMARY KEY (user_id, name);
ALTER TABLE ONLY public.api_keys ADD CONSTRAINT api_keys_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.audit_events ADD CONSTRAINT audit_events_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.authenticator_apps ADD CONSTRAINT authenticator_apps_pkey PRIMARY KEY (user_id);
ALTER TABLE ONLY public.counters ADD CONSTRAINT counters_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.group_mappings ADD CONSTRAINT group_mappings_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.hand_overs ADD CONSTRAINT hand_overs_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.hand_overs ADD CONSTRAINT hand_overs_token_hash_key UNIQUE (token_hash);
ALTER TABLE ONLY public.idempotency_keys ADD CONSTRAINT idempotency_keys_key PRIMARY KEY (key_id, name);
ALTER TABLE ONLY public.journal_checkpoints ADD CONSTRAINT journal_checkpoints_pkey PRIMARY KEY (seq);
ALTER TABLE ONLY public.journal_entries ADD CONSTRAINT journal_entries_pkey PRIMARY KEY (seq);
ALTER TABLE ONLY public.journal_keys ADD CONSTRAINT journal_keys_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.key_calls ADD CONSTRAINT key_calls_pkey PRIMARY KEY (key_id, period);
ALTER TABLE ONLY public.key_excess_hours ADD CONSTRAINT key_excess_hours_pkey PRIMARY KEY (key_id, hour, mode);
ALTER TABLE ONLY public.key_secrets ADD CONSTRAINT key_secrets_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.key_usage ADD CONSTRAINT key_usage_pkey PRIMARY KEY (key_id, period, since, name, secret_id);
ALTER TABLE ONLY public.known_browsers ADD CONSTRAINT known_browsers_pkey PRIMARY KEY (browser_hash, user_id);
ALTER TABLE ONLY public.kysely_migration_lock ADD CONSTRAINT kysely_migration_lock_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.kysely_migration ADD CONSTRAINT kysely_migration_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.leases ADD CONSTRAINT leases_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.locks ADD CONSTRAINT locks_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.mails ADD CONSTRAINT mails_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.mapped_account_groups ADD CONSTRAINT mapped_account_groups_key PRIMARY KEY (user_id, group_id, source);
ALTER TABLE ONLY public.name_changes ADD CONSTRAINT name_changes_pkey PRIMARY KEY (user_id);
ALTER TABLE ONLY public.organization ADD CONSTRAINT organization_key PRIMARY KEY (id);
ALTER TABLE ONLY public.passkeys ADD CONSTRAINT passkeys_credential_id_key UNIQUE (credential_id);
ALTER TABLE ONLY public.passkeys ADD CONSTRAINT passkeys_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.password_links ADD CONSTRAINT password_links_pkey PRIMARY KEY (token_hash);
ALTER TABLE ONLY public.pending_sign_ins ADD CONSTRAINT pending_sign_ins_pkey PRIMARY KEY (token_hash);
ALTER TABLE ONLY public.portal_sessions ADD CONSTRAINT portal_sessions_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.portal_sessions ADD CONSTRAINT portal_sessions_secret_hash_key UNIQUE (secret_hash);
ALTER TABLE ONLY public.provider_identities ADD CONSTRAINT provider_identities_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.provider_identities ADD CONSTRAINT provider_identities_unique UNIQUE (issuer, subject);
ALTER TABLE ONLY public.recovery_codes ADD CONSTRAINT recovery_codes_pkey PRIMARY KEY (code_hash);
ALTER TABLE ONLY public.refresh_families ADD CONSTRAINT refresh_families_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.refusals ADD CONSTRAINT refusals_pkey PRIMARY KEY (request_id);
ALTER TABLE ONLY public.refused_sign_ins ADD CONSTRAINT refused_sign_ins_pkey PRIMARY KEY (network);
ALTER TABLE ONLY public.return_addresses ADD CONSTRAINT return_addresses_pkey PRIMARY KEY (origin);
ALTER TABLE ONLY public.scim_group_members ADD CONSTRAINT scim_group_members_key PRIMARY KEY (group_id, user_id);
ALTER TABLE ONLY public.scim_groups ADD CONSTRAINT scim_groups_external_id_key UNIQUE (external_id);
ALTER TABLE ONLY public.scim_groups ADD CONSTRAINT scim_groups_name_key_key UNIQUE (name_key);
ALTER TABLE ONLY public.scim_groups ADD CONSTRAINT scim_groups_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.scim_users ADD CONSTRAINT scim_users_external_id_key UNIQUE (external_id);
ALTER TABLE ONLY public.scim_users ADD CONSTRAINT scim_users_pkey PRIMARY KEY (user_id);
ALTER TABLE ONLY public.scim_users ADD CONSTRAINT scim_users_user_name_key_key UNIQUE (user_name_key);
ALTER TABLE ONLY public.settings ADD CONSTRAINT settings_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.sign_in_failures ADD CONSTRAINT sign_in_failures_pkey PRIMARY KEY (subject);
ALTER TABLE ONLY public.sign_in_policy ADD CONSTRAINT sign_in_policy_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.sign_in_providers ADD CONSTRAINT sign_in_providers_issuer_key UNIQUE (issuer);
ALTER TABLE ONLY public.sign_in_providers ADD CONSTRAINT sign_in_providers_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.signing_keys ADD CONSTRAINT signing_keys_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.sso_grants ADD CONSTRAINT sso_grants_pkey PRIMARY KEY (token_hash);
ALTER TABLE ONLY public.unsealed_events ADD CONSTRAINT unsealed_events_pkey PRIMARY KEY (at, event_id);
ALTER TABLE ONLY public.usage_hours ADD CONSTRAINT usage_hours_pkey PRIMARY KEY (name, hour);
ALTER TABLE ONLY public.used_challenges ADD CONSTRAINT used_challenges_pkey PRIMARY KEY (challenge_hash);
ALTER TABLE ONLY public.used_logout_tokens ADD CONSTRAINT used_logout_tokens_pkey PRIMARY KEY (token_hash);
ALTER TABLE ONLY public.used_proofs ADD CONSTRAINT used_proofs_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.user_account_groups ADD CONSTRAINT user_account_groups_key PRIMARY KEY (user_id, group_id);
ALTER TABLE ONLY public.user_accounts ADD CONSTRAINT user_accounts_key PRIMARY KEY (user_id, account_id);
ALTER TABLE ONLY public.users ADD CONSTRAINT users_email_key_key UNIQUE (email_key);
ALTER TABLE ONLY public.users ADD CONSTRAINT users_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.users ADD CONSTRAINT users_username_key_key UNIQUE (username_key);
ALTER TABLE ONLY public.webhook_deliveries ADD CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.webhooks ADD CONSTRAINT webhooks_pkey PRIMARY KEY (id);
CREATE INDEX access_requests_by_age ON public.access_requests USING btree (COALESCE(decided_at, requested_at));
CREATE INDEX access_requests_by_user ON public.access_requests USING btree (user_id, requested_at);
CREATE INDEX access_requests_decided ON public.access_requests USING btree (decided_at, id) WHERE (decided_at IS NOT NULL);
CREATE UNIQUE INDEX access_requests_pending ON public.access_requests USING btree (user_id, account_id) WHERE (decided_at IS NULL);
CREATE INDEX access_requests_waiting ON public.access_requests USING btree (requested_at, id) WHERE (decided_at IS NULL);
CREATE INDEX account_group_members_by_account ON public.account_group_members USING btree (account_id, group_id);
CREATE INDEX account_group_members_by_rule ON public.account_group_members USING btree (rule_id, account_id) WHERE (rule_id <> ''::text);
CREATE INDEX account_imports_by_last_step ON public.account_imports USING btree (COALESCE(finished_at, advanced_at, uploaded_at));
CREATE INDEX account_sessions_by_account ON public.account_sessions USING btree (account_id) WHERE ((ended_at IS NULL) AND (pending_until IS NULL));
CREATE INDEX account_sessions_by_expiry ON public.account_sessions USING btree (expires_at);
CREATE INDEX account_sessions_by_family ON public.account_sessions USING btree (user_id, family_id);
CREATE UNIQUE INDEX account_sessions_open ON public.account_sessions USING btree (browser_hash, account_id) WHERE ((ended_at IS NULL) AND (pending_until IS NULL));
CREATE INDEX account_usage_by_end ON public.account_usage USING btree (expires_at);
CREATE INDEX accounts_by_creation ON public.accounts USING btree (created_at, id);
CREATE INDEX accounts_by_expanded_name ON public.accounts USING btree (split_part(search_text, chr(10), 3)) WHERE (split_part(search_text, chr(10), 3) <> ''::text);
CREATE INDEX accounts_by_locale ON public.accounts USING btree (locale, search_text, id);
CREATE INDEX accounts_by_name ON public.accounts USING btree (search_text, id);
CREATE INDEX accounts_by_opening ON public.accounts USING btree (last_opened_at, id);
CREATE INDEX accounts_by_plain_id ON public.accounts USING btree (replace(replace(replace(lower(id), '-'::text, ''::text), '_'::text, ''::text), '.'::text, ''::text));
CREATE INDEX accounts_by_trigram ON public.accounts USING gin (public.latchkey_alnum((' '::text || search_text)) public.gin_trgm_ops);
CREATE INDEX accounts_suspended ON public.accounts USING btree (search_text, id, suspended_at) WHERE (suspended_at IS NOT NULL);
CREATE INDEX api_keys_by_creation ON public.api_keys USING btree (created_at, id);
CREATE INDEX api_keys_by_expiry ON public.api_keys USING btree (expires_at) WHERE ((revoked_at IS NULL) AND (expires_at IS NOT NULL));
CREATE INDEX api_keys_by_owner ON public.api_keys USING btree (owner_id);
CREATE INDEX audit_events_by_account ON public.audit_events USING btree (account_id, at);
CREATE INDEX audit_events_by_actor ON public.audit_events USING btree (actor_id, at);
CREATE INDEX audit_events_by_key ON public.audit_events USING btree (key_id, at) WHERE (key_id IS NOT NULL);
CREATE INDEX audit_events_by_kind ON public.audit_events USING btree (kind, at);
CREATE INDEX audit_events_by_network ON public.audit_events USING btree (address_key, at);
CREATE INDEX audit_events_by_subject ON public.audit_events USING btree (subject_id, at);
CREATE INDEX audit_events_by_time ON public.audit_events USING btree (at, id);
CREATE INDEX group_mappings_by_account_group ON public.group_mappings USING btree (account_group_id);
CREATE INDEX group_mappings_by_source ON public.group_mappings USING btree (source, group_name);
CREATE INDEX hand_overs_by_expiry ON public.hand_overs USING btree (expires_at);
CREATE INDEX hand_overs_by_key ON public.hand_overs USING btree (key_id, created_at);
CREATE INDEX idempotency_keys_by_creation ON public.idempotency_keys USING btree (created_at);
CREATE INDEX key_excess_hours_by_hour ON public.key_excess_hours USING btree (hour);
CREATE INDEX key_secrets_by_creator ON public.key_secrets USING btree (created_by, created_at);
CREATE INDEX key_secrets_by_end ON public.key_secrets USING btree ((
CASE
    WHEN (current_since IS NULL) THEN COALESCE(retired_at, lapses_at)
    ELSE retired_at
END));
CREATE INDEX key_secrets_by_hash ON public.key_secrets USING btree (secret_hash);
CREATE UNIQUE INDEX key_secrets_by_key ON public.key_secrets USING btree (key_id, secret_hash);
CREATE INDEX key_secrets_by_retirement ON public.key_secrets USING btree (retires_at) WHERE (retired_at IS NULL);
CREATE INDEX key_usage_by_end ON public.key_usage USING btree (expires_at);
CREATE INDEX known_browsers_by_sign_in ON public.known_browsers USING btree (last_sign_in_at);
CREATE INDEX known_browsers_by_user ON public.known_browsers USING btree (user_id, last_sign_in_at);
CREATE INDEX mails_by_deletion ON public.mails USING btree (delete_at);
CREATE INDEX mails_by_user ON public.mails USING btree (user_id, created_at);
CREATE INDEX mails_to_send ON public.mails USING btree (next_attempt_at) WHERE ((sent_at IS NULL) AND (failed_at IS NULL));
CREATE INDEX mapped_account_groups_by_source ON public.mapped_account_groups USING btree (source, user_id);
CREATE INDEX passkeys_by_user ON public.passkeys USING btree (user_id);
CREATE INDEX password_links_by_expiry ON public.password_links USING btree (expires_at);
CREATE INDEX password_links_by_user ON public.password_links USING btree (user_id);
CREATE INDEX pending_sign_ins_by_expiry ON public.pending_sign_ins USING btree (expires_at);
CREATE INDEX pending_sign_ins_by_user ON public.pending_sign_ins USING btree (user_id);
CREATE INDEX portal_sessions_by_expiry ON public.portal_sessions USING btree (expires_at);
CREATE INDEX portal_sessions_by_former ON public.portal_sessions USING btree (former_secret_hash);
CREATE INDEX portal_sessions_by_identity ON public.portal_sessions USING btree (identity_id, provider_sid_hash);
CREATE INDEX portal_sessions_by_user ON public.portal_sessions USING btree (user_id);
CREATE INDEX provider_identities_by_provider ON public.provider_identities USING btree (provider_id);
CREATE INDEX provider_identities_by_user ON public.provider_identities USING btree (user_id);
CREATE INDEX recovery_codes_by_user ON public.recovery_codes USING btree (user_id);
CREATE INDEX refresh_families_by_end ON public.refresh_families USING btree (COALESCE(revoked_at, idle_expires_at));
CREATE INDEX refresh_families_by_secret ON public.refresh_families USING btree (secret_id, COALESCE(rotated_at, issued_at));
CREATE INDEX refusals_by_key ON public.refusals USING btree (key_id, at);
CREATE INDEX refusals_by_time ON public.refusals USING btree (at);
CREATE INDEX refused_sign_ins_by_end ON public.refused_sign_ins USING btree (window_ends_at);
CREATE INDEX scim_group_members_by_user ON public.scim_group_members USING btree (user_id, group_id);
CREATE INDEX sign_in_failures_by_end ON public.sign_in_failures USING btree (window_ends_at);
CREATE UNIQUE INDEX signing_keys_current ON public.signing_keys USING btree ((1)) WHERE ((activated_at IS NOT NULL) AND (retired_at IS NULL));
CREATE UNIQUE INDEX signing_keys_next ON public.signing_keys USING btree ((1)) WHERE ((activated_at IS NULL) AND (retired_at IS NULL));
CREATE INDEX sso_grants_by_expiry ON public.sso_grants USING btree (expires_at);
CREATE INDEX sso_grants_live ON public.sso_grants USING btree (key_id, expires_at) WHERE ((redeemed_at IS NULL) AND (burned_at IS NULL));
CREATE INDEX usage_hours_by_hour ON public.usage_hours USING btree (hour);
CREATE INDEX used_challenges_by_expiry ON public.used_challenges USING btree (expires_at);
CREATE INDEX used_logout_tokens_by_expiry ON public.used_logout_tokens USING btree (expires_at);
CREATE INDEX used_proofs_by_expiry ON public.used_proofs USING btree (expires_at);
CREATE INDEX user_account_groups_by_group ON public.user_account_groups USING btree (group_id, user_id);
CREATE INDEX user_accounts_by_account ON public.user_accounts USING btree (account_id, user_id);
CREATE INDEX users_by_name ON public.users USING btree (search_text, id);
CREATE INDEX users_by_role ON public.users USING btree (role);
CREATE INDEX webhook_deliveries_by_time ON public.webhook_deliveries USING btree (at);
CREATE INDEX webhook_deliveries_by_webhook ON public.webhook_deliveries USING btree (webhook_id, at);
CREATE TRIGGER account_counter_delete AFTER DELETE ON public.accounts REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION public.latchkey_count_accounts();
CREATE TRIGGER account_counter_insert AFTER INSERT ON public.accounts REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.latchkey_count_accounts();
CREATE TRIGGER account_counter_update AFTER UPDATE ON public.accounts REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.latchkey_count_accounts();
CREATE TRIGGER account_group_insert AFTER INSERT ON public.accounts REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.latchkey_match_added();
CREATE TRIGGER account_group_update AFTER UPDATE OF locale ON public.accounts FOR EACH ROW WHEN ((old.locale IS DISTINCT FROM new.locale)) EXECUTE FUNCTION public.latchkey_match_changed();
CREATE TRIGGER account_opening AFTER INSERT OR UPDATE OF opened_at ON public.account_shortcuts FOR EACH ROW WHEN ((new.opened_at IS NOT NULL)) EXECUTE FUNCTION public.latchkey_account_opened();
CREATE TRIGGER audit_events_unsealed AFTER INSERT ON public.audit_events FOR EACH ROW EXECUTE FUNCTION public.latchkey_mark_unsealed();
ALTER TABLE ONLY public.access_requests ADD CONSTRAINT access_requests_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);
ALTER TABLE ONLY public.account_group_members ADD CONSTRAINT account_group_members_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);
ALTER TABLE ONLY public.account_group_members ADD CONSTRAINT account_group_members_group_id_fkey FOREIGN KEY (group_id) REFERENCES public.account_groups(id);
ALTER TABLE ONLY public.account_group_rules ADD CONSTRAINT account_group_rules_group_id_fkey FOREIGN KEY (group_id) REFERENCES public.account_groups(id);
ALTER TABLE ONLY public.account_imports ADD CONSTRAINT account_imports_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);
ALTER TABLE ONLY public.account_sessions ADD CONSTRAINT account_sessions_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);
ALTER TABLE ONLY public.account_sessions ADD CONSTRAINT account_sessions_key_id_fkey FOREIGN KEY (key_id) REFERENCES public.api_keys(id);
ALTER TABLE ONLY public.account_sessions ADD CONSTRAINT account_sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);
ALTER TABLE ONLY public.account_shortcuts ADD CONSTRAINT account_shortcuts_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);
ALTER TABLE ONLY public.account_shortcuts ADD CONSTRAINT account_shortcuts_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);
ALTER TABLE ONLY public.api_keys ADD CONSTRAINT api_keys_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES public.users(id);
ALTER TABLE ONLY public.authenticator_apps ADD CONSTRAINT authenticator_apps_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);
ALTER TABLE ONLY public.group_mappings ADD CONSTRAINT group_mappings_account_group_id_fkey FOREIGN KEY (account_group_id) REFERENCES public.account_groups(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.hand_overs ADD CONSTRAINT hand_overs_key_id_fkey FOREIGN KEY (key_id) REFERENCES public.api_keys(id);
ALTER TABLE ONLY public.key_secrets ADD CONSTRAINT key_secrets_key_id_fkey FOREIGN KEY (key_id) REFERENCES public.api_keys(id);
ALTER TABLE ONLY public.known_browsers ADD CONSTRAINT known_browsers_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);
ALTER TABLE ONLY public.mapped_account_groups ADD CONSTRAINT mapped_account_groups_user_id_group_id_fkey FOREIGN KEY (user_id, group_id) REFERENCES public.user_account_groups(user_id, group_id) ON DELETE CASCADE;
ALTER TABLE ONLY public.name_changes ADD CONSTRAINT name_changes_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);
ALTER TABLE ONLY public.passkeys ADD CONSTRAINT passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);
ALTER TABLE ONLY public.password_links ADD CONSTRAINT password_links_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);
ALTER TABLE ONLY public.pending_sign_ins ADD CONSTRAINT pending_sign_ins_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);
ALTER TABLE ONLY public.portal_sessions ADD CONSTRAINT portal_sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);
ALTER TABLE ONLY public.provider_identities ADD CONSTRAINT provider_identities_provider_id_fkey FOREIGN KEY (provider_id) REFERENCES public.sign_in_providers(id);
ALTER TABLE ONLY public.provider_identities ADD CONSTRAINT provider_identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);
ALTER TABLE ONLY public.recovery_codes ADD CONSTRAINT recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);
ALTER TABLE ONLY public.refresh_families ADD CONSTRAINT refresh_families_key_id_fkey FOREIGN KEY (key_id) REFERENCES public.api_keys(id);
ALTER TABLE ONLY public.refresh_families ADD CONSTRAINT refresh_families_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES public.users(id);
ALTER TABLE ONLY public.scim_group_members ADD CONSTRAINT scim_group_members_group_id_fkey FOREIGN KEY (group_id) REFERENCES public.scim_groups(id);
ALTER TABLE ONLY public.scim_group_members ADD CONSTRAINT scim_group_members_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);
ALTER TABLE ONLY public.scim_users ADD CONSTRAINT scim_users_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);
ALTER TABLE ONLY public.sso_grants ADD CONSTRAINT sso_grants_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);
ALTER TABLE ONLY public.sso_grants ADD CONSTRAINT sso_grants_key_id_fkey FOREIGN KEY (key_id) REFERENCES public.api_keys(id);
ALTER TABLE ONLY public.sso_grants ADD CONSTRAINT sso_grants_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);
ALTER TABLE ONLY public.user_account_groups ADD CONSTRAINT user_account_groups_group_id_fkey FOREIGN KEY (group_id) REFERENCES public.account_groups(id);
ALTER TABLE ONLY public.user_account_groups ADD CONSTRAINT user_account_groups_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);
ALTER TABLE ONLY public.user_accounts ADD CONSTRAINT user_accounts_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);
ALTER TABLE ONLY public.user_accounts ADD CONSTRAINT user_accounts_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);
