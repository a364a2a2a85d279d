import { scriptMigration } from '#lib/db/migrations/run-script.ts'

/**
 * OpenID Connect providers, and whom of their users they sign in as. `linked_at` of a user: since when a provider does so.
 * A session, and a sign-in whose second step is missing, keep the identity and the provider's session that they came from.
 */
export const up = scriptMigration(`
  create table sign_in_providers (
    id text not null primary key, label text not null, issuer text not null unique, client_id text not null,
    client_auth text not null, secret_sealed text, master_id text, domains text not null, groups_claim text,
    acr_values text, amr_values text, max_age_seconds bigint, creates_users_at bigint, passwords_off_at bigint,
    disabled_at bigint, created_at bigint not null, created_by text not null
  );
  create table provider_identities (
    id text not null primary key, provider_id text not null references sign_in_providers (id),
    issuer text not null, subject text not null, user_id text not null references users (id), email text,
    linked_at bigint not null, last_sign_in_at bigint,
    constraint provider_identities_unique unique (issuer, subject)
  );
  create index provider_identities_by_user on provider_identities (user_id);
  create index provider_identities_by_provider on provider_identities (provider_id);
  create table used_logout_tokens (token_hash text not null primary key, expires_at bigint not null);
  create index used_logout_tokens_by_expiry on used_logout_tokens (expires_at);
  alter table users add column linked_at bigint;
  alter table portal_sessions add column identity_id text;
  alter table portal_sessions add column provider_sid_hash text;
  create index portal_sessions_by_identity on portal_sessions (identity_id, provider_sid_hash);
  alter table pending_sign_ins add column identity_id text;
  alter table pending_sign_ins add column provider_sid_hash text;
  alter table pending_sign_ins add column provider_name text;
`)
