CREATE TABLE "kysely_migration" ("name" varchar(255) not null primary key, "timestamp" varchar(255) not null);
CREATE TABLE "kysely_migration_lock" ("id" varchar(255) not null primary key, "is_locked" integer default 0 not null);
CREATE TABLE users (
    id text primary key, email text, email_key text unique,
    username text not null, username_key text not null unique,
    name text not null, search_text text not null,
    role text not null, account_scope text not null,
    password_hash text, password_set_at bigint,
    created_at bigint not null, created_by text not null,
    deactivated_at bigint, last_sign_in_at bigint
  , first_steps_hidden_at bigint, language text, time_zone text, browser_language text, muted_notices text, factor_grace_ends_at bigint, short_password_set_at bigint, role_source text, linked_at bigint, username_unproven_at bigint, email_unproven_at bigint);
CREATE TABLE password_links (
    token_hash text primary key, purpose text not null, user_id text references users (id),
    created_by text not null, created_at bigint not null, expires_at bigint not null, used_at bigint
  );
CREATE TABLE sign_in_failures (
    subject text primary key, failures integer not null, window_ends_at bigint not null
  );
CREATE TABLE accounts (
    id text primary key, name text not null, search_text text not null,
    locale text, deep_path text,
    created_at bigint not null, suspended_at bigint
  , last_opened_at bigint not null default 0);
CREATE TABLE user_accounts (
    user_id text not null references users (id), account_id text not null references accounts (id),
    granted_at bigint not null,
    constraint user_accounts_key primary key (user_id, account_id)
  );
CREATE TABLE account_shortcuts (
    user_id text not null references users (id), account_id text not null references accounts (id),
    pinned_at bigint, opened_at bigint, pin_order integer,
    constraint account_shortcuts_key primary key (user_id, account_id)
  );
CREATE TABLE return_addresses (
    origin text primary key, created_at bigint not null, created_by text not null
  );
CREATE TABLE account_imports (
    id text primary key, user_id text not null references users (id),
    file_name text not null, content text not null,
    total_rows integer not null, bad_rows integer not null, done_rows integer not null,
    created_rows integer not null, updated_rows integer not null, unchanged_rows integer not null,
    uploaded_at bigint not null, advanced_at bigint, finished_at bigint
  );
CREATE TABLE api_keys (
    id text primary key, name text not null,
    owner_id text not null references users (id),
    created_by text not null, created_at bigint not null,
    expires_at bigint, disabled_at bigint, revoked_at bigint,
    last_used_at bigint, last_used_from text
  , scopes text default 'sso' not null, account_ids text, networks text, note text, rotatable_since bigint, expiry_noticed_days bigint, return_addresses text, limit_mode text, calls_per_minute bigint, calls_per_day bigint, dpop_since bigint, search_text text);
CREATE TABLE refresh_families (
    id text primary key, nonce text not null, master_id text not null,
    key_id text not null references api_keys (id), owner_id text not null references users (id),
    generation integer not null, issued_at bigint not null, issued_from text not null, rotated_at bigint,
    idle_expires_at bigint not null, expires_at bigint not null,
    revoked_at bigint, revoked_reason text
  , scope text default 'sso' not null, secret_id text, dpop_jkt text);
CREATE TABLE signing_keys (
    id text primary key, alg text not null, public_jwk text not null,
    private_sealed text not null, master_id text not null,
    created_at bigint not null, activated_at bigint, retired_at bigint
  );
CREATE TABLE settings (name text primary key, value text not null);
CREATE TABLE sso_grants (
    token_hash text primary key,
    user_id text not null references users (id), account_id text not null references accounts (id),
    key_id text references api_keys (id), family_id text, browser_hash text,
    back_url text not null, deep_path text not null, locale text not null,
    retry_of_at bigint, issued_at bigint not null, expires_at bigint not null,
    redeemed_at bigint, burned_at bigint
  , redeemed_from text, session_id text, prefetched_at bigint, prefetched_from text, refused_at bigint, refused_from text, refused_reason text);
CREATE TABLE account_sessions (
    id text primary key, secret_hash text unique,
    user_id text not null references users (id), account_id text not null references accounts (id),
    key_id text references api_keys (id), browser_hash text not null,
    locale text not null, back_url text not null, deep_path text not null,
    created_at bigint not null, last_seen_at bigint not null, expires_at bigint not null,
    pending_until bigint, ended_at bigint, end_reason text
  , master_id text, family_id text, confirmed_at bigint);
