import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { readEnv } from '#lib/kernel/env.ts'
import { checkLocks } from '#lib/server/diagnostics/check-database.ts'
import { checkSigningKeys } from '#lib/server/diagnostics/check-keys.ts'
import { checkProviders } from '#lib/server/diagnostics/check-providers.ts'
import { runChecks } from '#lib/server/diagnostics/run-checks.ts'
import { makeEmptyDatabase } from '#lib/testing/test-postgres.ts'
import { openTestServices, type TestServices, testSecret } from '#lib/testing/test-services.ts'

let services: TestServices
beforeEach(async () => {
  services = await openTestServices()
})

const envWith = (DATABASE_URL: string) => readEnv({ DATABASE_URL, LATCHKEY_SECRET: testSecret })
const examineAt = (databaseUrl: string) => runChecks(envWith(databaseUrl), services.clock)

describe('examining PostgreSQL', () => {
  it('looks at what matters there, and at no folder', async () => {
    const findings = await runChecks(services.env, services.clock)
    expect(findings.map(({ check, verdict }) => [check, verdict])).toEqual([
      // The server of the tests is fast rather than safe.
      ['database', 'fail'],
      ['schema', 'ok'],
    ])
    expect(findings[0]?.sentence).toBe(
      'PostgreSQL runs with fsync = off, synchronous_commit = off, full_page_writes = off: a power cut would lose what was acknowledged. Set it on.',
    )
  })

  it('looks at keys and providers, which wait for a safe database', async () => {
    const { db, env } = services
    expect(await checkSigningKeys(db, env)).toMatchObject({ check: 'signing keys', verdict: 'ok' })
    expect(await checkProviders(db, env)).toMatchObject({ check: 'sign-in providers', verdict: 'ok' })
  })

  it('says that the schema is missing', async () => {
    const findings = await examineAt(await makeEmptyDatabase())
    expect(findings.at(-1)).toMatchObject({ check: 'schema', verdict: 'fail' })
  })

  it.each([
    ['a server that is not there', { port: '1' }, 'names a database that does not answer'],
    ['a database that is not there', { pathname: '/nowhere' }, 'names a database that does not exist'],
    ['a user that is not there', { username: 'nobody' }, 'names a user or a password'],
  ])('says so of %s', async (_, changes, sentence) => {
    const url = Object.assign(new URL(services.env.databaseUrl ?? ''), changes)
    const findings = await examineAt(url.href)
    expect(findings).toHaveLength(1)
    expect(findings[0]).toMatchObject({
      check: 'database',
      verdict: 'fail',
      sentence: expect.stringContaining(sentence),
    })
  })
})

describe('examining locks', () => {
  const define = (body: string) =>
    sql`create or replace function latchkey_lock(name text) returns integer language sql volatile as ${sql.lit(body)}`.execute(
      services.db,
    )

  it('finds that a lock keeps out another connection, and leaves no row', async () => {
    expect(await checkLocks(services.db)).toMatchObject({ check: 'locks', verdict: 'ok' })
    expect(await services.db.selectFrom('locks').selectAll().execute()).toEqual([])
  })

  it('says so of an engine on which it does not', async () => {
    const { rows } = await sql<{ body: string }>`
      select prosrc as body from pg_proc where proname = 'latchkey_lock'`.execute(services.db)
    await define('select 1')
    const finding = await checkLocks(services.db).finally(() => define(rows[0]?.body ?? ''))
    expect(finding).toMatchObject({ check: 'locks', verdict: 'fail' })
  })
})
