import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { findDamage } from '#lib/foundation/db/sqlite/health.ts'
import { withoutRetryWindow } from './edits.ts'
import type { CaseContext, Place } from './harness/case-context.ts'
import { withServices } from './harness/databases.ts'
import { createFixtures, type Fixtures } from './harness/fixtures.ts'
import type { Instance } from './harness/instance.ts'
import { startWebhookReceiver, type WebhookReceiver } from './harness/webhook-receiver.ts'
import { AcknowledgedState, generationOf, type KnownFamily } from './ledger/acknowledged-state.ts'
import { Commands } from './ledger/commands.ts'
import type { TimedEntry } from './ledger/entry.ts'
import { Ledger } from './ledger/ledger.ts'
import { shortRestMs, type Workload, work } from './ledger/load.ts'
import { addRotatedKeys } from './ledger/new-secrets.ts'
import { verifyDatabase } from './ledger/verify-database.ts'
import { addReceiver, dropClaim, verifyDeliveries } from './ledger/verify-deliveries.ts'
import { reuse, type Subjects, type Verification, verifyAnswers } from './ledger/verify-responses.ts'
import { type Case, Faults, type Finding, type ResilienceTest } from './resilience-test.ts'

const cases: readonly Case[] = [
  { engine: 'sqlite', setUp: '1 process and commands', run: (context) => killAgainAndAgain(context, 200) },
  {
    engine: 'postgres',
    setUp: '1 instance and commands',
    // In the short form `balancer` kills an instance on PostgreSQL and verifies the same.
    sizes: ['full', 'proof'],
    run: (context) => killAgainAndAgain(context, 100),
  },
]

const late =
  '    setTimeout(() => void db.transaction().execute((late) => ' +
  'recordEvent(late, actor, event)).catch(() => undefined), 100)\n'

export const killTest: ResilienceTest = {
  name: 'kill',
  guarantee: 'acknowledged writes survive SIGKILL at any moment, also during a start.',
  description:
    'Clients get and refresh tokens, browsers open links, and CLI commands create users and keys, ' +
    'rotate and revoke keys, and clients change to the new secrets, while a webhook endpoint receives these events. Each ' +
    'worker writes every acknowledged response to a ledger, with fsync, before its next request. At random moments ' +
    'SIGKILL ends the server and the running command, and it ends every tenth start. After each start the test ' +
    'compares new ledger entries with responses and all entries with the database. At the end it compares all ' +
    'entries with both, and the endpoint must have every event, in order.',
  cases,
  mutations: [
    {
      name: 'kill-retry-window',
      removed: 'The previous refresh token gets no successor within the retry window.',
      edits: [withoutRetryWindow],
      notices: () => true,
    },
    {
      name: 'kill-late-event',
      removed: 'The event of an opened link is written 100 ms after the response, in a separate transaction.',
      edits: [
        {
          file: 'lib/domain/links/sso-grants/redemption-store.ts',
          text: 'eventInStatement } from',
          instead: 'eventInStatement, recordEvent } from',
        },
        {
          file: 'lib/domain/links/sso-grants/redemption-store.ts',
          text: '    eventInStatement.bind(db, actor, event),\n  ])\n',
          instead: `  ])\n  if (rows.length > 0)\n${late}`,
        },
        {
          file: 'lib/domain/links/sso-grants/redemption-store.ts',
          text: "    .with('recorded', () => eventInStatement.part('redeemed', redemption))\n",
          instead: '',
        },
        {
          file: 'lib/domain/links/sso-grants/redemption-store.ts',
          text: '    return rows.length > 0\n',
          instead: `    if (rows.length > 0)\n${late}    return rows.length > 0\n`,
        },
      ],
      notices: () => true,
    },
    {
      name: 'kill-late-entry',
      removed: 'The queue of unsealed events is emptied half a second before the journal entries are written.',
      edits: [
        {
          file: 'lib/domain/events/journal/seal-events.ts',
          text: '    await appendEntries(trx, entries)\n',
          instead:
            "    await trx.deleteFrom('unsealed_events').where('event_id', 'in', events.map(({ id }) => id)).execute()\n" +
            '    setTimeout(() => void db.transaction().execute((late) => ' +
            'appendEntries(late, entries)).catch(() => undefined), 500)\n',
        },
      ],
      notices: () => true,
    },
    {
      name: 'kill-early-position',
      removed: 'A webhook moves past an event before the endpoint has answered.',
      edits: [
        {
          file: 'lib/domain/events/webhooks/deliver-events.ts',
          text: '  const outcome = await sendMessage(',
          instead:
            '  if (!(await advance(services.db, claim, entry.seq))) return false\n  const outcome = await sendMessage(',
        },
        {
          file: 'lib/domain/events/webhooks/deliver-events.ts',
          text: '    if (isDelivered(outcome)) return advance(trx, claim, entry.seq)\n',
          instead: '    if (isDelivered(outcome)) return true\n',
        },
      ],
      notices: () => true,
    },
    {
      name: 'kill-former-secret',
      removed: 'The first use of a new secret no longer ends the former one.',
      edits: [
        {
          file: 'lib/domain/keys/api-keys/secret-rotation-store.ts',
          text: '      retires_at: since + (activated.former_retires_after_ms ?? 0),\n',
          instead: '      retires_at: since + 86_400_000,\n',
        },
      ],
      notices: () => true,
    },
  ],
}