CREATE TABLE portal_sessions (
    id text primary key, secret_hash text not null unique,
    user_id text not null references users (id), browser_hash text not null,
    address text not null, user_agent text not null,
    created_at bigint not null, confirmed_at bigint not null, last_seen_at bigint not null,
    expires_at bigint not null, ended_at bigint
  , master_id text, strength text not null default 'pwd', former_secret_hash text, former_ends_at bigint, identity_id text, provider_sid_hash text);
CREATE TABLE audit_events (
    id text primary key, at bigint not null, kind text not null,
    actor_kind text not null, actor_id text, actor_name text not null,
    subject_kind text not null, subject_id text, subject_name text not null,
    account_id text, address text not null, request_id text not null, details text not null
  , key_id text, address_key text);
CREATE TABLE account_numbers (
    number integer primary key,
    account_id text not null unique references accounts (id)
  );
CREATE VIRTUAL TABLE account_trigrams using fts5 (
    words, content='', tokenize='trigram case_sensitive 1'
  );
CREATE TABLE leases (name text primary key, holder text not null, free_at bigint not null);
CREATE TABLE known_browsers (
    browser_hash text not null, user_id text not null references users (id), last_sign_in_at bigint not null,
    constraint known_browsers_pkey primary key (browser_hash, user_id)
  );
CREATE TABLE refused_sign_ins (
    network text primary key, failures bigint not null, window_ends_at bigint not null
  );
CREATE TABLE locks (name text primary key);
CREATE TABLE counters (name text primary key, value bigint not null);
CREATE TABLE usage_hours (hour bigint not null, name text not null, count bigint not null, primary key (name, hour));
CREATE TABLE access_requests (
    id text not null constraint access_requests_key primary key,
    user_id text not null references users (id), account_id text not null, reason text not null,
    requested_at bigint not null,
    decision text, decided_at bigint, decided_by text, note text
  );
CREATE TABLE activity_views (
    user_id text not null, name text not null, query text not null, created_at bigint not null,
    constraint activity_views_key primary key (user_id, name)
  );
CREATE TABLE account_groups (
      id text not null constraint account_groups_key primary key,
      name text not null, name_key text not null unique, note text not null,
      created_at bigint not null, changed_at bigint not null
    );
CREATE TABLE account_group_rules (
      id text not null constraint account_group_rules_key primary key,
      group_id text not null references account_groups (id),
      id_prefix text not null, locale text not null, created_at bigint not null, applied_at bigint,
      constraint account_group_rules_unique unique (group_id, id_prefix, locale)
    );
CREATE TABLE account_group_members (
      group_id text not null references account_groups (id),
      account_id text not null references accounts (id),
      rule_id text not null,
      constraint account_group_members_key primary key (group_id, account_id, rule_id)
    );
CREATE TABLE user_account_groups (
      user_id text not null references users (id),
      group_id text not null references account_groups (id),
      granted_at bigint not null, mapped_at bigint,
      constraint user_account_groups_key primary key (user_id, group_id)
    );
CREATE TABLE organization (
    id text not null constraint organization_key primary key constraint organization_one_row check (id = 'organization'),
    name text, accent text, logo_type text, logo_digest text, logo_aspect bigint, changed_at bigint not null, logo text
  );
CREATE TABLE journal_entries (seq bigint not null primary key, event_id text not null, hash text not null);
CREATE TABLE journal_checkpoints (seq bigint not null primary key, created_at bigint not null, token text not null);
CREATE TABLE journal_keys (id text not null primary key, public_jwk text not null);
CREATE TABLE unsealed_events (at bigint not null, event_id text not null, primary key (at, event_id));
CREATE TABLE webhooks (
    id text not null primary key, url text not null, description text not null, kinds text,
    created_at bigint not null, created_by text not null,
    secret_sealed text not null, secret_created_at bigint not null, former_sealed text, master_id text not null,
    position bigint not null, attempts bigint not null default 0, first_failed_at bigint, next_attempt_at bigint,
    claimed_by text, claimed_until bigint, paused_at bigint, paused_reason text
  , secret_created_by text);
