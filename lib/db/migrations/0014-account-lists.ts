import { type Kysely, sql } from 'kysely'
import { engineOf } from '#lib/db/engine.ts'
import { runScript } from '#lib/db/migrations/run-script.ts'

/**
 * Orders and filters of the accounts list, the users of an account and its open sessions. Triggers keep
 * `last_opened_at`, at most once an hour for each account: openings only read the account in between.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runScript(
    db,
    `
    -- 0: never. Not null, so that a page follows another by comparing.
    alter table accounts add column last_opened_at bigint not null default 0;
    update accounts set last_opened_at = s.opened_at
      from (
        select account_id, max(opened_at) as opened_at from account_shortcuts
        where opened_at is not null group by account_id
      ) as s
      where accounts.id = s.account_id;
    create index accounts_by_opening on accounts (last_opened_at, id);
    create index accounts_by_creation on accounts (created_at, id);
    create index accounts_by_locale on accounts (locale, search_text, id);
    create index user_accounts_by_account on user_accounts (account_id, user_id);
    create index account_sessions_by_account on account_sessions (account_id)
      where ended_at is null and pending_until is null;`,
  )
  const statements = engineOf(db) === 'postgres' ? postgresTriggers : sqliteTriggers
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const isOlder = 'last_opened_at < new.opened_at - 3600000'

const sqliteTriggers = ['insert', 'update of opened_at'].map(
  (change, index) => `create trigger account_opening_${index + 1} after ${change} on account_shortcuts
    when new.opened_at is not null begin
    update accounts set last_opened_at = new.opened_at where id = new.account_id and ${isOlder};
  end`,
)

/** The check comes first: an update without rows would still run the triggers of the active accounts' counter. */
const postgresTriggers = [
  `create function latchkey_account_opened() returns trigger language plpgsql as $$
    begin
      if exists (select 1 from accounts where id = new.account_id and ${isOlder}) then
        update accounts set last_opened_at = new.opened_at where id = new.account_id and ${isOlder};
      end if;
      return null;
    end
  $$`,
  `create trigger account_opening after insert or update of opened_at on account_shortcuts
    for each row when (new.opened_at is not null) execute function latchkey_account_opened()`,
]
