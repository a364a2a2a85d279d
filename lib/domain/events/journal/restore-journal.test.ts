import { beforeEach, expect, it } from 'vitest'
import { createAccount } from '#lib/domain/accounts/accounts/manage-accounts.ts'
import { checkJournal, readCheckpointKeys } from '#lib/domain/events/journal/check-journal.ts'
import { addFinalCheckpoint, findCurrentCheckpoint } from '#lib/domain/events/journal/checkpoint.ts'
import { exportJournal } from '#lib/domain/events/journal/export-journal.ts'
import { claimIssuer } from '#lib/domain/events/journal/issuer.ts'
import { sealEvents } from '#lib/domain/events/journal/seal-events.ts'
import { verifyJournal } from '#lib/domain/events/journal/verify-journal.ts'
import { account } from '#lib/testing/accounts.ts'
import { root } from '#lib/testing/people.ts'
import { makeBackup, restoreTo } from '#lib/testing/restoring.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'

let services: TestServices
beforeEach(async () => {
  services = await openTestServices()
})

async function addAccounts(count: number, prefix: string, to = services): Promise<void> {
  for (let n = 0; n < count; n++) {
    await createAccount(to, root, account({ id: `${prefix}-${n}`, name: prefix }))
  }
}

async function seal(of = services): Promise<string> {
  await sealEvents(of)
  await addFinalCheckpoint(of)
  return (await findCurrentCheckpoint(of)) ?? ''
}

/** The kind of each entry, once everything is sealed and verified with the checkpoint. */
async function listKinds(keptCheckpoint?: string, of = services): Promise<string[]> {
  await seal(of)
  expect(await checkJournal(of, root, keptCheckpoint)).toHaveProperty('to')
  const kinds: string[] = []
  for await (const line of await exportJournal(of, root)) {
    const { type, event } = JSON.parse(line)
    if (type === 'event') kinds.push(event.kind)
  }
  return kinds
}

const created = (count: number) => Array<string>(count).fill('account.created')

it('a restore into the same database continues its journal, which has the newer events too', async () => {
  await addAccounts(2, 'before')
  await seal()
  const file = await makeBackup(services)
  await addAccounts(2, 'sealed')
  const kept = await seal()
  await addAccounts(1, 'unsealed')
  await restoreTo(services, file)
  expect(await listKinds(kept)).toEqual([...created(5), 'database.restored'])
})

it('a restore into another database continues the journal of the backup', async () => {
  await addAccounts(3, 'before')
  const kept = await seal()
  const file = await makeBackup(services)
  const other = await openTestServices()
  await addAccounts(2, 'other', other)
  await seal(other)
  await restoreTo(other, file)
  expect(await listKinds(kept, other)).toEqual([...created(5), 'database.restored'])
})

it('an event that was not sealed when the backup was made is sealed once, after the restore', async () => {
  await addAccounts(1, 'sealed')
  const kept = await seal()
  await addAccounts(2, 'unsealed')
  const file = await makeBackup(services)
  const other = await openTestServices()
  await restoreTo(other, file)
  expect(await listKinds(kept, other)).toEqual([...created(3), 'database.restored'])
})

it('a replaced database hands its journal over', async () => {
  await addAccounts(2, 'before')
  await seal()
  const file = await makeBackup(services)
  await addAccounts(2, 'since')
  const kept = await seal()
  const other = await openTestServices()
  const replaced = services.env.databaseUrl ?? `${services.env.dataDir}/latchkey.db`
  await restoreTo(other, file, { replaced })
  expect(await listKinds(kept, other)).toEqual([...created(4), 'database.restored'])
})

it('a backup has the journal, and no queue of the sealer', async () => {
  await addAccounts(1, 'sealed')
  await seal()
  const keys = await readCheckpointKeys(services)
  const other = await openTestServices()
  await restoreTo(other, await makeBackup(services))
  await seal(other)
  const lines: string[] = []
  for await (const line of await exportJournal(other, root)) lines.push(line.trimEnd())
  async function* stream() {
    yield* lines
  }
  // The checkpoint from before the backup is signed with a key of then.
  const [first] = keys.keys
  expect((await readCheckpointKeys(other)).keys).toContainEqual(first)
  expect(await verifyJournal(stream(), { keys: await readCheckpointKeys(other) })).toMatchObject({ checkpoints: 2 })
})

it('the issuer follows the journal: a restore of a backup from before a new origin goes on as that one', async () => {
  await claimIssuer(services)
  await addAccounts(1, 'before')
  await seal()
  const file = await makeBackup(services)
  const baseUrl = 'https://id.example.com'
  await claimIssuer({ ...services, env: { ...services.env, baseUrl } })
  await restoreTo(services, file)
  const kinds = ['account.created', 'database.issuer_changed', 'database.restored']
  expect(await listKinds()).toEqual(kinds)
  expect(await checkJournal(services, root, undefined)).toMatchObject({ issuer: baseUrl, to: 3 })
  async function* since() {
    for await (const line of await exportJournal(services, root, { from: 3 })) yield line.trimEnd()
  }
  const keys = await readCheckpointKeys(services)
  expect(await verifyJournal(since(), { keys })).toMatchObject({ issuer: baseUrl, from: 3, to: 3 })
  // Into a new database: with the issuer of the backup.
  const other = await openTestServices({ BASE_URL: 'https://other.example.com' })
  await restoreTo(other, file)
  await listKinds(undefined, other)
  expect(await checkJournal(other, root, undefined)).toMatchObject({ issuer: services.env.baseUrl })
})