CREATE TABLE webhook_deliveries (
    id text not null primary key, webhook_id text not null, seq bigint, message_id text not null, kind text not null,
    at bigint not null, duration_ms bigint not null, status bigint, reason text, answer text not null
  );
CREATE TABLE key_secrets (
    id text not null primary key, key_id text not null references api_keys (id),
    secret_hash text not null, master_id text not null, created_at bigint not null, created_by text not null,
    current_since bigint, lapses_at bigint, former_retires_after_ms bigint, former_families text,
    retiring_since bigint, retires_at bigint, families text, retired_at bigint,
    refused_from bigint, refused_until bigint, last_used_at bigint
  , shown_to text not null default 'creator', public_jwk text);
CREATE TABLE mails (
    id text not null primary key, user_id text not null, kind text not null, actor_id text, facts text not null,
    link_sealed text, master_id text, created_at bigint not null,
    attempts bigint not null default 0, next_attempt_at bigint not null, claimed_by text, claimed_until bigint,
    sent_at bigint, failed_at bigint, stage text, reason text, delete_at bigint not null
  );
CREATE TABLE refusals (
    request_id text not null primary key, at bigint not null, endpoint text not null, status bigint not null,
    error text not null, description text not null, reason text not null, network text not null, shape text not null,
    key_id text, secret_id text, facts text not null
  );
CREATE TABLE key_usage (
    key_id text not null, period text not null, since bigint not null, name text not null, secret_id text not null,
    count bigint not null, expires_at bigint not null, primary key (key_id, period, since, name, secret_id)
  );
CREATE TABLE account_usage (
    account_id text not null, day bigint not null, opener text not null,
    count bigint not null, expires_at bigint not null, primary key (account_id, day, opener)
  );
CREATE TABLE key_calls (
    key_id text not null, period text not null, starts_at bigint not null, calls bigint not null,
    primary key (key_id, period)
  );
CREATE TABLE key_excess_hours (
    key_id text not null, hour bigint not null, mode text not null, calls bigint not null,
    primary key (key_id, hour, mode)
  );
CREATE TABLE hand_overs (
    id text not null primary key, key_id text not null references api_keys (id), token_hash text not null unique,
    created_at bigint not null, created_by text not null, expires_at bigint not null,
    former_retires_after_ms bigint not null, former_families text not null,
    withdrawn_at bigint, used_at bigint, used_from text, reported_at bigint
  );
CREATE TABLE passkeys (
    id text not null primary key, user_id text not null references users (id), credential_id text not null unique,
    public_key text not null, sign_count bigint not null, name text not null, transports text not null,
    device_type text not null, created_at bigint not null, last_used_at bigint
  );
CREATE TABLE used_challenges (challenge_hash text not null primary key, expires_at bigint not null);
CREATE TABLE authenticator_apps (
    user_id text not null primary key references users (id), secret_sealed text not null, master_id text not null,
    last_step bigint not null, created_at bigint not null, last_used_at bigint
  );
CREATE TABLE recovery_codes (
    code_hash text not null primary key, user_id text not null references users (id),
    created_at bigint not null, used_at bigint
  );
CREATE TABLE sign_in_policy (
    id text not null primary key, second_factor text not null, changed_at bigint not null, changed_by text not null
  );
CREATE TABLE pending_sign_ins (
    token_hash text not null primary key, user_id text not null references users (id), browser_hash text not null,
    password_set_at bigint not null, expires_at bigint not null
  , identity_id text, provider_sid_hash text, provider_name text);
CREATE TABLE group_mappings (
    id text not null primary key, source text not null, group_name text not null,
    role text, account_group_id text references account_groups (id) on delete cascade,
    created_at bigint not null, created_by text not null
  );
CREATE TABLE mapped_account_groups (
    user_id text not null, group_id text not null, source text not null,
    constraint mapped_account_groups_key primary key (user_id, group_id, source),
    foreign key (user_id, group_id) references user_account_groups (user_id, group_id) on delete cascade
  );
