import { setTimeout as sleep } from 'node:timers/promises'
import { storedTables, tableNames } from '#lib/foundation/db/copy/stored-tables.ts'
import { findMissingRows, type Snapshot } from '#lib/testing/database-snapshot.ts'
import type { CaseContext, Place } from './harness/case-context.ts'
import { withServices } from './harness/databases.ts'
import type { Send } from './harness/http.ts'
import type { Instance } from './harness/instance.ts'
import { findFreePort } from './harness/ports.ts'
import { startWebhookReceiver } from './harness/webhook-receiver.ts'
import { verifyDatabase } from './ledger/verify-database.ts'
import { verifyDeliveries } from './ledger/verify-deliveries.ts'
import { verifyAnswers } from './ledger/verify-responses.ts'
import { type Case, Faults, type Finding, type ResilienceTest } from './resilience-test.ts'
import { type Ending, startNextVersion } from './upgrade/next-version.ts'
import { lookInto, makeFormer } from './upgrade/older-database.ts'
import { makePast, type Past } from './upgrade/past.ts'
import { beginRotations } from './upgrade/secrets-and-webhooks.ts'

const cases: readonly Case[] = [
  { engine: 'sqlite', setUp: 'from 0.1', run: upgrade },
  {
    engine: 'postgres',
    setUp: 'from 0.1',
    // In the short form `migrate.test.ts` adopts a database of 0.1 on both engines, also after SIGKILL half-way.
    sizes: ['full', 'proof'],
    run: upgrade,
  },
]

export const upgradeTest: ResilienceTest = {
  name: 'upgrade',
  guarantee: 'an interrupted migration changes nothing, and a completed one loses nothing.',
  description:
    'A database with the schema of version 0.1 holds rows of accounts, users, clients and commands. A ' +
    'version with one more migration starts on it twice: once that migration fails half-way, once SIGKILL ends the ' +
    'process in the middle. Both times schema and rows must stay as they were. Then this version starts: every row ' +
    'and every acknowledged write must still be there. Secrets, tokens and refresh chains keep working, revoked and ' +
    'used ones stay so, signed-in users stay signed in, and search finds the old accounts. Then keys are rotated, and a ' +
    'webhook endpoint receives the events of users and keys from the oldest on. The next version is interrupted once ' +
    'more, beside pending, retiring and retired secrets: each stays what it is, the journal has neither gap nor fork, ' +
    'and every event arrives, in order.',
  cases,
  mutations: [
    {
      name: 'upgrade-apart',
      removed: 'Migrations run without a common transaction.',
      edits: [
        {
          file: 'lib/foundation/db/migrate.ts',
          text: 'new Migrator({ db,',
          instead: 'new Migrator({ disableTransactions: true, db,',
        },
      ],
      notices: () => true,
    },
    {
      name: 'upgrade-rows',
      removed: 'The adoption of a database of 0.1 ends its refresh chains.',
      edits: [
        {
          file: 'lib/foundation/db/migrate.ts',
          text: 'const nothingToDo: Migration = { up: async () => undefined }',
          instead:
            "const nothingToDo: Migration = { up: async (db) => void (await db.deleteFrom('refresh_families').execute()) }",
        },
      ],
      notices: () => true,
    },
  ],
}

const endings = ['fails', 'is killed'] as const

async function upgrade(context: CaseContext): Promise<Finding> {
  const faults = new Faults()
  const past = await makePast(context, faults)
  const { variables: led } = await context.anotherDatabase('older')
  const variables = { ...(await context.variables({ WEBHOOK_NETWORKS: '127.0.0.1' })), ...led }
  const place = { port: await findFreePort(), variables }
  await makeFormer(await context.variables(), place.variables)
  const before = await lookInto(place.variables)
  // `migrate.test.ts` lets a step fail, too.
  const tried = context.pick<readonly Ending[]>(endings, ['is killed'], endings)
  for (const ending of tried) await tryInVain({ context, place, faults, before }, ending)
  // A database that an interrupted step has changed proves nothing further.
  const instance = faults.count === 0 ? await startOrNote(context, place, faults) : undefined
  let messages = 0
  if (instance) {
    compareRows(faults, before, await lookInto(place.variables))
    await verify(instance.send, place, past, faults)
    messages = await goOn({ context, place, faults }, past, instance)
  }
  await past.ledger.close()
  const figures = `${format(past, before, instance?.startMs ?? 0)}; ${messages} webhook messages`
  return { size: `${countRows(before)} rows`, faults, figures }
}

