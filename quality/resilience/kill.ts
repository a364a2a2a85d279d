import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { findDamage } from '#lib/db/sqlite/health.ts'
import { withoutRetryWindow } from './edits.ts'
import { Book, generationOf, type KnownFamily } from './ledger/book.ts'
import { Commands } from './ledger/commands.ts'
import type { TimedEntry } from './ledger/entry.ts'
import { Ledger } from './ledger/ledger.ts'
import { type Shift, work } from './ledger/load.ts'
import { lookBehind } from './ledger/look-behind.ts'
import { type Court, reuse, type Subjects, verifyAnswers } from './ledger/verify-answers.ts'
import type { Bench, Place } from './rig/bench.ts'
import { withServices } from './rig/databases.ts'
import type { Instance } from './rig/instance.ts'
import { prepareScene, type Scene } from './rig/scene.ts'
import { type Case, Faults, type Finding, type Trial } from './trial.ts'

const cases: readonly Case[] = [
  { engine: 'sqlite', setUp: '1 process and commands', run: (bench) => killAgainAndAgain(bench, 200) },
  { engine: 'postgres', setUp: '1 instance and commands', run: (bench) => killAgainAndAgain(bench, 100) },
]

/** Trial 2. */
export const killTrial: Trial = {
  name: 'kill',
  description:
    'Programs fetch and refresh tokens, people open links, and commands create and revoke beside the server. Whoever is ' +
    'answered writes it down and waits until that is on the disk before asking again. At a random moment the server ' +
    'and the command are killed (SIGKILL); every tenth start is killed, too. After each start every line since the ' +
    'last is held against the answers of the product, every line of all against its database, and at the end every line ' +
    'against both.',
  cases,
  sabotages: [
    {
      name: 'kill-retry-window',
      removed: 'The previous refresh token gets no successor within the retry window.',
      edits: [withoutRetryWindow],
      notices: () => true,
    },
    {
      name: 'kill-late-event',
      removed: 'The event of an opening is written 100 ms after the answer, in a transaction of its own.',
      edits: [
        {
          file: 'lib/sso-grants/redeem-sso-grant.ts',
          text: '  await recordEvent(trx, grantActor(grant, visitor), describeRedemption(grant))\n',
          instead:
            '  setTimeout(() => void services.db.transaction().execute((late) => ' +
            'recordEvent(late, grantActor(grant, visitor), describeRedemption(grant))).catch(() => undefined), 100)\n',
        },
      ],
      notices: () => true,
    },
  ],
}

const longestStartMs = 5_000

/** What goes on from one kill to the next. */
type Campaign = {
  readonly bench: Bench
  readonly place: Place
  readonly scene: Scene
  readonly ledger: Ledger
  readonly book: Book
  readonly faults: Faults
  readonly commands: Commands
  readonly starts: number[]
  unavailable: number
  killedStarts: number
}

async function killAgainAndAgain(bench: Bench, fullKills: number): Promise<Finding> {
  const kills = bench.pick(fullKills, 3, 8)
  await using ledger = await Ledger.open(bench.file('ledger'))
  const campaign = await prepare(bench, ledger)
  let instance = await start(campaign)
  for (let kill = 1; kill <= kills; kill++) {
    const lines = await workUntilKilled(campaign, instance)
    if (kill % 10 === 0) {
      await bench.killStart(campaign.place, randomInt(100, 1_200))
      campaign.killedStarts++
    }
    instance = await start(campaign)
    await verify(campaign, instance, campaign.book, subjectsOf(campaign.book, lines))
  }
  const entries = ledger.readAll()
  const whole = new Book()
  for (const entry of entries) whole.add(entry)
  ledger.onEntry((entry) => whole.add(entry))
  await verify(campaign, instance, whole, allOf(whole))
  return { size: `${kills} kills`, faults: campaign.faults, figures: describeCampaign(campaign, entries.length) }
}

async function prepare(bench: Bench, ledger: Ledger): Promise<Campaign> {
  const scene = await prepareScene(bench)
  const book = new Book()
  ledger.onEntry((entry) => book.add(entry))
  // A request that was cut off is repeated after the start, however long that takes here.
  const place = await bench.place({ REFRESH_RETRY_SECONDS: '60' })
  const commands = new Commands({ root: bench.root, variables: place.variables, ledger, book })
  const faults = new Faults()
  return { bench, place, scene, ledger, book, faults, commands, starts: [], unavailable: 0, killedStarts: 0 }
}

async function start({ bench, place, starts, faults }: Campaign): Promise<Instance> {
  const instance = await bench.start(place)
  starts.push(instance.startMs)
  // In short the machine is busy with other tests.
  if (bench.size === 'full' && instance.startMs > longestStartMs)
    faults.add('slow start', `${Math.round(instance.startMs)} ms`)
  return instance
}

/** @returns what was acknowledged */
async function workUntilKilled(campaign: Campaign, instance: Instance): Promise<TimedEntry[]> {
  const { scene, ledger, faults, commands } = campaign
  const lines: TimedEntry[] = []
  const stopListening = ledger.onEntry((entry) => lines.push(entry))
  const shift: Shift = { send: instance.send, ...scene, ledger, faults, unavailable: 0, over: false }
  const atWork = Promise.all([work(shift), commands.work()])
  await sleep(randomInt(300, 2_300))
  const gone = instance.kill()
  commands.kill()
  shift.over = true
  await Promise.all([gone, atWork])
  stopListening()
  campaign.unavailable += shift.unavailable
  return lines
}

async function verify(campaign: Campaign, instance: Instance, book: Book, subjects: Subjects): Promise<void> {
  const { bench, place, ledger, faults } = campaign
  const court: Court = { send: instance.send, book, ledger, faults }
  await verifyAnswers(court, subjects)
  // An early token ends its chain, so that this is tried on two of them and the others live on.
  const ended = [...subjects.families].filter((family) => isLongChain(book, family)).slice(0, 2)
  for (const family of ended) await reuse(court, family)
  await verifyAnswers(court, { families: ended, grants: [], keys: [] })
  await withServices(place.variables, async (services) => {
    await lookBehind(services, book, faults)
    if (bench.engine === 'sqlite') for (const damage of await findDamage(services.db)) faults.add('damage', damage)
  })
}

function isLongChain(book: Book, family: KnownFamily): boolean {
  return book.isAlive(family) && !book.isKeyUnsure(family.keyId) && generationOf(family.newest) > 5
}

/** What these lines are about. */
function subjectsOf(book: Book, lines: readonly TimedEntry[]): Subjects {
  const ids = new Set(lines.flatMap((line) => Object.values(line)))
  const pick = <T>(known: ReadonlyMap<string, T>) => [...known].flatMap(([id, one]) => (ids.has(id) ? [one] : []))
  return { families: pick(book.families), grants: pick(book.grants), keys: pick(book.keys) }
}

function allOf({ families, grants, keys }: Book): Subjects {
  return { families: families.values(), grants: grants.values(), keys: keys.values() }
}

function describeCampaign({ book, starts, unavailable, killedStarts }: Campaign, lines: number): string {
  const sorted = starts.toSorted((one, other) => one - other)
  const [median = 0, longest = 0] = [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)]
  const openings = [...book.grants.values()].filter(({ opening }) => opening).length
  return (
    `${lines} lines (${book.families.size} families, ${openings} opened links, ${book.keys.size} keys), ` +
    `${killedStarts} starts killed, start ${Math.round(median)} ms (median) and ${Math.round(longest)} ms (longest), ` +
    `${unavailable} × 503 under load`
  )
}