CREATE TABLE sign_in_providers (
    id text not null primary key, label text not null, issuer text not null unique, client_id text not null,
    client_auth text not null, secret_sealed text, master_id text, domains text not null, groups_claim text,
    acr_values text, amr_values text, max_age_seconds bigint, creates_users_at bigint, passwords_off_at bigint,
    disabled_at bigint, created_at bigint not null, created_by text not null
  );
CREATE TABLE provider_identities (
    id text not null primary key, provider_id text not null references sign_in_providers (id),
    issuer text not null, subject text not null, user_id text not null references users (id), email text,
    linked_at bigint not null, last_sign_in_at bigint,
    constraint provider_identities_unique unique (issuer, subject)
  );
CREATE TABLE used_logout_tokens (token_hash text not null primary key, expires_at bigint not null);
CREATE TABLE scim_users (
    user_id text not null primary key references users (id), external_id text unique,
    user_name text, user_name_key text unique, given_name text, family_name text,
    changed_at bigint not null, deleted_at bigint
  );
CREATE TABLE scim_groups (
    id text not null primary key, external_id text unique, name text not null, name_key text not null unique,
    version bigint not null, created_at bigint not null, changed_at bigint not null
  );
CREATE TABLE scim_group_members (
    group_id text not null references scim_groups (id), user_id text not null references users (id),
    constraint scim_group_members_key primary key (group_id, user_id)
  );
CREATE TABLE idempotency_keys (
    key_id text not null, name text not null, fingerprint text not null, response text, created_at bigint not null,
    constraint idempotency_keys_key primary key (key_id, name)
  );
CREATE TABLE used_proofs (id text not null primary key, expires_at bigint not null);
CREATE TABLE name_changes (
    user_id text not null primary key references users (id), username text, email text, requested_at bigint not null
  );
-- rows
insert into account_trigrams (account_trigrams, rank) values ('automerge', 8);
insert into account_numbers (account_id) select id from accounts;
insert into account_trigrams (rowid, words)
  select n.number, '  ' || replace(replace(a.search_text, char(10), ' '), ' ', '  ')
  from account_numbers as n cross join accounts as a on a.id = n.account_id order by n.number;
CREATE INDEX users_by_name on users (search_text, id);
CREATE INDEX password_links_by_user on password_links (user_id);
CREATE INDEX sign_in_failures_by_end on sign_in_failures (window_ends_at);
CREATE INDEX accounts_by_name on accounts (search_text, id);
CREATE INDEX api_keys_by_owner on api_keys (owner_id);
CREATE UNIQUE INDEX signing_keys_current on signing_keys ((1))
    where activated_at is not null and retired_at is null;
CREATE UNIQUE INDEX signing_keys_next on signing_keys ((1))
    where activated_at is null and retired_at is null;
CREATE INDEX sso_grants_live on sso_grants (key_id, expires_at)
    where redeemed_at is null and burned_at is null;
CREATE INDEX sso_grants_by_expiry on sso_grants (expires_at);
CREATE UNIQUE INDEX account_sessions_open on account_sessions (browser_hash, account_id)
    where ended_at is null and pending_until is null;
CREATE INDEX account_sessions_by_expiry on account_sessions (expires_at);
CREATE INDEX portal_sessions_by_user on portal_sessions (user_id);
CREATE INDEX portal_sessions_by_expiry on portal_sessions (expires_at);
CREATE INDEX audit_events_by_time on audit_events (at, id);
CREATE INDEX audit_events_by_actor on audit_events (actor_id, at);
CREATE INDEX audit_events_by_subject on audit_events (subject_id, at);
CREATE INDEX audit_events_by_account on audit_events (account_id, at);
CREATE INDEX accounts_suspended on accounts (search_text, id, suspended_at) where suspended_at is not null;
CREATE TRIGGER account_trigrams_insert after insert on accounts begin
    insert into account_numbers (account_id) values (new.id);
    insert into account_trigrams (rowid, words)
      select number, '  ' || replace(replace(new.search_text, char(10), ' '), ' ', '  ') from account_numbers where account_id = new.id;
  end;
CREATE TRIGGER account_trigrams_update after update of search_text on accounts
    when new.search_text <> old.search_text begin
    insert into account_trigrams (account_trigrams, rowid, words)
      select 'delete', number, '  ' || replace(replace(old.search_text, char(10), ' '), ' ', '  ') from account_numbers where account_id = old.id;
    insert into account_trigrams (rowid, words)
      select number, '  ' || replace(replace(new.search_text, char(10), ' '), ' ', '  ') from account_numbers where account_id = new.id;
  end;