async function startOrNote(context: CaseContext, place: Place, faults: Faults): Promise<Instance | undefined> {
  try {
    return await context.start(place)
  } catch (error) {
    faults.add('no start', error instanceof Error ? error.message : String(error))
    return undefined
  }
}

function format({ state, accountIds }: Past, before: Snapshot, startMs: number): string {
  return (
    `${before.rows.size} tables with ${countRows(before)} rows as before after vain attempts and a good one, start ` +
    `with all steps ${Math.round(startMs)} ms; ${state.families.size} refresh chains, ${state.grants.size} links, ` +
    `${state.keys.size} keys and ${accountIds.length + 1} searches verified`
  )
}

function countRows({ rows }: Snapshot): number {
  return [...rows.values()].reduce((sum, table) => sum + table.length, 0)
}

type Attempt = Readonly<{ context: CaseContext; place: Place; faults: Faults; before: Snapshot }>

async function tryInVain({ context, place, faults, before }: Attempt, ending: Ending): Promise<void> {
  const { status, output } = await startNextVersion(context.root, place, ending)
  if (!output.includes('half-way')) faults.add('the next version does not get as far as before', output.slice(0, 200))
  if (ending === 'fails' && status !== 1) faults.add('a start whose step fails does not end with 1', `${status}`)
  // PostgreSQL must first notice the lost connection.
  if (ending === 'is killed') await sleep(1_000)
  const after = await lookInto(place.variables)
  const gone = before.schema.filter((line) => !after.schema.includes(line))
  const added = after.schema.filter((line) => !before.schema.includes(line))
  for (const line of [...gone, ...added]) faults.add(`a step that ${ending} leaves another schema`, line)
  for (const row of [...findMissingRows(before, after), ...findMissingRows(after, before)]) {
    faults.add(`a step that ${ending} leaves other rows`, row)
  }
}

/** Transient rows may change as soon as the product runs: it seals events into the journal, which is verified. */
function compareRows(faults: Faults, before: Snapshot, after: Snapshot): void {
  const lasting = [...before.rows].filter(([table]) => !transientTables.some((name) => name === table))
  for (const row of findMissingRows({ ...before, rows: new Map(lasting) }, after)) {
    faults.add('lost or changed: a row', row)
  }
}

const transientTables = tableNames.filter((name) => storedTables[name].fate === 'left')

/**
 * Upgrades once more, from this version, with everything that the former one did not have.
 * @returns the number of webhook messages
 */
async function goOn(
  { context, place, faults }: Omit<Attempt, 'before'>,
  past: Past,
  instance: Instance,
): Promise<number> {
  const { ledger, state } = past
  let { send } = instance
  await using receiver = await startWebhookReceiver()
  await withServices(place.variables, (services) => beginRotations(services, { send, state, ledger, faults }, receiver))
  // An upgrade beside these secrets runs in the same transaction as the first one: only the complete form interrupts
  // it.
  if (context.size !== 'short') {
    await instance.stop()
    const before = await lookInto(place.variables)
    for (const ending of endings) await tryInVain({ context, place, faults, before }, ending)
    send = (await context.start(place)).send
  }
  await withServices(place.variables, (services) => verifyDeliveries(services, receiver, faults))
  await verify(send, place, past, faults)
  return receiver.messages.length
}

async function verify(send: Send, place: Place, past: Past, faults: Faults): Promise<void> {
  const { ledger, state, cookies, accountIds } = past
  const { families, grants, keys } = state
  const subjects = { families: families.values(), grants: grants.values(), keys: keys.values() }
  await verifyAnswers({ send, state, ledger, faults }, subjects)
  await withServices(place.variables, (services) => verifyDatabase(services, state, faults))
  // A substring inside the ID, and a part of a name with accents.
  for (const id of [...accountIds, 'old-17']) {
    const words = id === 'old-17' ? 'teres konto 17' : id.slice(6)
    const page = await send({ path: `/?q=${encodeURIComponent(words)}`, headers: { Cookie: cookies } })
    if (page.status !== 200) faults.add(`lost: a portal session, answered ${page.status}`)
    else if (!page.body.includes(`data-row="${id}"`)) faults.add('lost: an account that the search does not find', id)
  }
}
