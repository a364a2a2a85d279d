import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { beforeEach, expect, it } from 'vitest'
import { enableApiKey } from '#lib/api-keys/change-api-key-state.ts'
import { hashKeySecret, newKeySecret } from '#lib/api-keys/key-credentials.ts'
import { openBackup } from '#lib/db/copy/open-backup.ts'
import { toDatabase } from '#lib/db/database.ts'
import { listPendingSteps } from '#lib/db/migrate.ts'
import * as firstTables from '#lib/db/migrations/0001-first-tables.ts'
import { openSqlite } from '#lib/db/sqlite/connection.ts'
import { insertUser, root } from '#lib/testing/people.ts'
import { newTestFolder, restoreTo } from '#lib/testing/restoring.ts'
import { clientFields, postToken } from '#lib/testing/test-programs.ts'
import { openTestServices, type TestServices, testStart } from '#lib/testing/test-services.ts'

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

/** What version 0.1.0 called a backup: its schema, no mark, and every key disabled by the backup itself. */
async function makeOldBackup(): Promise<string> {
  const path = join(newTestFolder(), 'old.db')
  const connection = openSqlite(path, services.clock, 5_000)
  await using db = toDatabase(connection)
  const provider = { getMigrations: async () => ({ '0001-first-tables': firstTables }) }
  await new Migrator({ db, provider }).migrateToLatest()
  const { current } = services.keys
  await db.insertInto('settings').values({ name: 'master-secret-id', value: current.id }).execute()
  await db.insertInto('accounts').values(acme).execute()
  await db
    .insertInto('users')
    .values({ ...ann, account_scope: 'all', created_at: testStart, created_by: 'operator' })
    .execute()
  // As text: the table has got columns since.
  await sql`
    insert into api_keys (id, secret_hash, master_id, name, owner_id, created_by, created_at, disabled_at)
    values ('lkid_1', ${hashKeySecret(current, secret)}, ${current.id}, 'CRM', ${ann.id}, 'operator', ${testStart}, ${testStart})
  `.execute(db)
  connection.handle.pragma('journal_mode = DELETE')
  return path
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
