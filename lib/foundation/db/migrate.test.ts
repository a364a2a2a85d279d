import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { insertMissingRows } from '#lib/foundation/db/copy/rows.ts'
import { tableNames } from '#lib/foundation/db/copy/stored-tables.ts'
import { type Database, openDatabase } from '#lib/foundation/db/database.ts'
import { listPendingSteps, migrate, migrateDatabase, migrations } from '#lib/foundation/db/migrate.ts'
import * as baseline from '#lib/foundation/db/migrations/0100-baseline.ts'
import { systemClock } from '#lib/kernel/clock.ts'
import { EnvError, readEnv } from '#lib/kernel/env.ts'
import {
  findMissingRows,
  normalizeSchema,
  type Snapshot,
  takeSnapshot,
  withColumnsOf,
  withoutSteps,
} from '#lib/testing/database-snapshot.ts'
import { runAtOnce } from '#lib/testing/run-at-once.ts'
import { completeOnly, isComplete } from '#lib/testing/sampling.ts'
import { emptyDatabase, onBothEngines, testSecret } from '#lib/testing/test-services.ts'
import { makeVersion01 } from '#lib/testing/version-0-1/make-version-0-1.ts'

// This suite makes databases itself instead of asking openTestServices for one: they must be new.
async function newVariables(): Promise<Record<string, string>> {
  const dataDir = mkdtempSync(join(inject('dataFolders'), 'migrate-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const variables = { DATA_DIR: dataDir, LATCHKEY_SECRET: testSecret }
  return { ...variables, ...(await emptyDatabase()) }
}

async function openNew() {
  const env = readEnv(await newVariables())
  const db = openDatabase(env, systemClock, 'command')
  onTestFinished(() => db.destroy())
  return { env, db }
}

/** Processes that start at the same moment. */
const starts = isComplete ? 6 : 2

/** @returns how many steps each of these processes has run, in ascending order */
async function migrateAtOnce(variables: Record<string, string>): Promise<string[]> {
  const imports = `
      import { systemClock } from '#lib/kernel/clock.ts'
      import { migrateDatabase } from '#lib/foundation/db/migrate.ts'
      import { readEnv } from '#lib/kernel/env.ts'`
  const work = `
      const steps = await migrateDatabase(readEnv(${JSON.stringify(variables)}), systemClock, () => undefined)
      process.stdout.write(String(steps.length))`
  return (await runAtOnce(starts, imports, work)).toSorted()
}

describe('migrating', () => {
  it('runs each step once, in order, and names it', async () => {
    const { db } = await openNew()
    const pending = await listPendingSteps(db)
    expect(pending[0]).toBe('0100-baseline')
    expect(pending).toEqual(pending.toSorted())
    expect(await migrate(db)).toEqual(pending)
    expect(await migrate(db)).toEqual([])
    expect(await listPendingSteps(db)).toEqual([])
  })

  it('runs once when processes start on a new database at the same moment', async () => {
    const variables = await newVariables()
    const outputs = await migrateAtOnce(variables)
    const steps = await listPendingSteps((await openNew()).db)
    expect(outputs).toEqual([...Array(starts - 1).fill('0'), String(steps.length)])
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

/** Databases that this version upgrades, by the step that they are at. */
const makers = {
  'of 0.1': (db: Database) => makeVersion01(db),
  'of the baseline': async (db: Database) => {
    await migrate(db, { '0100-baseline': baseline })
    await fillEveryTable(db)
  },
}

/** A former database with a row in every table. */
async function openFormer(make: (db: Database) => Promise<void> = makers['of 0.1']) {
  const variables = await newVariables()
  const db = openDatabase(readEnv(variables), systemClock, 'command')
  onTestFinished(() => db.destroy())
  await make(db)
  return { variables, db, before: await takeSnapshot(db) }
}

/** Equal texts, and 1 for every number, so that every foreign key resolves. */
async function fillEveryTable(db: Database): Promise<void> {
  const columns = await db.introspection.getTables()
  for (const table of tableNames) {
    const cells = columns.find(({ name }) => name === table)?.columns
    // A later step creates it.
    if (!cells) continue
    const row = Object.fromEntries(cells.map(({ name, dataType }) => [name, /int/i.test(dataType) ? 1 : 'acme']))
    // Triggers have added some.
    await insertMissingRows(db, table, [table === 'organization' ? { ...row, id: 'organization' } : row] as never)
  }
}

function listEmptyTables({ rows }: Snapshot): readonly string[] {
  return tableNames.filter((name) => rows.get(name)?.length === 0)
}

describe('a database of 0.1', () => {
  it('gets the schema of a new one, and keeps every row', onBothEngines, async () => {
    const { db, before } = await openFormer()
    expect(listEmptyTables(before)).toEqual([])
    expect(await migrate(db)).toEqual(Object.keys(migrations))
    const after = await takeSnapshot(db)
    expect(withoutSteps(withColumnsOf(before, after)).rows).toEqual(withoutSteps(before).rows)
    // Instances of 0.1 that still run are ready while they find their steps.
    expect(findMissingRows(before, after)).toEqual([])
    const { db: fresh } = await openNew()
    await migrate(fresh)
    expect(normalizeSchema(after)).toEqual(normalizeSchema(await takeSnapshot(fresh)))
    expect(await migrate(db)).toEqual([])
  })

  it(
    'keeps its counter, its group members and its journal up to date by the triggers that it has',
    onBothEngines,
    async () => {
      const { db } = await openFormer()
      await migrate(db)
      const countActive = async () =>
        (await db.selectFrom('counters').selectAll().where('name', '=', 'active-accounts').execute()).at(0)?.value
      const active = await countActive()
      const account = { id: 'acme-2', name: 'Two', search_text: 'two', locale: 'acme', deep_path: null, created_at: 1 }
      await db
        .insertInto('accounts')
        .values({ ...account, suspended_at: null })
        .execute()
      expect(await countActive()).toBe(Number(active) + 1)
      const members = db.selectFrom('account_group_members').select('rule_id').where('account_id', '=', account.id)
      expect(await members.execute()).toEqual([{ rule_id: 'acme' }])
    },
  )

  // In `npm test`, processes start on a new database at the same moment, and one adopts this one.
  completeOnly('is adopted once when processes start on it at the same moment', async () => {
    const { variables, db } = await openFormer()
    const outputs = await migrateAtOnce(variables)
    expect(outputs).toEqual([...Array(starts - 1).fill('0'), String(Object.keys(migrations).length)])
    expect(await listPendingSteps(db)).toEqual([])
  })

  it('of an early build is refused in one sentence, and not changed', async () => {
    const { db } = await openFormer()
    await sql`delete from kysely_migration where name = '0047-search-letters'`.execute(db)
    const before = await takeSnapshot(db)
    await expect(migrate(db)).rejects.toThrow(
      new EnvError(
        'The database was made by an early build of Latchkey 0.1: start the build of commit f467790f (version 0.1.0) once, which brings it up to date, and then this one.',
      ),
    )
    expect(await takeSnapshot(db)).toEqual(before)
  })
})

/** A migration that fails after most of its work. */
const halfWay = [
  'create table half_way (id integer primary key)',
  'alter table users add column half_way integer',
  'create index users_half_way on users (half_way)',
  "update accounts set name = 'half-way'",
  'delete from audit_events',
]

describe.each(Object.entries(makers))('a database %s', (version, make) => {
  it('stays exactly as it was where a step fails half-way, and is changed by the next start', async () => {
    const { db, before } = await openFormer(make)
    const up = async (trx: Database) => {
      for (const statement of halfWay) await sql.raw(statement).execute(trx)
      throw new Error('no such luck')
    }
    await expect(migrate(db, { ...migrations, '9999-fails': { up } })).rejects.toThrow('no such luck')
    expect(await takeSnapshot(db)).toEqual(before)
    await migrate(db)
    expect(await listPendingSteps(db)).toEqual([])
    expect(withoutSteps(withColumnsOf(before, await takeSnapshot(db))).rows).toEqual(withoutSteps(before).rows)
  })

  // In `npm test`, a step fails half-way on the other version, too.
  const itOrComplete = version === 'of 0.1' ? it : completeOnly
  itOrComplete(
    'stays exactly as it was where the process is killed half-way, and is changed by the next start',
    onBothEngines,
    async () => {
      const { variables, db, before } = await openFormer(make)
      const script = `
      import { sql } from 'kysely'
      import { systemClock } from '#lib/kernel/clock.ts'
      import { openDatabase } from '#lib/foundation/db/database.ts'
      import { migrate, migrations } from '#lib/foundation/db/migrate.ts'
      import { readEnv } from '#lib/kernel/env.ts'
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
      expect(withoutSteps(withColumnsOf(before, await takeSnapshot(db))).rows).toEqual(withoutSteps(before).rows)
    },
  )
})

/** The first line that a process prints; its error output if it prints any. */
async function firstOutput(child: ChildProcessWithoutNullStreams): Promise<string> {
  const [output] = await Promise.race([once(child.stdout, 'data'), once(child.stderr, 'data')])
  return String(output)
}