CREATE TRIGGER account_trigrams_delete after delete on accounts begin
    insert into account_trigrams (account_trigrams, rowid, words)
      select 'delete', number, '  ' || replace(replace(old.search_text, char(10), ' '), ' ', '  ') from account_numbers where account_id = old.id;
    delete from account_numbers where account_id = old.id;
  end;
CREATE INDEX refresh_families_by_end on refresh_families (coalesce(revoked_at, idle_expires_at));
CREATE INDEX password_links_by_expiry on password_links (expires_at);
CREATE INDEX account_imports_by_last_step on account_imports (coalesce(finished_at, advanced_at, uploaded_at));
CREATE INDEX known_browsers_by_user on known_browsers (user_id, last_sign_in_at);
CREATE INDEX known_browsers_by_sign_in on known_browsers (last_sign_in_at);
CREATE INDEX refused_sign_ins_by_end on refused_sign_ins (window_ends_at);
CREATE INDEX accounts_by_expanded_name on accounts ((substr(search_text, instr(search_text, char(10)) + length(id) + 2))) where substr(search_text, instr(search_text, char(10)) + length(id) + 2) <> ''
  ;
CREATE INDEX account_sessions_by_family on account_sessions (user_id, family_id);
CREATE TRIGGER account_counter_insert after insert on accounts when new.suspended_at is null begin
    insert into counters (name, value) values ('active-accounts', 1)
      on conflict (name) do update set value = counters.value + excluded.value;
  end;
CREATE TRIGGER account_counter_update after update of suspended_at on accounts
    when (old.suspended_at is null) <> (new.suspended_at is null) begin
    insert into counters (name, value) values ('active-accounts', (new.suspended_at is null) - (old.suspended_at is null))
      on conflict (name) do update set value = counters.value + excluded.value;
  end;
CREATE TRIGGER account_counter_delete after delete on accounts when old.suspended_at is null begin
    insert into counters (name, value) values ('active-accounts', -1)
      on conflict (name) do update set value = counters.value + excluded.value;
  end;
CREATE INDEX api_keys_by_creation on api_keys (created_at, id);
CREATE INDEX accounts_by_opening on accounts (last_opened_at, id);
CREATE INDEX accounts_by_creation on accounts (created_at, id);
CREATE INDEX accounts_by_locale on accounts (locale, search_text, id);
CREATE INDEX user_accounts_by_account on user_accounts (account_id, user_id);
CREATE INDEX account_sessions_by_account on account_sessions (account_id)
      where ended_at is null and pending_until is null;
CREATE TRIGGER account_opening_1 after insert on account_shortcuts
    when new.opened_at is not null begin
    update accounts set last_opened_at = new.opened_at where id = new.account_id and last_opened_at < new.opened_at - 3600000;
  end;
CREATE TRIGGER account_opening_2 after update of opened_at on account_shortcuts
    when new.opened_at is not null begin
    update accounts set last_opened_at = new.opened_at where id = new.account_id and last_opened_at < new.opened_at - 3600000;
  end;
CREATE INDEX usage_hours_by_hour on usage_hours (hour);
CREATE INDEX audit_events_by_key on audit_events (key_id, at) where key_id is not null;
CREATE INDEX audit_events_by_kind on audit_events (kind, at);
CREATE UNIQUE INDEX access_requests_pending on access_requests (user_id, account_id) where decided_at is null;
CREATE INDEX access_requests_waiting on access_requests (requested_at, id) where decided_at is null;
CREATE INDEX access_requests_decided on access_requests (decided_at, id) where decided_at is not null;
CREATE INDEX access_requests_by_user on access_requests (user_id, requested_at);
CREATE INDEX access_requests_by_age on access_requests (coalesce(decided_at, requested_at));
CREATE INDEX users_by_role on users (role);
CREATE INDEX account_group_members_by_account on account_group_members (account_id, group_id);
CREATE INDEX account_group_members_by_rule on account_group_members (rule_id, account_id) where rule_id <> '';
CREATE INDEX user_account_groups_by_group on user_account_groups (group_id, user_id);
CREATE TRIGGER account_group_insert after insert on accounts begin
    insert into account_group_members (group_id, account_id, rule_id)
    select r.group_id, new.id, r.id from account_group_rules as r 
    where substr(new.id, 1, length(r.id_prefix)) = r.id_prefix and (r.locale = '' or r.locale = new.locale)
    on conflict do nothing;
  end;
