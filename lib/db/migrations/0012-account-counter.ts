import { type Kysely, sql } from 'kysely'
import { engineOf } from '#lib/db/engine.ts'
import { runScript } from '#lib/db/migrations/run-script.ts'

/**
 * The number of active accounts, so that the launcher doesn't count them. Triggers keep it in the transaction that writes
 * accounts, whichever statement does: an import, a restore, or the suspension of one account.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runScript(
    db,
    `
    create table counters (name text primary key, value bigint not null);
    insert into counters (name, value) select 'active-accounts', count(*) from accounts where suspended_at is null;`,
  )
  if (engineOf(db) === 'postgres') return createStatementTriggers(db)
  for (const trigger of rowTriggers) await sql.raw(trigger).execute(db)
}

const rowTriggers = [
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
]

function addToCounter(change: string): string {
  return `insert into counters (name, value) values ('active-accounts', ${change})
      on conflict (name) do update set value = counters.value + excluded.value`
}

/** One change of the counter per statement: an import writes hundreds of accounts in one. */
async function createStatementTriggers(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function latchkey_count_accounts() returns trigger language plpgsql as $$
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
          ${sql.raw(addToCounter('change'))};
        end if;
        return null;
      end
    $$
  `.execute(db)
  await createTrigger(db, 'insert', 'new table as added')
  await createTrigger(db, 'update', 'old table as removed new table as added')
  await createTrigger(db, 'delete', 'old table as removed')
}

async function createTrigger(db: Kysely<unknown>, event: string, tables: string): Promise<void> {
  const name = sql.id(`account_counter_${event}`)
  await sql`
    create trigger ${name} after ${sql.raw(event)} on accounts referencing ${sql.raw(tables)}
    for each statement execute function latchkey_count_accounts()
  `.execute(db)
}
