import { setTimeout as sleep } from 'node:timers/promises'
import { findDamage } from '#lib/foundation/db/sqlite/health.ts'
import { minuteMs } from '#lib/kernel/clock.ts'
import {
  expectHealed,
  expectLinkGood,
  expectReadsAnswered,
  expectWritesRefused,
  type InHand,
  takeLinks,
} from './disk-full/on-a-full-disk.ts'
import { mountDatabase } from './disk-full/small-database.ts'
import type { CaseContext, Place } from './harness/case-context.ts'
import { createFixtures, type Fixtures } from './harness/fixtures.ts'
import type { Instance } from './harness/instance.ts'
import { askTokens, openGrant, readSessionCookies, readTokens } from './harness/protocol.ts'
import { signInAgent } from './harness/sign-in-agent.ts'
import type { SmallVolume } from './harness/small-volume.ts'
import { AcknowledgedState } from './ledger/acknowledged-state.ts'
import { Ledger } from './ledger/ledger.ts'
import { shortRestMs, type Workload, work } from './ledger/load.ts'
import { addRotatedKeys } from './ledger/new-secrets.ts'
import { verifyDatabase } from './ledger/verify-database.ts'
import { type Verification, verifyAnswers } from './ledger/verify-responses.ts'
import { Faults, type Finding, type ResilienceTest } from './resilience-test.ts'

export const diskFullTest: ResilienceTest = {
  name: 'disk-full',
  guarantee: 'a full disk causes only 503 for writes, and space heals the service without a restart.',
  description:
    'The database lies on a small file system, which the test fills to the last byte under load, again and again. ' +
    'Writes must return 503 with `Retry-After` and the body of the protocol. Reads must succeed, also for a user ' +
    'whose last visit was over a minute ago. Once there is space, everything must work without a restart: a ' +
    'refused refresh succeeds with the same token, and a refused link still opens. The last time SIGKILL ends the ' +
    'server while the disk is full. Then the test compares the ledger with responses and database.',
  cases: [
    { engine: 'sqlite', setUp: '1 process, data on a tmpfs', run: fillAgainAndAgain },
    {
      engine: 'postgres',
      setUp: '1 instance, tablespace on a tmpfs',
      // In the short form `dialect.test.ts` has the error of PostgreSQL, and SQLite what follows from it.
      sizes: ['full', 'proof'],
      run: fillAgainAndAgain,
    },
  ],
  mutations: [
    {
      name: 'disk-full-code',
      removed: 'A full disk is no longer recognized as a storage error.',
      edits: [{ file: 'lib/foundation/db/sqlite/errors.ts', text: 'LOCKED|FULL|IOERR', instead: 'LOCKED|IOERR' }],
      notices: ({ engine }) => engine === 'sqlite',
    },
  ],
}

const workMs = 1_500
/** Clients change to their new secrets within the time of the first repetitions. */
const rotatedKeys = 40
/** The last free bytes may hold the update of one visit. */
const visitors = 12

/** State across repetitions. */
type Stage = {
  readonly context: CaseContext
  readonly volume: SmallVolume
  readonly fixtures: Fixtures
  readonly personCookies: string
  readonly place: Place
  readonly ledger: Ledger
  readonly state: AcknowledgedState
  readonly faults: Faults
  readonly healedMs: number[]
  instance: Instance
  unavailable: number
  /** The number of refused links that opened afterwards, within their 15 s. */
  reopened: number
}

