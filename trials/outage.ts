import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type PostgresServer, startPostgres } from '#lib/testing/postgres-server.ts'
import { withoutRetryWindow } from './edits.ts'
import { retryWindowMs } from './ledger/patient-load.ts'
import { type Experience, workThrough } from './ledger/work-through.ts'
import type { Bench } from './rig/bench.ts'
import { type Connections, measureConnections } from './rig/connections.ts'
import { withServices } from './rig/databases.ts'
import { findFreePort } from './rig/ports.ts'
import { addProgram } from './rig/scene.ts'
import { type ProxyMode, TcpProxy } from './rig/tcp-proxy.ts'
import { inTurn, type Watch } from './rig/watch.ts'
import { type Case, Faults, type Finding, type Trial } from './trial.ts'

const restarted = '2 instances, PostgreSQL restarted'
const cutOff = '2 instances, PostgreSQL cut off'

const cases: readonly Case[] = [
  { engine: 'postgres', setUp: restarted, run: (bench) => goThrough(bench, restartRepeatedly) },
  { engine: 'postgres', setUp: cutOff, run: (bench) => goThrough(bench, cutOffRepeatedly) },
]

/** Trial 3. */
export const outageTrial: Trial = {
  name: 'outage',
  description:
    'While programs refresh and open links and a person looks at the portal, PostgreSQL is stopped as in a crash ' +
    '(`immediate`) and started again; or a TCP proxy in front of it holds back every answer for two seconds, swallows ' +
    'everything, or resets every connection. Clients take 503 for what it says and repeat the request at another ' +
    'instance, a refresh with the same token (`REFRESH_RETRY_SECONDS=60`). Nothing but 503 may be answered meanwhile, ' +
    'within five seconds, and ten seconds after the database is back all must be well. Then everything acknowledged is ' +
    'held against answers and database, and a lock shows how many connections each pool is still able to use.',
  cases,
  sabotages: [
    {
      name: 'outage-retry-window',
      removed: 'The previous refresh token gets no successor within the retry window.',
      edits: [withoutRetryWindow],
      // An answer that comes too late has happened all the same; a crash seldom falls between the two.
      notices: ({ setUp }) => setUp === cutOff,
    },
    {
      name: 'outage-commit',
      removed: 'PostgreSQL acknowledges what it has not written down yet (`synchronous_commit=off`).',
      edits: [
        {
          file: 'lib/db/open-postgres.ts',
          text: "    application_name: 'latchkey',\n",
          instead: "    application_name: 'latchkey',\n    options: '-c synchronous_commit=off',\n",
        },
      ],
      notices: ({ setUp }) => setUp === restarted,
    },
    {
      name: 'outage-pool',
      removed: 'A connection that was lost in the middle of a statement is not given back to the pool.',
      edits: [
        {
          file: 'lib/db/postgres-dialect.ts',
          text: '    this.#client.release(this.#isLost)\n',
          instead: '    if (!this.#isLost) this.#client.release()\n',
        },
      ],
      notices: () => true,
    },
  ],
}

const longestWaitMs = 5_000
const longestReturnMs = 10_000
const instanceCount = 2

/** What stands there, and what is noted of it. */
type Stage = Readonly<{
  bench: Bench
  server: PostgresServer
  /** The product reaches PostgreSQL through it. */
  proxy: TcpProxy
  faults: Faults
  /** How long after the database was back a request still failed, of each time. */
  returns: number[]
}>

/** Goes on for as long as it takes. @returns what was done how often */
type Trouble = (stage: Stage, watch: Watch) => Promise<string>

async function goThrough(bench: Bench, trouble: Trouble): Promise<Finding> {
  const server = await startPostgres()
  const proxy = await TcpProxy.start(await findFreePort(), server.port)
  try {
    await server.createDatabase('latchkey')
    return await observe({ bench, server, proxy, faults: new Faults(), returns: [] }, trouble)
  } finally {
    await proxy.close()
    await server.remove()
  }
}

