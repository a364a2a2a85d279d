import { setTimeout as sleep } from 'node:timers/promises'
import { minuteMs } from '#lib/clock.ts'
import { findDamage } from '#lib/db/sqlite/health.ts'
import {
  expectHealed,
  expectLinkGood,
  expectReadsAnswered,
  expectWritesRefused,
  type InHand,
  takeLinks,
} from './disk-full/on-a-full-disk.ts'
import { mountDatabase } from './disk-full/small-database.ts'
import { Book } from './ledger/book.ts'
import { Ledger } from './ledger/ledger.ts'
import { type Shift, work } from './ledger/load.ts'
import { lookBehind } from './ledger/look-behind.ts'
import { type Court, verifyAnswers } from './ledger/verify-answers.ts'
import type { Bench, Place } from './rig/bench.ts'
import type { Instance } from './rig/instance.ts'
import { signInAgent } from './rig/person.ts'
import { askTokens, openGrant, readSessionCookies, readTokens } from './rig/protocol.ts'
import { prepareScene, type Scene } from './rig/scene.ts'
import type { SmallVolume } from './rig/small-volume.ts'
import { Faults, type Finding, type Trial } from './trial.ts'

/** Trial 5. */
export const diskFullTrial: Trial = {
  name: 'disk-full',
  description:
    'The database lies on a small file system of its own, which is filled to its last byte under load, again and again. ' +
    'Whatever has to be written is answered with 503, `Retry-After` and the body of the protocol, what has only to be ' +
    'read is answered as ever, also to somebody whose last visit was over a minute ago. Once there is room again all is ' +
    'well without a start, a refused refresh goes on with the same token and a refused link still opens. The last time ' +
    'the server is killed while the disk is full. Then everything acknowledged is held against answers and database.',
  cases: [
    { engine: 'sqlite', setUp: '1 process, data on a tmpfs', run: fillAgainAndAgain },
    { engine: 'postgres', setUp: '1 instance, tablespace on a tmpfs', run: fillAgainAndAgain },
  ],
  sabotages: [
    {
      name: 'disk-full-code',
      removed: 'A full disk is no longer known as trouble of the storage.',
      edits: [{ file: 'lib/db/sqlite/trouble.ts', text: 'LOCKED|FULL|IOERR', instead: 'LOCKED|IOERR' }],
      notices: ({ engine }) => engine === 'sqlite',
    },
  ],
}

const workMs = 1_500
/** A single visit may still be noted in the last free bytes. */
const visitors = 12

/** What goes on from one time to the next. */
type Stage = {
  readonly bench: Bench
  readonly volume: SmallVolume
  readonly scene: Scene
  readonly personCookies: string
  readonly place: Place
  readonly ledger: Ledger
  readonly faults: Faults
  readonly healedMs: number[]
  instance: Instance
  unavailable: number
  /** How many links that were refused have been opened afterwards: they live for 15 seconds. */
  reopened: number
}

async function fillAgainAndAgain(bench: Bench): Promise<Finding> {
  const times = bench.pick(10, 1, 2)
  const volume = await mountDatabase(bench)
  await using ledger = await Ledger.open(bench.file('ledger'))
  const book = new Book()
  ledger.onEntry((entry) => book.add(entry))
  const stage = await setStage(bench, volume, ledger)
  for (let time = 1; time <= times; time++) await fillOnce(stage, time === times)
  await verify(bench, { send: stage.instance.send, book, ledger, faults: stage.faults })
  return {
    size: `filled ${times} times`,
    faults: stage.faults,
    figures:
      `${ledger.readAll().length} lines, ${stage.unavailable} × 503 to the load, ${stage.reopened} refused links opened ` +
      `afterwards, well again after at most ${Math.round(Math.max(...stage.healedMs))} ms`,
  }
}

async function setStage(bench: Bench, volume: SmallVolume, ledger: Ledger): Promise<Stage> {
  const scene = await prepareScene(bench)
  const { cookies: personCookies } = await bench.withServices(signInAgent)
  const place = await bench.place({ REFRESH_RETRY_SECONDS: '60' })
  const instance = await bench.start(place)
  const faults = new Faults()
  return {
    bench,
    volume,
    scene,
    personCookies,
    place,
    ledger,
    faults,
    healedMs: [],
    instance,
    unavailable: 0,
    reopened: 0,
  }
}

async function fillOnce(stage: Stage, isKilled: boolean): Promise<void> {
  const { bench, volume, scene, ledger, faults } = stage
  const shift: Shift = { send: stage.instance.send, ...scene, ledger, faults, unavailable: 0, over: false }
  const atWork = work(shift)
  try {
    await sleep(workMs)
    const hand = await takeInHand(stage)
    volume.fill()
    await expectWritesRefused(stage.instance.send, hand, faults)
    await expectReadsAnswered(stage.instance.send, hand, faults)
    if (isKilled) await stage.instance.kill()
    volume.empty()
    if (isKilled) stage.instance = await bench.start(stage.place)
    stage.healedMs.push(await expectHealed(stage.instance.send, hand, faults))
    if (await expectLinkGood(stage.instance.send, hand, faults)) stage.reopened++
  } finally {
    shift.over = true
    await atWork
  }
  stage.unavailable += shift.unavailable
}

/** Fresh tokens and links, and sessions that were last seen over a minute ago: a visit has to be noted, then. */
async function takeInHand({ bench, instance, scene, personCookies }: Stage): Promise<InHand> {
  const { send } = instance
  const [program, accountId] = [scene.programs[0], scene.accountIds[0]]
  if (!program || accountId === undefined) throw new Error('the scene is empty')
  const { accessToken, refreshToken } = readTokens(await askTokens(send, program))
  const openings = (await takeLinks(send, accessToken, accountId, visitors)).map((link) => openGrant(send, link))
  const sessionCookies = (await Promise.all(openings)).map((answer) => readSessionCookies(answer) ?? '')
  await bench.withServices(async ({ db, clock }) => {
    const seen = { last_seen_at: clock.now() - 2 * minuteMs }
    await db.updateTable('account_sessions').set(seen).execute()
    await db.updateTable('portal_sessions').set(seen).execute()
  })
  const links = await takeLinks(send, accessToken, accountId, 40)
  return { program, accountId, accessToken, refreshToken, links, sessionCookies, personCookies }
}

async function verify(bench: Bench, court: Court): Promise<void> {
  const { book, faults } = court
  const subjects = { families: book.families.values(), grants: book.grants.values(), keys: book.keys.values() }
  await verifyAnswers(court, subjects)
  await bench.withServices(async (services) => {
    await lookBehind(services, book, faults)
    if (bench.engine === 'postgres') return
    for (const damage of await findDamage(services.db)) faults.add('damage', damage)
  })
}