async function fillAgainAndAgain(context: CaseContext): Promise<Finding> {
  const times = context.pick(10, 1, 2)
  // In the short form `kill` ends the server, and this test sees it heal.
  const isKilledLast = context.size !== 'short'
  const volume = await mountDatabase(context)
  await using ledger = await Ledger.open(context.file('ledger'))
  const state = new AcknowledgedState()
  ledger.onEntry((entry) => state.add(entry))
  const stage = await setStage(context, { volume, ledger, state })
  for (let time = 1; time <= times; time++) await fillOnce(stage, isKilledLast && time === times)
  await verify(context, { send: stage.instance.send, state, ledger, faults: stage.faults })
  return {
    size: `filled ${times} times`,
    faults: stage.faults,
    figures:
      `${ledger.readAll().length} lines, ${stage.unavailable} × 503 to the load, ${stage.reopened} refused links opened ` +
      `afterwards, well again after at most ${Math.round(Math.max(...stage.healedMs))} ms`,
  }
}

async function setStage(
  context: CaseContext,
  { volume, ledger, state }: Pick<Stage, 'volume' | 'ledger' | 'state'>,
): Promise<Stage> {
  const fixtures = await createFixtures(context)
  await context.withServices((services) => addRotatedKeys(services, ledger, context.pick(rotatedKeys, 10, rotatedKeys)))
  const { cookies: personCookies } = await context.withServices(signInAgent)
  const place = await context.place({ REFRESH_RETRY_SECONDS: '60' })
  const instance = await context.start(place)
  const faults = new Faults()
  return {
    context,
    volume,
    fixtures,
    personCookies,
    place,
    ledger,
    state,
    faults,
    healedMs: [],
    instance,
    unavailable: 0,
    reopened: 0,
  }
}

async function fillOnce(stage: Stage, isKilled: boolean): Promise<void> {
  const { context, volume, fixtures, ledger, state, faults } = stage
  const workload: Workload = {
    send: stage.instance.send,
    ...fixtures,
    ledger,
    state,
    faults,
    restMs: context.pick(0, shortRestMs, 0),
    unavailable: 0,
    over: false,
  }
  const atWork = work(workload)
  try {
    await sleep(workMs)
    const hand = await takeInHand(stage)
    volume.fill()
    await expectWritesRefused(stage.instance.send, hand, faults)
    await expectReadsAnswered(stage.instance.send, hand, faults)
    if (isKilled) await stage.instance.kill()
    volume.empty()
    if (isKilled) stage.instance = await context.start(stage.place)
    stage.healedMs.push(await expectHealed(stage.instance.send, hand, faults))
    if (await expectLinkGood(stage.instance.send, hand, faults)) stage.reopened++
  } finally {
    workload.over = true
    await atWork
  }
  stage.unavailable += workload.unavailable
}

/** New tokens and links, and sessions last seen over a minute ago, whose next visit writes. */
async function takeInHand({ context, instance, fixtures, personCookies }: Stage): Promise<InHand> {
  const { send } = instance
  const [program, accountId] = [fixtures.programs[0], fixtures.accountIds[0]]
  if (!program || accountId === undefined) throw new Error('the fixtures are empty')
  const { accessToken, refreshToken } = readTokens(await askTokens(send, program))
  const openings = (await takeLinks(send, accessToken, accountId, visitors)).map((link) => openGrant(send, link))
  const sessionCookies = (await Promise.all(openings)).map((answer) => readSessionCookies(answer) ?? '')
  await context.withServices(async ({ db, clock }) => {
    const seen = { last_seen_at: clock.now() - 2 * minuteMs }
    await db.updateTable('account_sessions').set(seen).execute()
    await db.updateTable('portal_sessions').set(seen).execute()
  })
  const links = await takeLinks(send, accessToken, accountId, 40)
  return { program, accountId, accessToken, refreshToken, links, sessionCookies, personCookies }
}

async function verify(context: CaseContext, verification: Verification): Promise<void> {
  const { state, faults } = verification
  const subjects = { families: state.families.values(), grants: state.grants.values(), keys: state.keys.values() }
  await verifyAnswers(verification, subjects)
  await context.withServices(async (services) => {
    await verifyDatabase(services, state, faults)
    if (context.engine === 'postgres') return
    for (const damage of await findDamage(services.db)) faults.add('damage', damage)
  })
}
