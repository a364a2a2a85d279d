import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { disableApiKey } from '#lib/api-keys/disable-api-key.ts'
import { generateApiKey } from '#lib/api-keys/generate-api-key.ts'
import { revokeApiKey } from '#lib/api-keys/revoke-api-key.ts'
import { backUp } from '#lib/backup/back-up.ts'
import { databaseFile } from '#lib/db/database.ts'
import { examine } from '#lib/doctor/examine.ts'
import { readEnv } from '#lib/env.ts'
import { createSetPasswordLink } from '#lib/password-links/create-set-password-link.ts'
import { openCommandServices } from '#lib/services.ts'
import { root, signInAs, visitor } from '#lib/testing/people.ts'
import { TestBrowser } from '#lib/testing/test-browser.ts'
import { issueLink, makeTestProgram, type TestProgram } from '#lib/testing/test-grants.ts'
import { openTestServices, type TestServices, testSecret, testStart } from '#lib/testing/test-services.ts'

let services: TestServices
let folder: string
let file: string

beforeEach(async () => {
  services = await openTestServices()
  folder = mkdtempSync(join(tmpdir(), 'latchkey-backup-'))
  file = join(folder, 'copy.db')
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
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
  const disabled = await generateApiKey(services, root, { name: 'disabled', ownerId: owner.id })
  await disableApiKey(services, root, disabled.id)
  const revoked = await generateApiKey(services, root, { name: 'revoked', ownerId: owner.id })
  await revokeApiKey(services, root, revoked.id)
  return program
}

const goneTables = ['sso_grants', 'account_sessions', 'portal_sessions', 'password_links'] as const

async function rowsIn(table: (typeof goneTables)[number]): Promise<number> {
  return (await services.db.selectFrom(table).selectAll().execute()).length
}

describe('a backup', () => {
  it('is one whole file that only its owner can read, and says where the master secret lies', async () => {
    expect(await backUp(services, root, { file })).toEqual({
      file,
      bytes: statSync(file).size,
      masterSecret: 'LATCHKEY_SECRET',
    })
    expect(readdirSync(folder)).toEqual(['copy.db'])
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const copy = open(file)
    expect(copy.pragma('integrity_check', { simple: true })).toBe('ok')
    expect(copy.pragma('journal_mode', { simple: true })).toBe('delete')
  })

  it('holds what was committed and not yet moved out of the write-ahead log, and not what comes later', async () => {
    const insert = (name: string) => services.db.insertInto('settings').values({ name, value: '' }).execute()
    await insert('before')
    await backUp(services, root, { file })
    await insert('after')
    const rows = open(file).prepare("select name from settings where name in ('before', 'after')").all()
    expect(rows).toEqual([{ name: 'before' }])
  })

  it('does not hold the master secret', async () => {
    await backUp(services, root, { file })
    expect(readFileSync(file).includes(testSecret)).toBe(false)
  })

  it('brings back no session, grant, link or refresh family, and no API key that works', async () => {
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
      { name: 'CRM', disabled_at: testStart + 1_000, revoked_at: null },
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

describe('a restored backup', () => {
  it('opens as the database of another folder, in order', async () => {
    await backUp(services, root, { file })
    renameSync(file, databaseFile(folder))
    const env = readEnv({ DATA_DIR: folder, LATCHKEY_SECRET: testSecret })
    const restored = await openCommandServices({ ...env, logLevel: 'silent' })
    onTestFinished(() => restored.db.destroy())
    const findings = await examine(env, services.clock)
    expect(findings.filter(({ verdict }) => verdict === 'fail')).toEqual([])
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

  it('when the database is damaged, and leaves nothing behind', async () => {
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
