import { type Kysely, sql } from 'kysely'
import { engineOf } from '#lib/db/engine.ts'
import { runScript } from '#lib/db/migrations/run-script.ts'

/**
 * The journal: a number and a hash for each audit event. A trigger remembers the events without them, in the transaction
 * that writes the event, whichever statement does. From now on, no migration may change what is sealed of an event.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runScript(
    db,
    `
    create table journal_entries (seq bigint not null primary key, event_id text not null, hash text not null);
    create table journal_checkpoints (seq bigint not null primary key, created_at bigint not null, token text not null);
    create table journal_keys (id text not null primary key, public_jwk text not null);
    create table unsealed_events (at bigint not null, event_id text not null, primary key (at, event_id));
    insert into unsealed_events (at, event_id) select at, id from audit_events;`,
  )
  for (const statement of triggers[engineOf(db)]) await sql.raw(statement).execute(db)
}

const triggers = {
  sqlite: [
    `create trigger audit_events_unsealed after insert on audit_events begin
      insert into unsealed_events (at, event_id) values (new.at, new.id) on conflict do nothing;
    end`,
  ],
  postgres: [
    `create function latchkey_mark_unsealed() returns trigger language plpgsql as $$
      begin
        insert into unsealed_events (at, event_id) values (new.at, new.id) on conflict do nothing;
        return null;
      end
    $$`,
    `create trigger audit_events_unsealed after insert on audit_events
      for each row execute function latchkey_mark_unsealed()`,
  ],
}