async function observe(stage: Stage, trouble: Trouble): Promise<Finding> {
  const { bench, server, proxy, faults } = stage
  const address = server.url('latchkey').replace(`:${server.port}/`, `:${proxy.port}/`)
  const settings = { DATABASE_URL: address, REFRESH_RETRY_SECONDS: String(retryWindowMs / 1_000) }
  const variables = await bench.variables(settings)
  const sends = []
  for (let count = 0; count < instanceCount; count++) sends.push((await bench.start(await bench.place(settings))).send)
  const program = await withServices(variables, addProgram)
  const before = await measureConnections(server.url('latchkey'), sends, program)
  const field = { variables, send: inTurn(sends), file: bench.file('ledger'), faults, restMs: 20, mayAskTwice: false }
  let size = ''
  const experience = await workThrough({ ...field, clients: bench.pick(24, 12) }, async (watch) => {
    size = await trouble(stage, watch)
  })
  judgeAnswers(stage, experience)
  const after = await measureConnections(server.url('latchkey'), sends, program)
  judgeConnections(faults, before, after)
  return { size, faults, figures: format(stage, experience, after) }
}

async function restartRepeatedly(stage: Stage, watch: Watch): Promise<string> {
  const { bench, server } = stage
  const rounds = bench.pick(20, 1, 4)
  for (let round = 1; round <= rounds; round++) {
    await sleep(randomInt(300, 2_000))
    await server.stop('immediate')
    // Once for longer than the retry window.
    const isLong = bench.size === 'full' && round === rounds
    await sleep(isLong ? retryWindowMs + 5_000 : randomInt(100, 3_000))
    await server.start()
    await awaitCalm(stage, watch)
  }
  return `${rounds} restarts`
}

async function cutOffRepeatedly(stage: Stage, watch: Watch): Promise<string> {
  const { bench, proxy } = stage
  const rounds = bench.pick(5, 1)
  const modes = bench.pick<readonly ProxyMode[]>(['delay', 'black hole', 'reset'], ['black hole', 'reset'], ['delay'])
  for (let round = 0; round < rounds; round++) {
    for (const mode of modes) {
      await sleep(randomInt(300, 2_000))
      proxy.setMode(mode)
      await sleep(mode === 'reset' ? bench.pick(5_000, 1_000) : bench.pick(15_000, 6_000))
      proxy.setMode('pass')
      await awaitCalm(stage, watch)
    }
  }
  return `${rounds} × (${modes.join(', ')})`
}

/** The database is back: notes how long requests went on failing. */
async function awaitCalm({ bench, returns }: Stage, watch: Watch): Promise<void> {
  const backAt = performance.now()
  const calmMs = bench.pick(4_000, 1_500)
  for (let now = backAt; now - Math.max(backAt, watch.lastFailureAt) < calmMs; now = performance.now()) {
    if (now - backAt > 3 * longestReturnMs) break
    await sleep(50)
  }
  returns.push(Math.max(0, watch.lastFailureAt - backAt))
}

function judgeAnswers({ bench, faults, returns }: Stage, { watch }: Experience): void {
  if (watch.failed === 0) faults.add('no trouble: nothing that was done had any effect')
  for (const [status, count] of watch.troubles) {
    if (status !== 503) faults.add(`answered with ${status || 'silence'}`, `${count} times`)
  }
  // The client's own processor may be busy, most of all where trials run beside other tests.
  const toleranceMs = bench.pick(500, 2_000)
  if (watch.longestMs > longestWaitMs + toleranceMs) faults.add('a wait over 5 s', `${Math.round(watch.longestMs)} ms`)
  for (const ms of returns) if (ms > longestReturnMs) faults.add('not back within 10 s', `${Math.round(ms)} ms`)
}

function judgeConnections(faults: Faults, before: Connections, after: Connections): void {
  if (after.usable < before.usable) faults.add('connections lost to the pools', `${after.usable} of ${before.usable}`)
  if (after.open > after.usable) faults.add('connections leaked', `${after.open} open, ${after.usable} usable`)
  if (after.busy > 0) faults.add('connections in the middle of something, with nobody asking', String(after.busy))
}

function format({ returns }: Stage, { watch, shift, lines }: Experience, { usable }: Connections): string {
  return (
    `${watch.describe()}; longest wait ${Math.round(watch.longestMs)} ms; last failure at most ` +
    `${Math.round(Math.max(...returns))} ms after the database was back; ${lines} lines acknowledged; ` +
    `${shift.repeated} refreshes repeated with the same token, ${shift.refusedLate} of them refused after the window; ` +
    `${shift.openedInSilence.length} links opened whose answer came to nobody; ${usable} connections usable as before`
  )
}
