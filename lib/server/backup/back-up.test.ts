import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { disableApiKey } from '#lib/domain/keys/api-keys/change-api-key-state.ts'
import { generateApiKey } from '#lib/domain/keys/api-keys/generate-api-key.ts'
import { handOverKey } from '#lib/domain/keys/hand-over/hand-over-key.ts'
import { addReturnAddress } from '#lib/domain/links/return-addresses/manage-return-addresses.ts'
import { createSetPasswordLink } from '#lib/domain/people/password-links/set-password-link.ts'
import { revokeApiKey } from '#lib/domain/people/user-lifecycle/revoke-api-key.ts'
import { databaseFile } from '#lib/foundation/db/database.ts'
import { migrateDatabase } from '#lib/foundation/db/migrate.ts'
import { openCommandServices } from '#lib/foundation/services.ts'
import { readEnv } from '#lib/kernel/env.ts'
import { backUp } from '#lib/server/backup/back-up.ts'
import { runChecks } from '#lib/server/diagnostics/run-checks.ts'
import { root, signInAs, visitor } from '#lib/testing/people.ts'
import { newTestFolder } from '#lib/testing/restoring.ts'
import { TestBrowser } from '#lib/testing/test-browser.ts'
import { issueLink, makeTestProgram, type TestProgram } from '#lib/testing/test-grants.ts'
import { onlyOn, openTestServices, type TestServices, testSecret, testStart } from '#lib/testing/test-services.ts'

let services: TestServices
let folder: string
let file: string

beforeEach(async () => {
  services = await openTestServices()
  folder = newTestFolder()
  file = join(folder, 'copy.db')
})

function open(path: string) {
  const copy = new SqliteDatabase(path, { readonly: true })
  onTestFinished(() => void copy.close())
  return copy
}

/** One of each thing that must not come back with an old copy, and keys in every state. */
async function makeCredentials(): Promise<TestProgram> {
  const program = await makeTestProgram(services)
  const { owner } = program
  await new TestBrowser().open((await issueLink(program)).href)
  await signInAs(services, owner)
  await createSetPasswordLink(services, root, owner.id)
  await handOverKey(services, root, { keyId: program.keyId })
  const disabled = await generateApiKey(services, root, { name: 'disabled', ownerId: owner.id })
  await disableApiKey(services, root, disabled.id)
  const revoked = await generateApiKey(services, root, { name: 'revoked', ownerId: owner.id })
  await revokeApiKey(services, root, revoked.id)
  return program
}

/** A program that commits a statement over a connection of its own. */
const commitElsewhere = ({ databaseUrl }: TestServices['env'], statement: string) => `
  const { Client } = require('pg')
  const client = new Client(${JSON.stringify(databaseUrl)})
  client.connect().then(() => client.query(${JSON.stringify(statement)})).then(() => client.end())`

const goneTables = ['sso_grants', 'account_sessions', 'portal_sessions', 'password_links', 'hand_overs'] as const

async function rowsIn(table: (typeof goneTables)[number]): Promise<number> {
  return (await services.db.selectFrom(table).selectAll().execute()).length
}