const longestStartMs = 5_000
/** Commands rotate more, if the time between two kills suffices. */
const rotatedKeys = 40

/** State across kills. */
type Campaign = {
  readonly context: CaseContext
  readonly place: Place
  readonly fixtures: Fixtures
  readonly ledger: Ledger
  readonly state: AcknowledgedState
  readonly receiver: WebhookReceiver
  readonly faults: Faults
  readonly commands: Commands
  readonly starts: number[]
  unavailable: number
  killedStarts: number
}

async function killAgainAndAgain(context: CaseContext, fullKills: number): Promise<Finding> {
  const kills = context.pick(fullKills, 1, 8)
  await using ledger = await Ledger.open(context.file('ledger'))
  const campaign = await prepare(context, ledger)
  let instance = await start(campaign)
  for (let kill = 1; kill <= kills; kill++) {
    const lines = await workUntilKilled(campaign, instance)
    if (kill % 10 === 0) {
      await context.killStart(campaign.place, randomInt(100, 1_200))
      campaign.killedStarts++
    }
    instance = await start(campaign)
    // The last entries are verified with all others.
    if (kill < kills) await verify(campaign, instance, campaign.state, subjectsOf(campaign.state, lines))
  }
  const entries = ledger.readAll()
  const whole = new AcknowledgedState()
  for (const entry of entries) whole.add(entry)
  ledger.onEntry((entry) => whole.add(entry))
  await verify(campaign, instance, whole, allOf(whole))
  await withServices(campaign.place.variables, (services) =>
    verifyDeliveries(services, campaign.receiver, campaign.faults),
  )
  return { size: `${kills} kills`, faults: campaign.faults, figures: describeCampaign(campaign, entries.length) }
}

async function prepare(context: CaseContext, ledger: Ledger): Promise<Campaign> {
  const fixtures = await createFixtures(context)
  const state = new AcknowledgedState()
  ledger.onEntry((entry) => state.add(entry))
  // Interrupted requests are repeated after the restart, which may take long here.
  const place = await context.place({ REFRESH_RETRY_SECONDS: '60', WEBHOOK_NETWORKS: '127.0.0.1' })
  const receiver = await startWebhookReceiver()
  context.atEnd(() => receiver[Symbol.asyncDispose]())
  await withServices(place.variables, async (services) => {
    await addReceiver(services, receiver)
    await addRotatedKeys(services, ledger, context.pick(rotatedKeys, 10, rotatedKeys))
  })
  const commands = new Commands({ root: context.root, variables: place.variables, ledger, state, rotates: true })
  const faults = new Faults()
  const counts = { unavailable: 0, killedStarts: 0 }
  return { context, place, fixtures, ledger, state, receiver, faults, commands, starts: [], ...counts }
}

