import { scriptMigration } from '#lib/db/migrations/run-script.ts'

/**
 * What the groups of a sign-in provider or of SCIM give to users. A user has an account group by hand, from mappings, or
 * both: `mapped_account_groups` names each source that gives it, and `mapped_at` is null if a manager gave it.
 * `role_source` is the source that made a user an admin.
 */
export const up = scriptMigration(`
  create table group_mappings (
    id text not null primary key, source text not null, group_name text not null,
    role text, account_group_id text references account_groups (id) on delete cascade,
    created_at bigint not null, created_by text not null
  );
  create index group_mappings_by_source on group_mappings (source, group_name);
  create index group_mappings_by_account_group on group_mappings (account_group_id);
  alter table user_account_groups add column mapped_at bigint;
  create table mapped_account_groups (
    user_id text not null, group_id text not null, source text not null,
    constraint mapped_account_groups_key primary key (user_id, group_id, source),
    foreign key (user_id, group_id) references user_account_groups (user_id, group_id) on delete cascade
  );
  create index mapped_account_groups_by_source on mapped_account_groups (source, user_id);
  alter table users add column role_source text;
`)
