import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { systemClock } from '#lib/clock.ts'
import { openDatabase } from '#lib/db/database.ts'
import { listPendingSteps, migrate, migrateDatabase } from '#lib/db/migrate.ts'
import { EnvError, readEnv } from '#lib/env.ts'
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

/** A process that migrates the database at the given instant. @returns what it printed */
function migrateElsewhere(variables: Record<string, string>, at: number): Promise<string> {
  const script = `
    import { systemClock } from '#lib/clock.ts'
    import { migrateDatabase } from '#lib/db/migrate.ts'
    import { readEnv } from '#lib/env.ts'
    while (Date.now() < ${at}) {}
    const steps = await migrateDatabase(readEnv(${JSON.stringify(variables)}), systemClock, () => undefined)
    process.stdout.write(String(steps.length))`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script])
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += String(chunk)
  })
  child.stderr.on('data', (chunk) => {
    output += String(chunk)
  })
  return new Promise((resolve) => child.on('close', () => resolve(output)))
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
    const at = Date.now() + 2_500
    const outputs = await Promise.all(Array.from({ length: 6 }, () => migrateElsewhere(variables, at)))
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
