import type { TestProject } from 'vitest/node'
import { migrateDatabase } from '#lib/foundation/db/migrate.ts'
import { systemClock } from '#lib/kernel/clock.ts'
import { readEnv } from '#lib/kernel/env.ts'
import { query, startPostgres } from '#lib/testing/postgres-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of a PostgreSQL, with `{database}` in place of a name. */
    postgresUrl: string
  }
}

export const templateDatabase = 'latchkey_template'

/** Starts the PostgreSQL of this run, with a database of the newest schema from which tests make theirs. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres({
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    wal_level: 'minimal',
    max_wal_senders: '0',
    autovacuum: 'off',
    jit: 'off',
    max_connections: '300',
  })
  await server.createDatabase(templateDatabase)
  const env = readEnv({ DATABASE_URL: server.url(templateDatabase), LATCHKEY_SECRET: 'x'.repeat(32) })
  await migrateDatabase(env, systemClock, () => undefined)
  await query(server.url(templateDatabase), clockOfTests)
  project.provide('postgresUrl', server.url('{database}'))
  return server.remove
}

const realNow = 'floor(extract(epoch from statement_timestamp()) * 1000)::bigint'

/**
 * Each connection says what time it is: a test stands at 14 999 and at 15 000 ms. One that says nothing has the real
 * time.
 */
const clockOfTests = `
  create or replace function latchkey_now_ms() returns bigint language sql stable
  as $$ select coalesce(current_setting('latchkey.now', true)::bigint, ${realNow}) $$`
