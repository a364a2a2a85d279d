import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { checkJournal } from '#lib/domain/events/journal/check-journal.ts'
import { sealAllEvents } from '#lib/domain/events/journal/seal-events.ts'
import { addWebhook } from '#lib/domain/events/webhooks/manage-webhooks.ts'
import { type Database, databaseFile, openDatabase } from '#lib/foundation/db/database.ts'
import { readEnv } from '#lib/kernel/env.ts'
import { type InPlaceOrder, restoreInPlace } from '#lib/server/backup/restore-backup.ts'
import { root } from '#lib/testing/people.ts'
import { makeBackup, newTestFolder, restoreSite, restoreTo } from '#lib/testing/restoring.ts'
import { fewOf } from '#lib/testing/sampling.ts'
import { clientFields, makeTestKey, postToken, type TestKey } from '#lib/testing/test-programs.ts'
import { emptyDatabase, openTestServices, type TestServices, testSecret } from '#lib/testing/test-services.ts'
import { copyRows, makeVersion01 } from '#lib/testing/version-0-1/make-version-0-1.ts'

/** What an early build of 0.1 didn't have. */
const laterTables = ['key_secrets', 'journal_entries', 'journal_checkpoints', 'journal_keys', 'webhooks'] as const

let services: TestServices
let kept: TestKey
let revoked: TestKey
let replaced: string
let former: Database

beforeEach(async () => {
  services = await openTestServices()
  ;[kept, revoked] = [await makeTestKey(services), await makeTestKey(services)]
  const place = { DATA_DIR: newTestFolder(), ...(await emptyDatabase()) }
  const env = readEnv({ ...place, LATCHKEY_SECRET: testSecret })
  former = openDatabase(env, services.clock, 'command')
  onTestFinished(() => former.destroy())
  await makeVersion01(former, (to) => copyRows(services.db, to))
  for (const table of laterTables) await former.schema.dropTable(table).execute()
  replaced = env.databaseUrl ?? databaseFile(env.dataDir)
  // The former version went on after the copy from which the services' database was made.
  await former.updateTable('api_keys').set({ revoked_at: services.clock.now() }).where('id', '=', revoked.id).execute()
})

const statusOf = async (key: TestKey) => (await postToken(clientFields(key))).status

const restores = {
  'in place': (order: InPlaceOrder) => restoreInPlace(restoreSite(services), root, order),
  'of a backup': async (order: InPlaceOrder) => restoreTo(services, await makeBackup(services), order),
}

// Both ask the replaced database alike. In `npm test`, one does.
describe.each(fewOf(1, Object.entries(restores)))(
  'a restore %s that replaces a database of a former version',
  (_, restore) => {
    it('takes over what was revoked there, and trusts it with the other keys', async () => {
      expect(await restore({ replaced })).toMatchObject({
        ignorance: null,
        carriedOver: { revokedKeys: 1, disabledKeys: 0 },
        keysToEnable: [],
        pausedWebhooks: 0,
        keepsSigningKeys: true,
      })
      expect([await statusOf(kept), await statusOf(revoked)]).toEqual([200, 401])
    })

    it('begins the journal, or continues the one that the restored database has', async () => {
      const before = await former.selectFrom('audit_events').select('id').execute()
      await restore({ replaced })
      await sealAllEvents(services)
      // The restore itself is the newest event.
      const to = before.length + 1
      expect(await checkJournal(services, root, undefined)).toMatchObject({ from: 1, to })
      await restore({ replaced, enableKeys: true })
      await sealAllEvents(services)
      expect(await checkJournal(services, root, undefined)).toMatchObject({ from: 1, to: to + 1 })
    })

    it('pauses every webhook: none could be removed there', async () => {
      await addWebhook(services, root, { url: 'https://hooks.example' })
      expect(await restore({ replaced })).toMatchObject({ pausedWebhooks: 1 })
    })
  },
)
