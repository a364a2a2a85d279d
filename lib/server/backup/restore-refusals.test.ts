import {
  closeSync,
  copyFileSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { beforeEach, describe, expect, it } from 'vitest'
import { generateApiKey } from '#lib/domain/keys/api-keys/generate-api-key.ts'
import { rotateSigningKey } from '#lib/domain/tokens/access-tokens/rotate-signing-key.ts'
import { databaseFile } from '#lib/foundation/db/database.ts'
import { claimMasterSecret } from '#lib/foundation/server-keys/claim-master-secret.ts'
import { randomToken } from '#lib/kernel/crypto.ts'
import { root } from '#lib/testing/people.ts'
import { makeBackup, newTestFolder, restoreSite, restoreTo, testDatabaseUrl } from '#lib/testing/restoring.ts'
import { makeTestProgram } from '#lib/testing/test-grants.ts'
import { onlyOn, openTestServices, type TestServices } from '#lib/testing/test-services.ts'

const otherSecret = 'another master secret of 32 characters and more'

let services: TestServices
let file: string

beforeEach(async () => {
  services = await openTestServices()
  const { owner } = await makeTestProgram(services)
  await generateApiKey(services, root, { name: 'Second', ownerId: owner.id })
  await rotateSigningKey(services, root, { now: true })
  file = await makeBackup(services)
})

/** The database must be as it was: a refusal changes nothing. */
async function expectRefused(path: string, expected: Record<string, unknown>, target = services): Promise<void> {
  const events = await target.db.selectFrom('audit_events').select('id').execute()
  await expect(restoreTo(target, path)).rejects.toMatchObject(expected)
  expect(await target.db.selectFrom('audit_events').select('id').execute()).toEqual(events)
}

function editBackup(statement: string): void {
  const copy = new SqliteDatabase(file)
  copy.exec(statement)
  copy.close()
}

describe('without the master secret', () => {
  const expected = {
    code: 'conflict',
    description: expect.stringMatching(
      /^The master secret that this was made with is not configured: set LATCHKEY_SECRET/,
    ),
    detail: 'without it 2 API keys and 2 signing keys would be void',
  }

  it('with another one', async () => {
    await expectRefused(file, expected, await openTestServices({ LATCHKEY_SECRET: otherSecret }))
  })

  it('with none at all, and none is made', async () => {
    const target = await openTestServices()
    const site = restoreSite(target)
    const attempt = restoreTo({ ...target, env: { ...site.env, masterSecrets: undefined } }, file)
    await expect(attempt).rejects.toMatchObject(expected)
    expect(() => readFileSync(join(target.env.dataDir, 'master-secret'))).toThrow('ENOENT')
  })

  it('but not with a newer one beside it, nor where nothing would be void', async () => {
    const newer = await openTestServices({ LATCHKEY_SECRET: `${otherSecret},${services.env.masterSecrets}` })
    expect(await restoreTo(newer, file)).toMatchObject({ apiKeys: 2 })
    editBackup('update api_keys set revoked_at = 1; delete from signing_keys')
    const other = await openTestServices({ LATCHKEY_SECRET: otherSecret })
    expect(await restoreTo(other, file)).toMatchObject({ apiKeys: 2 })
    // The next start is let in.
    await claimMasterSecret(other.db, other.keys)
  })
})

describe('a file', () => {
  it('that is not there, or a folder', async () => {
    const description = 'There is no such file.'
    await expectRefused(join(newTestFolder(), 'nothing.db'), { code: 'not_found', description })
    await expectRefused(newTestFolder(), { code: 'not_found', description })
  })

  it.each([
    ['something else', 'x'.repeat(5_000)],
    ['nothing at all', ''],
    ['a few bytes', 'SQLite'],
  ])('that is %s', async (_, content) => {
    const path = join(newTestFolder(), 'file')
    writeFileSync(path, content)
    await expectRefused(path, { code: 'conflict', description: 'This file is no backup of Latchkey.' })
  })

  it('that is a database of somebody else', async () => {
    const path = join(newTestFolder(), 'file')
    const other = new SqliteDatabase(path)
    other.exec('create table users (id text)')
    other.close()
    await expectRefused(path, { code: 'conflict', description: 'This file is no backup of Latchkey.' })
  })

  it.each([
    ['cut short', () => truncateSync(file, readFileSync(file).length / 2)],
    ['overwritten in the middle', () => overwrite(file)],
    ['with a reference to a row that is gone', () => editBackup('pragma foreign_keys = off; delete from users')],
  ])('that is damaged: %s', async (_, damage) => {
    damage()
    await expectRefused(file, {
      code: 'conflict',
      description: 'The backup is damaged, and nothing was restored.',
      detail: expect.stringMatching(/./),
    })
  })

  it('of a newer version', async () => {
    editBackup("insert into kysely_migration values ('9999-later', '2030-01-01')")
    await expectRefused(file, {
      code: 'conflict',
      description: 'The backup was made by a newer version of Latchkey: use that one.',
    })
  })

  it('that is the database in use, under whatever name', onlyOn('sqlite'), async () => {
    const inUse = databaseFile(services.env.dataDir)
    mkdirSync(join(services.env.dataDir, 'x'))
    const description = 'This file is the database in use: name a backup of it.'
    for (const path of [inUse, join(services.env.dataDir, 'x', '..', 'latchkey.db')]) {
      await expectRefused(path, { code: 'conflict', description })
    }
  })
})

describe('a database named with --replaced', () => {
  const description = 'The database named by --replaced cannot be used.'
  const attempt = (replaced: string) => restoreTo(services, file, { replaced })

  it('that does not exist, or holds nothing of ours', async () => {
    const path = join(newTestFolder(), 'other.db')
    await expect(attempt(path)).rejects.toMatchObject({ description, detail: `there is no file ${path}` })
    writeFileSync(path, 'x'.repeat(5_000))
    await expect(attempt(path)).rejects.toMatchObject({ description, detail: 'it holds no database of Latchkey' })
  })

  it('that does not answer', async () => {
    const detail = expect.stringMatching(/^it names a database that does not answer/)
    await expect(attempt('postgres://127.0.0.1:1/latchkey')).rejects.toMatchObject({ description, detail })
  })

  it('that is the one to restore: it knows only what the backup knows', async () => {
    const own = testDatabaseUrl(services)?.replace('127.0.0.1', 'localhost') ?? databaseFile(services.env.dataDir)
    await expect(attempt(own)).rejects.toMatchObject({ description, detail: 'it is the one to restore' })
  })
})

it('leaves the file itself as it was, to the byte, also where it is read from a copy', async () => {
  const before = readFileSync(file)
  await restoreTo(services, file)
  expect(readFileSync(file).equals(before)).toBe(true)
  const inUse = join(newTestFolder(), 'log.db')
  copyFileSync(file, inUse)
  const copy = new SqliteDatabase(inUse)
  copy.pragma('journal_mode = WAL')
  copy.close()
  const withLog = readFileSync(inUse)
  expect(await restoreTo(services, inUse)).toMatchObject({ apiKeys: 2 })
  expect(readFileSync(inUse).equals(withLog)).toBe(true)
  expect(readdirSync(dirname(inUse))).toEqual(['log.db'])
})

it('reads what stands in the write-ahead log beside a copied database', onlyOn('sqlite'), async () => {
  const copied = join(newTestFolder(), 'copied.db')
  const inUse = databaseFile(services.env.dataDir)
  const name = randomToken()
  await services.db.updateTable('api_keys').set({ name }).where('name', '=', 'Second').execute()
  for (const end of ['', '-wal']) copyFileSync(inUse + end, copied + end)
  expect(readFileSync(copied).includes(name)).toBe(false)
  const target = await openTestServices()
  expect(await restoreTo(target, copied, { enableKeys: true })).toMatchObject({ apiKeys: 2, madeAt: null })
  expect(await target.db.selectFrom('api_keys').select('id').where('name', '=', name).execute()).toHaveLength(1)
})

/** Pages of nothing where rows should be. */
function overwrite(path: string): void {
  const descriptor = openSync(path, 'r+')
  writeSync(descriptor, Buffer.alloc(40_960, 0xa5), 0, 40_960, 20_480)
  closeSync(descriptor)
}
