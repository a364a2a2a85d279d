import { type Kysely, sql } from 'kysely'
import { engineOf } from '#lib/foundation/db/engine.ts'

/**
 * What follows the rows in the transaction that writes them, whichever statement does: an import, a restore, or one
 * change. The number of active accounts, so that the launcher doesn't count them; when an account was last opened, at
 * most once an hour; the members of account groups by rules; and the audit events that the journal doesn't have yet. A
 * restore fills the rules after the accounts, so that the stored members are not matched again.
 */
export async function createTriggers(db: Kysely<unknown>): Promise<void> {
  await sql`insert into counters (name, value) values ('active-accounts', 0)`.execute(db)
  for (const statement of engineOf(db) === 'postgres' ? postgres : sqlite) await sql.raw(statement).execute(db)
}

function addToCounter(change: string): string {
  return `insert into counters (name, value) values ('active-accounts', ${change})
      on conflict (name) do update set value = counters.value + excluded.value`
}

const isOlder = 'last_opened_at < new.opened_at - 3600000'

/** @param accounts where the accounts come from, as `a`; empty for the row of the trigger, which is `a` then */
function addMatches(a: string, accounts: string): string {
  return `insert into account_group_members (group_id, account_id, rule_id)
    select r.group_id, ${a}.id, r.id from account_group_rules as r ${accounts}
    where substr(${a}.id, 1, length(r.id_prefix)) = r.id_prefix and (r.locale = '' or r.locale = ${a}.locale)
    on conflict do nothing`
}

const removeMatches = `delete from account_group_members where account_id = new.id and rule_id <> ''`

const sqlite = [
  `create trigger account_counter_insert after insert on accounts when new.suspended_at is null begin
    ${addToCounter('1')};
  end`,
  `create trigger account_counter_update after update of suspended_at on accounts
    when (old.suspended_at is null) <> (new.suspended_at is null) begin
    ${addToCounter('(new.suspended_at is null) - (old.suspended_at is null)')};
  end`,
  `create trigger account_counter_delete after delete on accounts when old.suspended_at is null begin
    ${addToCounter('-1')};
  end`,
  ...['insert', 'update of opened_at'].map(
    (change, index) => `create trigger account_opening_${index + 1} after ${change} on account_shortcuts
    when new.opened_at is not null begin
    update accounts set last_opened_at = new.opened_at where id = new.account_id and ${isOlder};
  end`,
  ),
  `create trigger account_group_insert after insert on accounts begin
    ${addMatches('new', '')};
  end`,
  `create trigger account_group_update after update of locale on accounts when old.locale is not new.locale begin
    ${removeMatches};
    ${addMatches('new', '')};
  end`,
  `create trigger audit_events_unsealed after insert on audit_events begin
    insert into unsealed_events (at, event_id) values (new.at, new.id) on conflict do nothing;
  end`,
]

/** One change of the counter per statement: an import writes hundreds of accounts in one. */
const countAccounts = `create function latchkey_count_accounts() returns trigger language plpgsql as $$
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
      ${addToCounter('change')};
    end if;
    return null;
  end
$$`

/** The check comes first: an update without rows would still run the triggers of the active accounts' counter. */
const accountOpened = `create function latchkey_account_opened() returns trigger language plpgsql as $$
  begin
    if exists (select 1 from accounts where id = new.account_id and ${isOlder}) then
      update accounts set last_opened_at = new.opened_at where id = new.account_id and ${isOlder};
    end if;
    return null;
  end
$$`

const postgres = [
  countAccounts,
  ...[
    ['insert', 'new table as added'],
    ['update', 'old table as removed new table as added'],
    ['delete', 'old table as removed'],
  ].map(
    ([event, tables]) => `create trigger account_counter_${event} after ${event} on accounts referencing ${tables}
      for each statement execute function latchkey_count_accounts()`,
  ),
  accountOpened,
  `create trigger account_opening after insert or update of opened_at on account_shortcuts
    for each row when (new.opened_at is not null) execute function latchkey_account_opened()`,
  `create function latchkey_match_added() returns trigger language plpgsql as $$
    begin
      ${addMatches('a', 'cross join added as a')};
      return null;
    end
  $$`,
  `create trigger account_group_insert after insert on accounts referencing new table as added
    for each statement execute function latchkey_match_added()`,
  `create function latchkey_match_changed() returns trigger language plpgsql as $$
    begin
      ${removeMatches};
      ${addMatches('new', '')};
      return null;
    end
  $$`,
  `create trigger account_group_update after update of locale on accounts for each row
    when (old.locale is distinct from new.locale) execute function latchkey_match_changed()`,
  `create function latchkey_mark_unsealed() returns trigger language plpgsql as $$
    begin
      insert into unsealed_events (at, event_id) values (new.at, new.id) on conflict do nothing;
      return null;
    end
  $$`,
  `create trigger audit_events_unsealed after insert on audit_events
    for each row execute function latchkey_mark_unsealed()`,
]
