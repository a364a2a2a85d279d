import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { systemClock } from '#lib/clock.ts'
import { insertRows } from '#lib/db/copy/rows.ts'
import { tableNames } from '#lib/db/copy/stored-tables.ts'
import { type Database, openDatabase } from '#lib/db/database.ts'
import { listPendingSteps, migrate, migrateDatabase, migrations } from '#lib/db/migrate.ts'
import { EnvError, readEnv } from '#lib/env.ts'
import { findMissingRows, takeSnapshot, withMovedSecrets } from '#lib/testing/database-snapshot.ts'
import { runAtOnce } from '#lib/testing/run-at-once.ts'
import { makeEmptyDatabase } from '#lib/testing/test-postgres.ts'
import { testEngine, testSecret } from '#lib/testing/test-services.ts'

// This suite makes databases itself instead of asking openTestServices for one: they must be new.
async function newVariables(): Promise<Record<string, string>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'latchkey-test-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const variables = { DATA_DIR: dataDir, LATCHKEY_SECRET: testSecret }
  return testEngine() === 'sqlite' ? variables : { ...variables, DATABASE_URL: await makeEmptyDatabase() }
}

async function openNew() {
  const env = readEnv(await newVariables())
  const db = openDatabase(env, systemClock, 'command')
  onTestFinished(() => db.destroy())
  return { env, db }
}

describe('migrating', () => {
  it('runs each step once, in order, and names it', async () => {
    const { db } = await openNew()
    const pending = await listPendingSteps(db)
    expect(pending[0]).toBe('0001-first-tables')
    expect(pending).toEqual(pending.toSorted())
    expect(await migrate(db)).toEqual(pending)
    expect(await migrate(db)).toEqual([])
    expect(await listPendingSteps(db)).toEqual([])
  })

  it('runs once when six processes start on a new database at the same moment', async () => {
    const variables = await newVariables()
    const imports = `
      import { systemClock } from '#lib/clock.ts'
      import { migrateDatabase } from '#lib/db/migrate.ts'
      import { readEnv } from '#lib/env.ts'`
    const work = `
      const steps = await migrateDatabase(readEnv(${JSON.stringify(variables)}), systemClock, () => undefined)
      process.stdout.write(String(steps.length))`
    const outputs = await runAtOnce(6, imports, work)
    const steps = await listPendingSteps((await openNew()).db)
    expect(outputs.toSorted()).toEqual(['0', '0', '0', '0', '0', String(steps.length)])
  })

  it('refuses a database of a newer version, and changes nothing', async () => {
    const { env, db } = await openNew()
    await migrate(db)
    await sql`insert into kysely_migration (name, timestamp) values ('9999-later', '2030')`.execute(db)
    await expect(migrateDatabase(env, systemClock, () => undefined)).rejects.toThrow(
      new EnvError('The database was made by a newer version of Latchkey: start that one, or restore a backup.'),
    )
  })
})

/** The previous version's schema; only SQLite had it. */
const formerSteps = Object.fromEntries(
  Object.entries(migrations).filter(([name]) => name < (testEngine() === 'sqlite' ? '0002' : '0003')),
)

/** A database of the previous version with a row in every table. */
async function openFormer() {
  const variables = await newVariables()
  const db = openDatabase(readEnv(variables), systemClock, 'command')
  onTestFinished(() => db.destroy())
  await migrate(db, formerSteps)
  await fillEveryTable(db)
  return { variables, db, before: await takeSnapshot(db) }
}

/** Equal texts, and 1 for every number, so that every foreign key resolves. */
async function fillEveryTable(db: Database): Promise<void> {
  const columns = await db.introspection.getTables()
  for (const table of tableNames.filter((name) => columns.some((table) => table.name === name))) {
    const cells = columns.find(({ name }) => name === table)?.columns ?? []
    const row = Object.fromEntries(cells.map(({ name, dataType }) => [name, /int/i.test(dataType) ? 1 : 'acme']))
    await insertRows(db, table, [row as never])
  }
}

/** A migration that fails after most of its work. */
const halfWay = [
  'create table half_way (id integer primary key)',
  'alter table users add column half_way integer',
  'create index users_half_way on users (half_way)',
  "update accounts set name = 'half-way'",
  'delete from audit_events',
]

describe('a database of the version before', () => {
  it('keeps every row', async () => {
    const { db, before } = await openFormer()
    const steps = await migrate(db)
    expect(steps).toEqual(Object.keys(migrations).filter((name) => !(name in formerSteps)))
    expect(findMissingRows(withMovedSecrets(before), await takeSnapshot(db))).toEqual([])
  })

  it('stays exactly as it was where a step fails half-way, and is changed by the next start', async () => {
    const { db, before } = await openFormer()
    const up = async (trx: Database) => {
      for (const statement of halfWay) await sql.raw(statement).execute(trx)
      throw new Error('no such luck')
    }
    await expect(migrate(db, { ...migrations, '9999-fails': { up } })).rejects.toThrow('no such luck')
    expect(await takeSnapshot(db)).toEqual(before)
    await migrate(db)
    expect(await listPendingSteps(db)).toEqual([])
    expect(findMissingRows(withMovedSecrets(before), await takeSnapshot(db))).toEqual([])
  })

  it('stays exactly as it was where the process is killed half-way, and is changed by the next start', async () => {
    const { variables, db, before } = await openFormer()
    const script = `
      import { sql } from 'kysely'
      import { systemClock } from '#lib/clock.ts'
      import { openDatabase } from '#lib/db/database.ts'
      import { migrate, migrations } from '#lib/db/migrate.ts'
      import { readEnv } from '#lib/env.ts'
      const db = openDatabase(readEnv(${JSON.stringify(variables)}), systemClock, 'command')
      const up = async (trx) => {
        for (const statement of ${JSON.stringify(halfWay)}) await sql.raw(statement).execute(trx)
        process.stdout.write('half-way')
        await new Promise((resolve) => setTimeout(resolve, 60_000))
      }
      await migrate(db, { ...migrations, '9999-takes-long': { up } })`
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script])
    expect(await firstOutput(child)).toBe('half-way')
    child.kill('SIGKILL')
    await once(child, 'close')
    // PostgreSQL must first notice that its client is gone.
    await expect.poll(() => takeSnapshot(db)).toEqual(before)
    await migrate(db)
    expect(await listPendingSteps(db)).toEqual([])
    expect(findMissingRows(withMovedSecrets(before), await takeSnapshot(db))).toEqual([])
  })
})

/** The first line that a process prints; its error output if it prints any. */
async function firstOutput(child: ChildProcessWithoutNullStreams): Promise<string> {
  const [output] = await Promise.race([once(child.stdout, 'data'), once(child.stderr, 'data')])
  return String(output)
}
