/** Sign-in providers, directories, and what their groups give to users. */
export const signInTables = `
  create table sign_in_providers (
    id text not null primary key, label text not null, issuer text not null unique, client_id text not null,
    client_auth text not null, secret_sealed text, master_id text, domains text not null, groups_claim text,
    acr_values text, amr_values text, max_age_seconds bigint, creates_users_at bigint, passwords_off_at bigint,
    disabled_at bigint, created_at bigint not null, created_by text not null
  );
  create table provider_identities (
    id text not null primary key, provider_id text not null references sign_in_providers (id), issuer text not null,
    subject text not null, user_id text not null references users (id), email text, linked_at bigint not null,
    last_sign_in_at bigint, constraint provider_identities_unique unique (issuer, subject)
  );
  create index provider_identities_by_user on provider_identities (user_id);
  create index provider_identities_by_provider on provider_identities (provider_id);
  create table used_logout_tokens (token_hash text not null primary key, expires_at bigint not null);
  create index used_logout_tokens_by_expiry on used_logout_tokens (expires_at);
  create table group_mappings (
    id text not null primary key, source text not null, group_name text not null, role text,
    account_group_id text references account_groups (id) on delete cascade, created_at bigint not null,
    created_by text not null
  );
  create index group_mappings_by_source on group_mappings (source, group_name);
  create index group_mappings_by_account_group on group_mappings (account_group_id);
  -- Each source that gives a user an account group. mapped_at of user_account_groups is null if a manager gave it.
  create table mapped_account_groups (
    user_id text not null, group_id text not null, source text not null,
    constraint mapped_account_groups_key primary key (user_id, group_id, source),
    foreign key (user_id, group_id) references user_account_groups (user_id, group_id) on delete cascade
  );
  create index mapped_account_groups_by_source on mapped_account_groups (source, user_id);
  -- Names are compared by their keys, external IDs exactly (RFC 7643 §3.1).
  create table scim_users (
    user_id text not null primary key references users (id), external_id text unique, user_name text,
    user_name_key text unique, given_name text, family_name text, changed_at bigint not null, deleted_at bigint
  );
  create table scim_groups (
    id text not null primary key, external_id text unique, name text not null, name_key text not null unique,
    version bigint not null, created_at bigint not null, changed_at bigint not null
  );
  create table scim_group_members (
    group_id text not null references scim_groups (id), user_id text not null references users (id),
    constraint scim_group_members_key primary key (group_id, user_id)
  );
  create index scim_group_members_by_user on scim_group_members (user_id, group_id);
`
