import { sql } from 'kysely'
import type { Database } from '#lib/db/database.ts'
import { engineOf } from '#lib/db/engine.ts'

/** Whether two connections reach the same PostgreSQL database, however their URLs are spelled. */
export async function isSameDatabase(one: Database, other: Database): Promise<boolean> {
  if (engineOf(one) === 'sqlite' || engineOf(other) === 'sqlite') return false
  return (await identify(one)) === (await identify(other))
}

async function identify(db: Database): Promise<string | undefined> {
  // No two servers start in the same microsecond with the same database name and OID.
  const { rows } = await sql<{ identity: string }>`
    select concat_ws(' ', pg_postmaster_start_time(), oid, datname) as identity
    from pg_database where datname = current_database()`.execute(db)
  return rows[0]?.identity
}
