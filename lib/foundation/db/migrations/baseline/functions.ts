import { type Kysely, sql } from 'kysely'
import { engineOf } from '#lib/foundation/db/engine.ts'

/** The functions of ours that statements use. On SQLite each connection registers them. */
export async function createFunctions(db: Kysely<unknown>): Promise<void> {
  if (engineOf(db) === 'sqlite') return
  // Constant within a statement, so that a row's columns agree and an index can be searched by it.
  await sql`
    create function latchkey_now_ms() returns bigint language sql stable
    as $$ select floor(extract(epoch from statement_timestamp()) * 1000)::bigint $$
  `.execute(db)
  // Advisory locks don't exclude on some engines that speak PostgreSQL's protocol. A transaction that inserts a name
  // waits until the one that has inserted it before ends. No row outlives its transaction, so the table stays empty for
  // others.
  await sql`
    create function latchkey_lock(name text) returns integer language sql volatile as $$
      insert into locks (name) values ($1) on conflict do nothing;
      delete from locks where locks.name = $1;
      select 1
    $$
  `.execute(db)
}
