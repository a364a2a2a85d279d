import { type Kysely, sql } from 'kysely'
import { engineOf } from '#lib/db/engine.ts'
import { runScript } from '#lib/db/migrations/run-script.ts'

/** Named locks become rows, because advisory locks don't exclude on some engines that speak PostgreSQL's protocol. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runScript(db, 'create table locks (name text primary key);')
  if (engineOf(db) === 'sqlite') return
  // A transaction that inserts a name waits until the one that has inserted it before ends. No row outlives its
  // transaction, so that the table stays empty for others.
  await sql`
    create or replace function latchkey_lock(name text) returns integer language sql volatile as $$
      insert into locks (name) values ($1) on conflict do nothing;
      delete from locks where locks.name = $1;
      select 1
    $$
  `.execute(db)
}
