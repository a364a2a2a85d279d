import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import SqliteDatabase from 'better-sqlite3'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { generateApiKey } from '#lib/domain/keys/api-keys/generate-api-key.ts'
import { deactivateUser } from '#lib/domain/people/user-lifecycle/change-user.ts'
import { revokeApiKey } from '#lib/domain/people/user-lifecycle/revoke-api-key.ts'
import { databaseFile } from '#lib/foundation/db/database.ts'
import type { RestoreResult } from '#lib/server/backup/finalize-restore.ts'
import type { RestoreOrder } from '#lib/server/backup/restore-backup.ts'
import { runChecks } from '#lib/server/diagnostics/run-checks.ts'
import { insertUser, root } from '#lib/testing/people.ts'
import { makeBackup, restoreTo } from '#lib/testing/restoring.ts'
import { makeTestProgram, type TestProgram } from '#lib/testing/test-grants.ts'
import { onlyOn, openTestServices, type TestServices } from '#lib/testing/test-services.ts'

// A file that is damaged or too new only concerns the embedded database.
describe('onto an embedded database that cannot be used', onlyOn('sqlite'), () => {
  let services: TestServices
  let program: TestProgram
  let backup: string
  let inUse: string

  beforeEach(async () => {
    services = await openTestServices()
    program = await makeTestProgram(services)
    const { id: ownerId } = await insertUser(services)
    await generateApiKey(services, root, { name: 'Good', ownerId })
    backup = await makeBackup(services)
    inUse = databaseFile(services.env.dataDir)
    await insertUser(services, { name: 'Later' })
    await revokeApiKey(services, root, program.keyId)
    await deactivateUser(services, root, program.owner.id)
  })

  const restore = (order?: Omit<RestoreOrder, 'file'>): Promise<RestoreResult> => restoreTo(services, backup, order)

  /** Into the file itself, after the last process has closed it. */
  async function overwrite(at: number, bytes: number): Promise<void> {
    await services.db.destroy()
    const descriptor = openSync(inUse, 'r+')
    writeSync(descriptor, Buffer.alloc(bytes, 0xa5), 0, bytes, at)
    closeSync(descriptor)
  }

  function readKeys(file: string): unknown {
    const db = new SqliteDatabase(file, { readonly: true })
    onTestFinished(() => void db.close())
    return db
      .prepare(
        'select disabled_at is not null as disabled, revoked_at is not null as revoked from api_keys order by name',
      )
      .all()
  }

  async function expectHealthy(): Promise<void> {
    const findings = await runChecks(services.env, services.clock)
    expect(findings.filter(({ verdict }) => verdict === 'fail')).toEqual([])
  }

  it('moves it aside, lists every key, and leaves nothing else behind', async () => {
    await overwrite(0, 4_096)
    const movedAside = `${inUse}.replaced-1`
    expect(await restore()).toMatchObject({
      movedAside,
      ignorance: 'damaged',
      carriedOver: { revokedKeys: 0, deactivatedUsers: 0 },
      keysToEnable: expect.arrayContaining(['CRM', 'Good'].map((name) => expect.objectContaining({ name }))),
      keepsSigningKeys: false,
    })
    expect(readdirSync(services.env.dataDir).toSorted()).toEqual(['latchkey.db', 'latchkey.db.replaced-1'])
    expect(statSync(inUse).mode & 0o777).toBe(0o600)
    expect(readKeys(inUse)).toEqual(Array(2).fill({ disabled: 1, revoked: 0 }))
    await expectHealthy()
  })

  it('lets keys work that nobody can tell of where that is asked for', async () => {
    await overwrite(0, 4_096)
    expect(await restore({ enableKeys: true })).toMatchObject({ ignorance: 'damaged', keysToEnable: [] })
    expect(readKeys(inUse)).toEqual(Array(2).fill({ disabled: 0, revoked: 0 }))
  })

  it('carries over what can still be read of it, and does not trust the rest', async () => {
    const before = new SqliteDatabase(inUse)
    before.pragma('foreign_keys = OFF')
    before.prepare("insert into user_accounts values ('nobody', 'acme', 0)").run()
    before.close()
    expect(await restore()).toMatchObject({
      movedAside: `${inUse}.replaced-1`,
      ignorance: 'damaged',
      carriedOver: { revokedKeys: 1, deactivatedUsers: 1, events: 3 },
      keysToEnable: [{ name: 'Good' }],
    })
    expect(readKeys(inUse)).toEqual([
      { disabled: 0, revoked: 1 },
      { disabled: 1, revoked: 0 },
    ])
  })

  it('leaves everything as it was when it fails', async () => {
    await overwrite(0, 4_096)
    const before = readdirSync(services.env.dataDir)
    await expect(restore({ replaced: '/nowhere' })).rejects.toMatchObject({ code: 'conflict' })
    expect(readdirSync(services.env.dataDir)).toEqual(before)
  })

  it('keeps its write-ahead log beside it, where it is not applied to the new one', async () => {
    await overwrite(0, 4_096)
    writeFileSync(`${inUse}-wal`, 'what is left of a log')
    await restore()
    expect(readFileSync(`${inUse}.replaced-1-wal`, 'utf8')).toBe('what is left of a log')
    expect(readKeys(inUse)).toEqual(Array(2).fill({ disabled: 1, revoked: 0 }))
    await expectHealthy()
  })

  it('keeps each of several under a name of its own, readable by their owner alone', async () => {
    await overwrite(0, 4_096)
    await restore()
    writeFileSync(inUse, 'x'.repeat(5_000))
    expect(await restore()).toMatchObject({ movedAside: `${inUse}.replaced-2` })
    for (const number of [1, 2]) expect(statSync(`${inUse}.replaced-${number}`).mode & 0o777).toBe(0o600)
  })

  it('takes the place of one that a newer version made, which knows what was revoked', async () => {
    const newer = new SqliteDatabase(inUse)
    newer.prepare("insert into kysely_migration values ('9999-later', '2030-01-01')").run()
    newer.close()
    expect(await restore()).toMatchObject({
      movedAside: `${inUse}.replaced-1`,
      ignorance: null,
      carriedOver: { revokedKeys: 1, deactivatedUsers: 1 },
      keysToEnable: [],
    })
    await expectHealthy()
  })

  it('does not trust one that is a backup itself', async () => {
    await services.db.insertInto('settings').values({ name: 'backup-made-at', value: '1' }).execute()
    await services.db.updateTable('api_keys').set({ revoked_at: null }).execute()
    expect(await restore()).toMatchObject({
      movedAside: null,
      ignorance: 'backup',
      carriedOver: { deactivatedUsers: 1 },
      keysToEnable: expect.arrayContaining([expect.objectContaining({ keyId: program.keyId })]),
    })
    await expectHealthy()
  })

  it.runIf(process.platform === 'linux')('is refused while a server has it open, which goes on', async () => {
    await overwrite(40_960, 40_960)
    const child = spawn(process.execPath, ['--input-type=module', '--eval', holdOpen(inUse)])
    onTestFinished(() => void child.kill('SIGKILL'))
    await once(child.stdout, 'data')
    await expect(restore()).rejects.toMatchObject({
      code: 'conflict',
      description: 'The database cannot be used as it is, and another process has it open: stop the server first.',
    })
    expect(readdirSync(services.env.dataDir).filter((name) => /restoring|replaced/.test(name))).toEqual([])
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(await restore()).toMatchObject({ movedAside: `${inUse}.replaced-1` })
  })

  it('says so where it cannot even be looked at', async () => {
    await services.db.destroy()
    rmSync(inUse)
    mkdirSync(inUse)
    await expect(restore()).rejects.toThrow(`${inUse} cannot be read: check who owns it and its permissions.`)
  })

  it('clears away what a killed restore has left', async () => {
    await overwrite(0, 4_096)
    writeFileSync(`${inUse}.restoring`, 'half of it')
    writeFileSync(`${inUse}.restoring-wal`, 'half of it')
    await restore()
    expect(existsSync(`${inUse}.restoring-wal`)).toBe(false)
    await expectHealthy()
  })
})

const holdOpen = (file: string) => `
  import { openSqlite } from '#lib/foundation/db/sqlite/connection.ts'
  const connection = openSqlite(${JSON.stringify(file)}, { now: () => 0 }, 20)
  connection.run('select count(*) from settings', [])
  process.stdout.write('open')
  setTimeout(() => connection.close(), 60_000)`
