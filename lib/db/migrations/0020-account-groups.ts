import { type Kysely, sql } from 'kysely'
import { engineOf } from '#lib/db/engine.ts'
import { runScript } from '#lib/db/migrations/run-script.ts'

/**
 * Account groups. A member is stored once for each reason: chosen (`rule_id` is empty) or matched by a rule, so that
 * removing a rule leaves the others. Triggers match accounts with rules whichever statement writes them: the portal, the
 * CLI or an import. A restore fills the rules after the accounts, so that the stored members are not matched again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runScript(
    db,
    `
    create table account_groups (
      id text not null constraint account_groups_key primary key,
      name text not null, name_key text not null unique, note text not null,
      created_at bigint not null, changed_at bigint not null
    );
    -- An empty id_prefix or locale matches every account. applied_at: when all existing accounts were matched.
    create table account_group_rules (
      id text not null constraint account_group_rules_key primary key,
      group_id text not null references account_groups (id),
      id_prefix text not null, locale text not null, created_at bigint not null, applied_at bigint,
      constraint account_group_rules_unique unique (group_id, id_prefix, locale)
    );
    create table account_group_members (
      group_id text not null references account_groups (id),
      account_id text not null references accounts (id),
      rule_id text not null,
      constraint account_group_members_key primary key (group_id, account_id, rule_id)
    );
    create index account_group_members_by_account on account_group_members (account_id, group_id);
    create index account_group_members_by_rule on account_group_members (rule_id, account_id) where rule_id <> '';
    create table user_account_groups (
      user_id text not null references users (id),
      group_id text not null references account_groups (id),
      granted_at bigint not null,
      constraint user_account_groups_key primary key (user_id, group_id)
    );
    create index user_account_groups_by_group on user_account_groups (group_id, user_id);`,
  )
  const statements = engineOf(db) === 'postgres' ? postgresTriggers : sqliteTriggers
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/** @param accounts where the accounts come from, as `a`; empty for the row of the trigger, which is `a` then */
function addMatches(a: string, accounts: string): string {
  return `insert into account_group_members (group_id, account_id, rule_id)
    select r.group_id, ${a}.id, r.id from account_group_rules as r ${accounts}
    where substr(${a}.id, 1, length(r.id_prefix)) = r.id_prefix and (r.locale = '' or r.locale = ${a}.locale)
    on conflict do nothing`
}

const removeMatches = `delete from account_group_members where account_id = new.id and rule_id <> ''`

const sqliteTriggers = [
  `create trigger account_group_insert after insert on accounts begin
    ${addMatches('new', '')};
  end`,
  `create trigger account_group_update after update of locale on accounts when old.locale is not new.locale begin
    ${removeMatches};
    ${addMatches('new', '')};
  end`,
]

const postgresTriggers = [
  `create function latchkey_match_added() returns trigger language plpgsql as $$
    begin
      ${addMatches('a', 'cross join added as a')};
      return null;
    end
  $$`,
  `create function latchkey_match_changed() returns trigger language plpgsql as $$
    begin
      ${removeMatches};
      ${addMatches('new', '')};
      return null;
    end
  $$`,
  `create trigger account_group_insert after insert on accounts referencing new table as added
    for each statement execute function latchkey_match_added()`,
  `create trigger account_group_update after update of locale on accounts for each row
    when (old.locale is distinct from new.locale) execute function latchkey_match_changed()`,
]
