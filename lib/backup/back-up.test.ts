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
import { backUp } from '#lib/backup/back-up.ts'
import { databaseFile } from '#lib/db/database.ts'
import { examine } from '#lib/doctor/examine.ts'
import { readEnv } from '#lib/env.ts'
import { openCommandServices } from '#lib/services.ts'
import { root } from '#lib/testing/people.ts'
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

/** One of each thing that must not come back with an old copy. */
async function insertCredentials(): Promise<void> {
  const { db } = services
  const at = testStart
  await db
    .insertInto('users')
    .values({
      id: 'usr_1',
      email: 'ann@example.com',
      email_key: 'ann@example.com',
      username: 'ann',
      username_key: 'ann',
      name: 'Ann',
      search_text: 'ann',
      role: 'owner',
      account_scope: 'all',
      password_hash: null,
      password_set_at: null,
      created_at: at,
      created_by: 'operator',
      deactivated_at: null,
      last_sign_in_at: null,
    })
    .execute()
  await db
    .insertInto('accounts')
    .values({
      id: 'acme',
      name: 'Acme',
      search_text: 'acme',
      locale: null,
      deep_path: null,
      created_at: at,
      suspended_at: null,
    })
    .execute()
  for (const [id, disabled, revoked] of [
    ['active', null, null],
    ['disabled', 5, null],
    ['revoked', null, 5],
  ] as const) {
    await db
      .insertInto('api_keys')
      .values({
        id,
        secret_hash: 'hash',
        master_id: 'm',
        name: id,
        owner_id: 'usr_1',
        created_by: 'operator',
        created_at: at,
        expires_at: null,
        disabled_at: disabled,
        revoked_at: revoked,
        last_used_at: null,
        last_used_from: null,
      })
      .execute()
  }
  const family = { nonce: 'n', master_id: 'm', key_id: 'active', owner_id: 'usr_1', generation: 1, issued_at: at }
  const life = {
    issued_from: 'a',
    rotated_at: null,
    idle_expires_at: at,
    expires_at: at,
    revoked_at: null,
    revoked_reason: null,
  }
  await db
    .insertInto('refresh_families')
    .values({ id: 'fam', ...family, ...life })
    .execute()
  const visit = { user_id: 'usr_1', account_id: 'acme', key_id: null, locale: 'en-us', back_url: 'b', deep_path: 'd' }
  await db
    .insertInto('sso_grants')
    .values({
      ...visit,
      token_hash: 't',
      family_id: null,
      browser_hash: null,
      retry_of_at: null,
      issued_at: at,
      expires_at: at,
      redeemed_at: null,
      burned_at: null,
    })
    .execute()
  await db
    .insertInto('account_sessions')
    .values({
      ...visit,
      id: 's',
      secret_hash: 'h',
      browser_hash: 'b',
      created_at: at,
      last_seen_at: at,
      expires_at: at,
      pending_until: null,
      ended_at: null,
      end_reason: null,
    })
    .execute()
  await db
    .insertInto('portal_sessions')
    .values({
      id: 'p',
      secret_hash: 'h',
      user_id: 'usr_1',
      browser_hash: 'b',
      address: 'a',
      user_agent: 'u',
      created_at: at,
      confirmed_at: at,
      last_seen_at: at,
      expires_at: at,
      ended_at: null,
    })
    .execute()
  await db
    .insertInto('password_links')
    .values({
      token_hash: 't',
      purpose: 'set',
      user_id: 'usr_1',
      created_by: 'usr_1',
      created_at: at,
      expires_at: at,
      used_at: null,
    })
    .execute()
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
    await insertCredentials()
    services.clock.advance(1_000)
    await backUp(services, root, { file })
    const copy = open(file)
    for (const table of ['sso_grants', 'account_sessions', 'portal_sessions', 'password_links']) {
      expect(copy.prepare(`select count(*) as rows from ${table}`).get(), table).toEqual({ rows: 0 })
    }
    expect(copy.prepare('select revoked_at, revoked_reason from refresh_families').all()).toEqual([
      { revoked_at: testStart + 1_000, revoked_reason: 'restored' },
    ])
    expect(copy.prepare('select id, disabled_at, revoked_at from api_keys order by id').all()).toEqual([
      { id: 'active', disabled_at: testStart + 1_000, revoked_at: null },
      { id: 'disabled', disabled_at: 5, revoked_at: null },
      { id: 'revoked', disabled_at: null, revoked_at: 5 },
    ])
  })

  it('leaves the database itself as it is', async () => {
    await insertCredentials()
    await backUp(services, root, { file })
    const key = await services.db
      .selectFrom('api_keys')
      .selectAll()
      .where('id', '=', 'active')
      .executeTakeFirstOrThrow()
    expect(key.disabled_at).toBe(null)
    expect(await services.db.selectFrom('portal_sessions').select('id').execute()).toEqual([{ id: 'p' }])
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
    await insertCredentials()
    // A reference that points nowhere, which only a fault can make.
    const source = new SqliteDatabase(databaseFile(services.env.dataDir))
    source.pragma('foreign_keys = OFF')
    source.exec("delete from users where id = 'usr_1'")
    source.close()
    await expect(backUp(services, root, { file })).rejects.toMatchObject({
      code: 'conflict',
      description: 'The database is damaged and was not copied.',
    })
    expect(existsSync(file)).toBe(false)
    expect(readdirSync(folder)).toEqual([])
  })

  it('to everybody but the operator', async () => {
    const visitor = { kind: 'visitor', address: '192.0.2.7', requestId: 'req_1' } as const
    await expect(backUp(services, visitor, { file })).rejects.toMatchObject({ code: 'forbidden' })
    expect(existsSync(file)).toBe(false)
  })
})
