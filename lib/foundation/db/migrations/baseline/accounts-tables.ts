/** Accounts, their groups, and which users may open them. */
export const accountTables = `
  -- last_opened_at 0: never. Not null, so that a page follows another by comparing.
  create table accounts (
    id text primary key, name text not null, search_text text not null, locale text, deep_path text,
    created_at bigint not null, suspended_at bigint, last_opened_at bigint not null default 0
  );
  create index accounts_by_name on accounts (search_text, id);
  -- In list order, so that a few suspended accounts aren't searched among all.
  create index accounts_suspended on accounts (search_text, id, suspended_at) where suspended_at is not null;
  create index accounts_by_opening on accounts (last_opened_at, id);
  create index accounts_by_creation on accounts (created_at, id);
  create index accounts_by_locale on accounts (locale, search_text, id);
  create index accounts_by_plain_id on accounts (replace(replace(replace(lower(id), '-', ''), '_', ''), '.', ''));
  create table user_accounts (
    user_id text not null references users (id), account_id text not null references accounts (id),
    granted_at bigint not null, constraint user_accounts_key primary key (user_id, account_id)
  );
  create index user_accounts_by_account on user_accounts (account_id, user_id);
  create table account_shortcuts (
    user_id text not null references users (id), account_id text not null references accounts (id), pinned_at bigint,
    opened_at bigint, pin_order integer, constraint account_shortcuts_key primary key (user_id, account_id)
  );
  create table account_groups (
    id text not null constraint account_groups_key primary key, name text not null, name_key text not null unique,
    note text not null, created_at bigint not null, changed_at bigint not null
  );
  -- An empty id_prefix or locale matches every account. applied_at: when all existing accounts were matched.
  create table account_group_rules (
    id text not null constraint account_group_rules_key primary key,
    group_id text not null references account_groups (id), id_prefix text not null, locale text not null,
    created_at bigint not null, applied_at bigint,
    constraint account_group_rules_unique unique (group_id, id_prefix, locale)
  );
  -- A member is stored once for each reason: chosen (rule_id is empty) or matched by a rule.
  create table account_group_members (
    group_id text not null references account_groups (id), account_id text not null references accounts (id),
    rule_id text not null, constraint account_group_members_key primary key (group_id, account_id, rule_id)
  );
  create index account_group_members_by_account on account_group_members (account_id, group_id);
  create index account_group_members_by_rule on account_group_members (rule_id, account_id) where rule_id <> '';
  create table user_account_groups (
    user_id text not null references users (id), group_id text not null references account_groups (id),
    granted_at bigint not null, mapped_at bigint, constraint user_account_groups_key primary key (user_id, group_id)
  );
  create index user_account_groups_by_group on user_account_groups (group_id, user_id);
  -- account_id is the ID as the user entered it, and no foreign key: a request doesn't tell whether the account exists.
  create table access_requests (
    id text not null constraint access_requests_key primary key, user_id text not null references users (id),
    account_id text not null, reason text not null, requested_at bigint not null, decision text, decided_at bigint,
    decided_by text, note text
  );
  create unique index access_requests_pending on access_requests (user_id, account_id) where decided_at is null;
  create index access_requests_waiting on access_requests (requested_at, id) where decided_at is null;
  create index access_requests_decided on access_requests (decided_at, id) where decided_at is not null;
  create index access_requests_by_user on access_requests (user_id, requested_at);
  create index access_requests_by_age on access_requests (coalesce(decided_at, requested_at));
  create table account_imports (
    id text primary key, user_id text not null references users (id), file_name text not null, content text not null,
    total_rows integer not null, bad_rows integer not null, done_rows integer not null, created_rows integer not null,
    updated_rows integer not null, unchanged_rows integer not null, uploaded_at bigint not null, advanced_at bigint,
    finished_at bigint
  );
  -- Finding old imports must not read their rows, which may be megabytes long.
  create index account_imports_by_last_step on account_imports (coalesce(finished_at, advanced_at, uploaded_at));
  create table account_usage (
    account_id text not null, day bigint not null, opener text not null, count bigint not null,
    expires_at bigint not null, primary key (account_id, day, opener)
  );
  create index account_usage_by_end on account_usage (expires_at);
  create table counters (name text primary key, value bigint not null);
  create table return_addresses (origin text primary key, created_at bigint not null, created_by text not null);
`
