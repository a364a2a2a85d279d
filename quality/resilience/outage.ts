import { startPostgres } from '#lib/testing/postgres-server.ts'
import { withoutRetryWindow } from './edits.ts'
import { retryWindowMs } from './ledger/patient-load.ts'
import { type Experience, workThrough } from './ledger/work-through.ts'
import { cutOffRepeatedly, longestReturnMs, restartRepeatedly, type Stage, type Trouble } from './outage/troubles.ts'
import type { Bench } from './rig/bench.ts'
import { type Connections, measureConnections } from './rig/connections.ts'
import { withServices } from './rig/databases.ts'
import { findFreePort } from './rig/ports.ts'
import { feelPulse } from './rig/pulse.ts'
import { addProgram } from './rig/scene.ts'
import { TcpProxy } from './rig/tcp-proxy.ts'
import { inTurn } from './rig/watch.ts'
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
    'everything, resets every connection, or forgets those that exist and lets new ones pass. Clients take 503 for what it says and repeat the request at another ' +
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
          file: 'lib/db/postgres/open-postgres.ts',
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
          file: 'lib/db/postgres/dialect.ts',
          text: '    this.#client.release(this.#isLost)\n',
          instead: '    if (!this.#isLost) this.#client.release()\n',
        },
      ],
      notices: () => true,
    },
  ],
}

const longestWaitMs = 5_000
const instanceCount = 2

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
  const pulse = feelPulse(field.send)
  let size = ''
  const experience = await workThrough({ ...field, clients: bench.pick(24, 12) }, async (watch) => {
    size = await trouble(stage, watch)
  })
  const pauseMs = await pulse.stop()
  judgeAnswers(stage, experience, pauseMs)
  const after = await measureConnections(server.url('latchkey'), sends, program)
  judgeConnections(faults, before, after)
  return { size, faults, figures: format(stage, experience, { ...after, pauseMs }) }
}

function judgeAnswers({ faults, returns }: Stage, { watch }: Experience, pauseMs: number): void {
  if (watch.failed === 0) faults.add('no trouble: nothing that was done had any effect')
  for (const [status, count] of watch.troubles) {
    if (status !== 503) faults.add(`answered with ${status || 'silence'}`, `${count} times`)
  }
  // What the machine itself makes everybody wait is not the product's.
  if (watch.longestMs - pauseMs > longestWaitMs) faults.add('a wait over 5 s', watch.longest)
  for (const ms of returns) if (ms > longestReturnMs) faults.add('not back within 10 s', `${Math.round(ms)} ms`)
}

function judgeConnections(faults: Faults, before: Connections, after: Connections): void {
  if (after.usable < before.usable) faults.add('connections lost to the pools', `${after.usable} of ${before.usable}`)
  if (after.open > after.usable) faults.add('connections leaked', `${after.open} open, ${after.usable} usable`)
  if (after.busy > 0) faults.add('connections in the middle of something, with nobody asking', String(after.busy))
}

function format(
  { returns }: Stage,
  { watch, shift, lines }: Experience,
  { usable, pauseMs }: Connections & Readonly<{ pauseMs: number }>,
): string {
  return (
    `${watch.describe()}; longest wait ${watch.longest}, where /livez took up to ${Math.round(pauseMs)} ms; last failure at most ` +
    `${Math.round(Math.max(...returns))} ms after the database was back; ${lines} lines acknowledged; ` +
    `${shift.repeated} refreshes repeated with the same token, ${shift.refusedLate} of them refused after the window; ` +
    `${shift.openedInSilence.length} links opened whose answer came to nobody; ${usable} connections usable as before`
  )
}