CREATE TRIGGER account_group_update after update of locale on accounts when old.locale is not new.locale begin
    delete from account_group_members where account_id = new.id and rule_id <> '';
    insert into account_group_members (group_id, account_id, rule_id)
    select r.group_id, new.id, r.id from account_group_rules as r 
    where substr(new.id, 1, length(r.id_prefix)) = r.id_prefix and (r.locale = '' or r.locale = new.locale)
    on conflict do nothing;
  end;
CREATE INDEX audit_events_by_network on audit_events (address_key, at);
CREATE TRIGGER audit_events_unsealed after insert on audit_events begin
      insert into unsealed_events (at, event_id) values (new.at, new.id) on conflict do nothing;
    end;
CREATE INDEX webhook_deliveries_by_webhook on webhook_deliveries (webhook_id, at);
CREATE INDEX webhook_deliveries_by_time on webhook_deliveries (at);
CREATE UNIQUE INDEX key_secrets_by_key on key_secrets (key_id, secret_hash);
CREATE INDEX key_secrets_by_retirement on key_secrets (retires_at) where retired_at is null;
CREATE INDEX key_secrets_by_end
    on key_secrets ((case when current_since is null then coalesce(retired_at, lapses_at) else retired_at end));
CREATE INDEX refresh_families_by_secret on refresh_families (secret_id, (coalesce(rotated_at, issued_at)));
CREATE INDEX mails_to_send on mails (next_attempt_at) where sent_at is null and failed_at is null;
CREATE INDEX mails_by_user on mails (user_id, created_at);
CREATE INDEX mails_by_deletion on mails (delete_at);
CREATE INDEX api_keys_by_expiry on api_keys (expires_at) where revoked_at is null and expires_at is not null;
CREATE INDEX refusals_by_time on refusals (at);
CREATE INDEX refusals_by_key on refusals (key_id, at);
CREATE INDEX key_usage_by_end on key_usage (expires_at);
CREATE INDEX account_usage_by_end on account_usage (expires_at);
CREATE INDEX key_excess_hours_by_hour on key_excess_hours (hour);
CREATE INDEX hand_overs_by_key on hand_overs (key_id, created_at);
CREATE INDEX hand_overs_by_expiry on hand_overs (expires_at);
CREATE INDEX key_secrets_by_hash on key_secrets (secret_hash);
CREATE INDEX passkeys_by_user on passkeys (user_id);
CREATE INDEX used_challenges_by_expiry on used_challenges (expires_at);
CREATE INDEX recovery_codes_by_user on recovery_codes (user_id);
CREATE INDEX pending_sign_ins_by_expiry on pending_sign_ins (expires_at);
CREATE INDEX pending_sign_ins_by_user on pending_sign_ins (user_id);
CREATE INDEX portal_sessions_by_former on portal_sessions (former_secret_hash);
CREATE INDEX key_secrets_by_creator on key_secrets (created_by, created_at);
CREATE INDEX group_mappings_by_source on group_mappings (source, group_name);
CREATE INDEX group_mappings_by_account_group on group_mappings (account_group_id);
CREATE INDEX mapped_account_groups_by_source on mapped_account_groups (source, user_id);
CREATE INDEX provider_identities_by_user on provider_identities (user_id);
CREATE INDEX provider_identities_by_provider on provider_identities (provider_id);
CREATE INDEX used_logout_tokens_by_expiry on used_logout_tokens (expires_at);
CREATE INDEX portal_sessions_by_identity on portal_sessions (identity_id, provider_sid_hash);
CREATE INDEX scim_group_members_by_user on scim_group_members (user_id, group_id);
CREATE INDEX idempotency_keys_by_creation on idempotency_keys (created_at);
CREATE INDEX used_proofs_by_expiry on used_proofs (expires_at);
CREATE INDEX accounts_by_plain_id on accounts (replace(replace(replace(lower(id), '-', ''), '_', ''), '.', ''));
