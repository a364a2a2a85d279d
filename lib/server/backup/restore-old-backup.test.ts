import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { enableApiKey } from '#lib/domain/keys/api-keys/change-api-key-state.ts'
import { hashKeySecret, newKeySecret } from '#lib/domain/keys/api-keys/key-credentials.ts'
import { openBackup } from '#lib/foundation/db/copy/open-backup.ts'
import { type Database, toDatabase } from '#lib/foundation/db/database.ts'
import { listPendingSteps } from '#lib/foundation/db/migrate.ts'
import { openSqlite } from '#lib/foundation/db/sqlite/connection.ts'
import { insertUser, root } from '#lib/testing/people.ts'
import { newTestFolder, restoreTo } from '#lib/testing/restoring.ts'
import { clientFields, postToken } from '#lib/testing/test-programs.ts'
import { openTestServices, type TestServices, testStart } from '#lib/testing/test-services.ts'
import { makeVersion01 } from '#lib/testing/version-0-1/make-version-0-1.ts'

let services: TestServices
let file: string
const secret = newKeySecret()

const ann = {
  id: 'usr_1',
  username: 'ann',
  username_key: 'ann',
  name: 'Ann',
  search_text: 'ann',
  role: 'owner' as const,
}
const acme = { id: 'acme', name: 'Acme', search_text: 'acme\nacme', created_at: testStart }

/** What version 0.1.0 called a backup: no mark, and every key disabled by the backup itself. */
async function makeOldBackup(): Promise<string> {
  const path = join(newTestFolder(), 'old.db')
  const connection = openSqlite(path, services.clock, 5_000)
  await using db = toDatabase(connection)
  await makeVersion01(db, fillOldBackup)
  connection.handle.pragma('journal_mode = DELETE')
  return path
}

async function fillOldBackup(db: Database): Promise<void> {
  const { current } = services.keys
  const made = { created_at: testStart, created_by: 'operator' }
  await db.insertInto('settings').values({ name: 'master-secret-id', value: current.id }).execute()
  await db.insertInto('accounts').values(acme).execute()
  await db
    .insertInto('users')
    .values({ ...ann, account_scope: 'all', ...made })
    .execute()
  // As text: its other columns have defaults.
  await sql`
    insert into api_keys (id, name, owner_id, created_by, created_at, disabled_at)
    values ('lkid_1', 'CRM', ${ann.id}, 'operator', ${testStart}, ${testStart})
  `.execute(db)
  const hash = { secret_hash: hashKeySecret(current, secret), master_id: current.id }
  await db
    .insertInto('key_secrets')
    .values({ id: 'lksec_1', key_id: 'lkid_1', ...hash, ...made, current_since: testStart })
    .execute()
}

beforeEach(async () => {
  services = await openTestServices()
  file = await makeOldBackup()
})

it('a backup of version 0.1.0 is brought to the newest schema, away from its file, and its keys are listed', async () => {
  const before = readFileSync(file)
  expect(await restoreTo(services, file)).toMatchObject({
    madeAt: null,
    users: 1,
    accounts: 1,
    ignorance: 'none',
    keysToEnable: [{ keyId: 'lkid_1', name: 'CRM', owner: 'Ann', lastUsedAt: null }],
    activeOwners: 1,
  })
  expect(readFileSync(file).equals(before)).toBe(true)
  expect(readdirSync(join(file, '..'))).toEqual(['old.db'])
  await enableApiKey(services, root, 'lkid_1')
  expect((await postToken(clientFields({ id: 'lkid_1', secret }))).status).toBe(200)
})

it('of an early build is refused with the build to start in between', async () => {
  const connection = openSqlite(file, services.clock, 5_000)
  connection.handle.exec("delete from kysely_migration where name = '0047-search-letters'")
  connection.handle.close()
  await expect(openBackup(file, services)).rejects.toMatchObject({
    code: 'conflict',
    description: expect.stringContaining('start the build of commit'),
  })
})

it('is read in the newest schema, whatever that needs', async () => {
  await using backup = await openBackup(file, services)
  expect(await listPendingSteps(backup.db)).toEqual([])
})

it('lists them also where it is known what was revoked: the backup has disabled them itself', async () => {
  await insertUser(services)
  expect(await restoreTo(services, file, { enableKeys: true })).toMatchObject({
    ignorance: null,
    keysToEnable: [{ keyId: 'lkid_1' }],
  })
})

it('leaves no copy where it was made', async () => {
  const before = readdirSync(services.env.dataDir)
  await restoreTo(services, file)
  expect(readdirSync(services.env.dataDir)).toEqual(before)
})

it('is read without a data folder as well', async () => {
  const env = { ...services.env, dataDir: join(newTestFolder(), 'nowhere') }
  await using source = await openBackup(file, { env, clock: services.clock })
  expect(await listPendingSteps(source.db)).toEqual([])
  expect(existsSync(env.dataDir)).toBe(false)
})