describe('a backup', () => {
  it('is one whole file that only its owner can read, and says where the master secret lies', async () => {
    expect(await backUp(services, root, { file })).toEqual({
      file,
      bytes: statSync(file).size,
      madeAt: testStart,
      masterSecret: 'LATCHKEY_SECRET',
    })
    expect(readdirSync(folder)).toEqual(['copy.db'])
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const copy = open(file)
    expect(copy.pragma('integrity_check', { simple: true })).toBe('ok')
    expect(copy.pragma('journal_mode', { simple: true })).toBe('delete')
  })

  it('holds what was committed, and not what comes later', async () => {
    const insert = (origin: string) => addReturnAddress(services, root, { origin })
    await insert('https://before.example')
    await backUp(services, root, { file })
    await insert('https://after.example')
    expect(open(file).prepare('select origin from return_addresses').all()).toEqual([
      { origin: 'https://before.example' },
    ])
  })

  // The embedded database is copied in one step; rows take their time.
  it('holds one instant, whatever is committed while it is made', onlyOn('postgres'), async () => {
    await addReturnAddress(services, root, { origin: 'https://before.example' })
    const write = "insert into settings values ('later', 'x')"
    let committed = 0
    const onProgress = () => {
      if (committed++ === 0) execFileSync(process.execPath, ['--eval', commitElsewhere(services.env, write)])
    }
    await backUp(services, root, { file, onProgress })
    const there = await services.db.selectFrom('settings').select('name').where('name', '=', 'later').execute()
    expect([committed > 1, there]).toEqual([true, [{ name: 'later' }]])
    expect(open(file).prepare("select name from settings where name = 'later'").all()).toEqual([])
  })

  it('does not hold the master secret', async () => {
    await backUp(services, root, { file })
    expect(readFileSync(file).includes(testSecret)).toBe(false)
  })

  it('holds no session, grant or link and no living refresh family, and keys as they are', async () => {
    await makeCredentials()
    services.clock.advance(1_000)
    await backUp(services, root, { file })
    const copy = open(file)
    for (const table of goneTables) {
      expect(await rowsIn(table), table).toBe(1)
      expect(copy.prepare(`select count(*) as rows from ${table}`).get(), table).toEqual({ rows: 0 })
    }
    expect(copy.prepare('select revoked_at, revoked_reason from refresh_families').all()).toEqual([
      { revoked_at: testStart + 1_000, revoked_reason: 'restored' },
    ])
    expect(copy.prepare('select name, disabled_at, revoked_at from api_keys order by name').all()).toEqual([
      { name: 'CRM', disabled_at: null, revoked_at: null },
      { name: 'disabled', disabled_at: testStart, revoked_at: null },
      { name: 'revoked', disabled_at: null, revoked_at: testStart },
    ])
  })

  it('leaves the database itself as it is', async () => {
    const { keyId } = await makeCredentials()
    await backUp(services, root, { file })
    const keys = services.db.selectFrom('api_keys').select('disabled_at').where('id', '=', keyId)
    expect(await keys.execute()).toEqual([{ disabled_at: null }])
    for (const table of goneTables) expect(await rowsIn(table), table).toBe(1)
  })
})

describe('a backup that is merely copied into place', () => {
  it('is no database: a server and every command refuse to start on it', async () => {
    await backUp(services, root, { file })
    cpSync(file, databaseFile(folder))
    const env = { ...readEnv({ DATA_DIR: folder, LATCHKEY_SECRET: testSecret }), logLevel: 'silent' as const }
    const before = readFileSync(file)
    for (const start of [() => openCommandServices(env), () => migrateDatabase(env, services.clock, () => undefined)]) {
      await expect(start()).rejects.toThrow(/^latchkey\.db in DATA_DIR is a backup.* latchkey restore <file>\.$/)
    }
    expect((await runChecks(env, services.clock)).filter(({ verdict }) => verdict === 'fail')).toEqual([
      { check: 'database', verdict: 'fail', sentence: expect.stringContaining('latchkey restore <file>') },
    ])
    expect(readFileSync(file).equals(before)).toBe(true)
  })
})

describe('is refused', () => {
  it('when the file exists, which stays as it is', async () => {
    writeFileSync(file, 'something else')
    await expect(backUp(services, root, { file })).rejects.toMatchObject({ code: 'conflict' })
    expect(readFileSync(file, 'utf8')).toBe('something else')
  })

  it('when the folder does not exist', async () => {
    const nowhere = join(folder, 'nowhere', 'copy.db')
    await expect(backUp(services, root, { file: nowhere })).rejects.toMatchObject({
      code: 'conflict',
      description: 'That file cannot be written.',
    })
  })

  // PostgreSQL checks its references itself.
  it('when the database is damaged, and leaves nothing behind', onlyOn('sqlite'), async () => {
    const { owner } = await makeCredentials()
    // A reference that points nowhere, which only a fault can make.
    const source = new SqliteDatabase(databaseFile(services.env.dataDir))
    source.pragma('foreign_keys = OFF')
    source.prepare('delete from users where id = ?').run(owner.id)
    source.close()
    await expect(backUp(services, root, { file })).rejects.toMatchObject({
      code: 'conflict',
      description: 'The database is damaged and was not copied.',
    })
    expect(existsSync(file)).toBe(false)
    expect(readdirSync(folder)).toEqual([])
  })

  it('to everybody but the operator', async () => {
    await expect(backUp(services, visitor, { file })).rejects.toMatchObject({ code: 'forbidden' })
    expect(existsSync(file)).toBe(false)
  })
})