async function start({ context, place, starts, faults }: Campaign): Promise<Instance> {
  const instance = await context.start(place)
  starts.push(instance.startMs)
  // Short runs share the machine with other tests.
  if (context.size === 'full' && instance.startMs > longestStartMs)
    faults.add('slow start', `${Math.round(instance.startMs)} ms`)
  return instance
}

/** @returns the new ledger entries */
async function workUntilKilled(campaign: Campaign, instance: Instance): Promise<TimedEntry[]> {
  const { context, fixtures, ledger, state, faults, commands } = campaign
  const lines: TimedEntry[] = []
  const stopListening = ledger.onEntry((entry) => lines.push(entry))
  const counts = { unavailable: 0, over: false }
  const restMs = context.pick(0, shortRestMs, 0)
  const workload: Workload = { send: instance.send, ...fixtures, ledger, state, faults, restMs, ...counts }
  const atWork = Promise.all([work(workload), commands.work()])
  await sleep(randomInt(300, 2_300))
  const gone = instance.kill()
  commands.kill()
  workload.over = true
  await Promise.all([gone, atWork])
  stopListening()
  campaign.unavailable += workload.unavailable
  return lines
}

async function verify(
  campaign: Campaign,
  instance: Instance,
  state: AcknowledgedState,
  subjects: Subjects,
): Promise<void> {
  const { context, place, ledger, faults } = campaign
  const verification: Verification = { send: instance.send, state, ledger, faults }
  await verifyAnswers(verification, subjects)
  // Reuse revokes a family: two are enough, so that the others continue.
  const ended = [...subjects.families].filter((family) => isLongChain(state, family)).slice(0, 2)
  for (const family of ended) await reuse(verification, family)
  await verifyAnswers(verification, { families: ended, grants: [], keys: [] })
  await withServices(place.variables, async (services) => {
    await dropClaim(services)
    await verifyDatabase(services, state, faults)
    if (context.engine === 'sqlite') for (const damage of await findDamage(services.db)) faults.add('damage', damage)
  })
}

function isLongChain(state: AcknowledgedState, family: KnownFamily): boolean {
  return state.isAlive(family) && !state.isKeyUnsure(family.keyId) && generationOf(family.newest) > 5
}

/** The families, grants and keys of these entries. */
function subjectsOf(state: AcknowledgedState, lines: readonly TimedEntry[]): Subjects {
  const ids = new Set(lines.flatMap((line) => Object.values(line)))
  const pick = <T>(known: ReadonlyMap<string, T>) => [...known].flatMap(([id, one]) => (ids.has(id) ? [one] : []))
  return { families: pick(state.families), grants: pick(state.grants), keys: pick(state.keys) }
}

function allOf({ families, grants, keys }: AcknowledgedState): Subjects {
  return { families: families.values(), grants: grants.values(), keys: keys.values() }
}

function describeCampaign({ state, receiver, starts, unavailable, killedStarts }: Campaign, lines: number): string {
  const sorted = starts.toSorted((one, other) => one - other)
  const [median = 0, longest = 0] = [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)]
  const openings = [...state.grants.values()].filter(({ opening }) => opening).length
  const rotations = [...state.keys.values()].reduce((sum, { ended }) => sum + ended.length, 0)
  return (
    `${lines} lines (${state.families.size} families, ${openings} opened links, ${state.keys.size} keys, ${rotations} new secrets used), ${receiver.messages.length} webhook messages, ` +
    `${killedStarts} starts killed, start ${Math.round(median)} ms (median) and ${Math.round(longest)} ms (longest), ` +
    `${unavailable} × 503 under load`
  )
}
