import { beforeEach, expect, it } from 'vitest'
import { createAccount } from '#lib/domain/accounts/accounts/manage-accounts.ts'
import { checkJournal, readCheckpointKeys } from '#lib/domain/events/journal/check-journal.ts'
import { addFinalCheckpoint, findCurrentCheckpoint } from '#lib/domain/events/journal/checkpoint.ts'
import { exportJournal, type JournalRange } from '#lib/domain/events/journal/export-journal.ts'
import { claimIssuer } from '#lib/domain/events/journal/issuer.ts'
import { sealEvents } from '#lib/domain/events/journal/seal-events.ts'
import { verifyJournal } from '#lib/domain/events/journal/verify-journal.ts'
import { openCommandServices } from '#lib/foundation/services.ts'
import { account } from '#lib/testing/accounts.ts'
import { root } from '#lib/testing/people.ts'
import { openTestServices, type TestServices, testBaseUrl, testSecret } from '#lib/testing/test-services.ts'

const local = 'http://localhost:3000'
const moved = 'https://id.example.com'

let server: TestServices
let accounts: number

beforeEach(async () => {
  accounts = 0
  server = await openTestServices()
  await claimIssuer(server)
  await addEntry()
})

async function addEntry(): Promise<void> {
  await createAccount(server, root, account({ id: `acc-${++accounts}`, name: 'Account' }))
  await sealEvents(server)
}

/** The server's next start, with this BASE_URL. */
async function restart(baseUrl: string): Promise<TestServices> {
  const started = await openTestServices({ DATA_DIR: server.env.dataDir, BASE_URL: baseUrl })
  await claimIssuer(started)
  return started
}

async function readLines(range?: JournalRange): Promise<string[]> {
  const lines: string[] = []
  for await (const line of await exportJournal(server, root, range)) lines.push(line.trimEnd())
  return lines
}

async function verify(lines: readonly string[]) {
  async function* stream(): AsyncGenerator<string> {
    yield* lines
  }
  return verifyJournal(stream(), { keys: await readCheckpointKeys(server) })
}

async function findChanges() {
  const changes = server.db.selectFrom('audit_events').select('details').where('kind', '=', 'database.issuer_changed')
  return (await changes.execute()).map(({ details }) => JSON.parse(details))
}

it('a command without the BASE_URL of the server signs, and prints URLs, as the server', async () => {
  const command = await openCommandServices({ ...server.env, baseUrl: local, masterSecrets: [testSecret] })
  expect(command.env.baseUrl).toBe(testBaseUrl)
  await addFinalCheckpoint({ ...command, clock: server.clock })
  await command.db.destroy()
  expect(await checkJournal(server, root, undefined)).toMatchObject({ issuer: testBaseUrl, to: 1, checkpoints: 1 })
})

it('services of another origin sign as the one that is stored', async () => {
  await addFinalCheckpoint({ ...server, env: { ...server.env, baseUrl: local } })
  expect(await checkJournal(server, root, undefined)).toMatchObject({ issuer: testBaseUrl, checkpoints: 1 })
})

it('a start with another BASE_URL is an entry between two checkpoints, and everything stays verified', async () => {
  await addFinalCheckpoint(server)
  await addEntry()
  const kept = (await findCurrentCheckpoint(server)) ?? ''
  const started = await restart(moved)
  expect(await findChanges()).toEqual([{ formerIssuer: testBaseUrl, issuer: moved }])
  await addEntry()
  const verified = { issuer: moved, from: 1, to: 4, checkpoints: 4 }
  expect(await checkJournal(started, root, kept)).toEqual(verified)
  expect(await verify(await readLines())).toEqual(verified)
  // Entry 3 is the change.
  expect(await verify(await readLines({ from: 1, to: 2 }))).toMatchObject({ issuer: testBaseUrl, checkpoints: 2 })
  expect(await verify(await readLines({ from: 3, to: 4 }))).toMatchObject({ issuer: moved, checkpoints: 2 })
  expect(await verify(await readLines({ from: 4, to: 4 }))).toMatchObject({ issuer: moved, checkpoints: 1 })
  await restart(testBaseUrl)
  expect(await checkJournal(server, root, kept)).toMatchObject({ issuer: testBaseUrl, to: 5 })
})

it('of processes that start together, one records the change', async () => {
  const processes = await Promise.all(
    [1, 2, 3].map(() => openTestServices({ DATA_DIR: server.env.dataDir, BASE_URL: moved })),
  )
  await Promise.all(processes.map((each) => claimIssuer(each)))
  expect(await findChanges()).toHaveLength(1)
  expect(await checkJournal(server, root, undefined)).toMatchObject({ issuer: moved, to: 2 })
})

it('a checkpoint of an issuer that no entry records is reported, and after it whatever was changed', async () => {
  await server.db.updateTable('settings').set({ value: local }).where('name', '=', 'issuer').execute()
  await addFinalCheckpoint(server)
  await server.db.updateTable('settings').set({ value: testBaseUrl }).where('name', '=', 'issuer').execute()
  await addEntry()
  const kept = await findCurrentCheckpoint(server)
  const foreign = { problem: 'other-issuer', seq: 1, issuer: local }
  expect(await checkJournal(server, root, undefined)).toEqual({ line: 3, ...foreign })
  expect(await checkJournal(server, root, kept ?? '')).toMatchObject(foreign)
  await server.db.updateTable('audit_events').set({ subject_name: 'X' }).where('subject_id', '=', 'acc-2').execute()
  expect(await checkJournal(server, root, undefined)).toMatchObject({ line: 4, problem: 'changed', seq: 2 })
})
