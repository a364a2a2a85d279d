import { type Kysely, sql } from 'kysely'
import { engineOf } from '#lib/db/engine.ts'

/** The two functions of ours that statements use. On SQLite each connection registers them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (engineOf(db) === 'sqlite') return
  // Constant within a statement, so that a row's columns agree and an index can be searched by it.
  await sql`
    create or replace function latchkey_now_ms() returns bigint language sql stable
    as $$ select floor(extract(epoch from statement_timestamp()) * 1000)::bigint $$
  `.execute(db)
  await sql`
    create or replace function latchkey_lock(name text) returns integer language sql volatile
    as $$ select 1 from (select pg_advisory_xact_lock(hashtextextended('latchkey:' || name, 0))) as taken $$
  `.execute(db)
}
