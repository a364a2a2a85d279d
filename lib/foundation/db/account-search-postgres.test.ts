import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { type Database, openDatabase } from '#lib/foundation/db/database.ts'
import { listPendingSteps, migrate } from '#lib/foundation/db/migrate.ts'
import { systemClock } from '#lib/kernel/clock.ts'
import { EnvError, readEnv } from '#lib/kernel/env.ts'
import { makeEmptyDatabase } from '#lib/testing/test-postgres.ts'
import { testSecret } from '#lib/testing/test-services.ts'

function open(url: string): Database {
  const db = openDatabase(readEnv({ DATABASE_URL: url, LATCHKEY_SECRET: testSecret }), systemClock, 'command')
  onTestFinished(() => db.destroy())
  return db
}

/** A database in which this user may make tables, as one who does not own it. */
async function openAsGuest() {
  const url = await makeEmptyDatabase()
  const owner = open(url)
  const name = `guest_${new URL(url).pathname.slice(1)}`
  await sql`create role ${sql.ref(name)} login`.execute(owner)
  await sql`grant create on schema public to ${sql.ref(name)}`.execute(owner)
  const guest = open(Object.assign(new URL(url), { username: name }).href)
  return { owner, guest }
}

const refusal = new EnvError(
  'The user of DATABASE_URL may not create the extension pg_trgm, which account search needs: run CREATE EXTENSION pg_trgm in that database as its owner or as a superuser, and start again.',
)

it('asks for pg_trgm in one sentence where it may not create it, and goes on once that is done', async () => {
  const { owner, guest } = await openAsGuest()
  const pending = await listPendingSteps(guest)
  await expect(migrate(guest)).rejects.toThrow(refusal)
  expect(await listPendingSteps(guest)).toEqual(pending)
  await sql`create extension pg_trgm`.execute(owner)
  expect(await migrate(guest)).toEqual(pending)
})

it('says in one sentence that the server has no pg_trgm', async () => {
  const db = open(await makeEmptyDatabase()).withPlugin({
    transformQuery: ({ node }) =>
      node.kind === 'RawNode' && node.sqlFragments[0]?.startsWith('create extension')
        ? { ...node, sqlFragments: ['create extension if not exists pg_none'] }
        : node,
    transformResult: async ({ result }) => result,
  })
  await expect(migrate(db)).rejects.toThrow(
    new EnvError(
      'PostgreSQL has no extension pg_trgm, which account search needs: install its contrib modules (such as the package postgresql-contrib) on the database server, and start again.',
    ),
  )
})

it('uses pg_trgm in whatever schema it is', async () => {
  const { owner, guest } = await openAsGuest()
  await sql`create schema "other place"`.execute(owner)
  await sql`create extension pg_trgm schema "other place"`.execute(owner)
  await sql`grant usage on schema "other place" to public`.execute(owner)
  await migrate(guest)
  const { rows } = await sql<{ text: string }>`
    select indexdef as text from pg_indexes where indexname = 'accounts_by_trigram'`.execute(owner)
  expect(rows[0]?.text).toContain('"other place".gin_trgm_ops')
})
