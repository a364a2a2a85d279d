import { scriptMigration } from '#lib/db/migrations/run-script.ts'

/**
 * What a company's directory provisions by SCIM. Names are compared by their keys, external IDs exactly (RFC 7643 §3.1).
 * After a deletion the user stays, deactivated, without the names that a new user of the directory may take.
 */
export const up = scriptMigration(`
  create table scim_users (
    user_id text not null primary key references users (id), external_id text unique,
    user_name text, user_name_key text unique, given_name text, family_name text,
    changed_at bigint not null, deleted_at bigint
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
`)
