import { startPostgres } from '#lib/testing/postgres-server.ts'
import { killBehindNginx } from './balancer.ts'
import { withoutRetryWindow } from './edits.ts'
import type { CaseContext, Place } from './harness/case-context.ts'
import { type Connections, measureConnections } from './harness/connections.ts'
import { withServices } from './harness/databases.ts'
import { addClient } from './harness/fixtures.ts'
import type { Instance } from './harness/instance.ts'
import { startLatencyProbe } from './harness/latency-probe.ts'
import { findFreePort } from './harness/ports.ts'
import { inTurn } from './harness/response-stats.ts'
import { TcpProxy } from './harness/tcp-proxy.ts'
import { type Experience, loadSettings, runLoadDuring } from './ledger/load-during.ts'
import {
  cutOffRepeatedly,
  longestReturnMs,
  restartAndCutOff,
  restartRepeatedly,
  type Stage,
  type Trouble,
} from './outage/interruptions.ts'
import { type Case, Faults, type Finding, type ResilienceTest } from './resilience-test.ts'

const restarted = '2 instances, PostgreSQL restarted'
const cutOff = '2 instances, PostgreSQL cut off'
const complete = ['full', 'proof'] as const

const cases: readonly Case[] = [
  { engine: 'postgres', setUp: restarted, sizes: complete, run: (context) => goThrough(context, restartRepeatedly) },
  { engine: 'postgres', setUp: cutOff, sizes: complete, run: (context) => goThrough(context, cutOffRepeatedly) },
  {
    engine: 'postgres',
    setUp: '2 instances, PostgreSQL restarted, then cut off; then killed behind nginx',
    sizes: ['short'],
    run: (context) => goThrough(context, restartAndCutOff),
  },
]

export const outageTest: ResilienceTest = {
  name: 'outage',
  guarantee: 'a database outage causes only 503 responses, and the service recovers within ten seconds.',
  description:
    'While clients refresh tokens, open links and rotate keys, a user reads the portal and a webhook endpoint receives ' +
    'the first uses of new secrets, PostgreSQL stops as in a crash (`immediate`) and restarts. In the second setup a TCP proxy delays all responses by two seconds, drops all ' +
    'packets, resets all connections, or drops packets of existing connections only. Clients honor 503 and repeat ' +
    'requests at the other instance, refreshes with the same token (`REFRESH_RETRY_SECONDS=60`). During the outage ' +
    'only 503 is allowed, within five seconds. Ten seconds after it everything must work. Then the test compares ' +
    'the ledger with responses and database, and counts the usable connections of each pool. Each acknowledged secret ' +
    'must work, its first use must have ended the former one or started its retirement, exactly once, and the endpoint ' +
    'must have every event, in order.',
  cases,
  mutations: [
    {
      name: 'outage-retry-window',
      removed: 'The previous refresh token gets no successor within the retry window.',
      edits: [withoutRetryWindow],
      // A delayed response still took effect; a crash rarely falls between commit and response.
      notices: ({ setUp }) => setUp === cutOff,
    },
    {
      name: 'outage-commit',
      removed: 'PostgreSQL acknowledges commits before they are on the disk (`synchronous_commit=off`).',
      edits: [
        {
          file: 'lib/foundation/db/postgres/open-postgres.ts',
          text: "    application_name: 'latchkey',\n",
          instead: "    application_name: 'latchkey',\n    options: '-c synchronous_commit=off',\n",
        },
      ],
      notices: ({ setUp }) => setUp === restarted,
    },
    {
      name: 'outage-apart',
      removed: 'The end of a former secret follows the first use of the new one in a transaction of its own.',
      edits: [
        {
          file: 'lib/domain/keys/api-keys/secret-rotation-store.ts',
          text: '  { keyId, secretId }: Used,\n): Promise<Readonly<{ formerSecretId',
          instead: `  { keyId, secretId }: Used,\n  ends: ((db: Db) => Promise<unknown>)[],\n): Promise<Readonly<{ formerSecretId`,
        },
        {
          file: 'lib/domain/keys/api-keys/secret-rotation-store.ts',
          text: '  const former = await db\n',
          instead: '  ends.push((later) => later\n',
        },
        {
          file: 'lib/domain/keys/api-keys/secret-rotation-store.ts',
          text:
            "    .returning(['id', 'retires_at'])\n    .executeTakeFirst()\n" +
            '  return { formerSecretId: former?.id ?? null, retiresAt: former?.retires_at ?? null }\n',
          instead: '    .execute())\n  return { formerSecretId: null, retiresAt: null }\n',
        },
        {
          file: 'lib/domain/keys/api-keys/activate-secret.ts',
          text: '  await services.db.transaction().execute(async (trx) => {\n',
          instead:
            "  const ends: ((db: import('#lib/foundation/db/database.ts').Db) => Promise<unknown>)[] = []\n" +
            '  await services.db.transaction().execute(async (trx) => {\n',
        },
        {
          file: 'lib/domain/keys/api-keys/activate-secret.ts',
          text: 'await activateSecretRow(trx, { keyId: key.id, secretId })\n',
          instead: 'await activateSecretRow(trx, { keyId: key.id, secretId }, ends)\n',
        },
        {
          file: 'lib/domain/keys/api-keys/activate-secret.ts',
          text: '  })\n}\n',
          instead:
            '  })\n  for (const end of ends) {\n' +
            '    await new Promise((resolve) => setTimeout(resolve, 1_000))\n    await end(services.db)\n  }\n}\n',
        },
      ],
      notices: ({ setUp }) => setUp === restarted,
    },
    {
      name: 'outage-pool',
      removed: 'A connection that was lost during a statement is not returned to the pool.',
      edits: [
        {
          file: 'lib/foundation/db/postgres/dialect.ts',
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

type Running = Readonly<{ places: readonly Place[]; instances: Instance[] }>

async function goThrough(context: CaseContext, trouble: Trouble): Promise<Finding> {
  const server = await startPostgres()
  const proxy = await TcpProxy.start(await findFreePort(), server.port)
  try {
    await server.createDatabase('latchkey')
    const stage = { context, server, proxy, faults: new Faults(), returns: [] }
    const running = await startInstances(stage)
    const finding = await observe(stage, running, trouble)
    return context.size === 'short' ? await goOnBehindNginx(context, running, finding) : finding
  } finally {
    await proxy.close()
    await server.remove()
  }
}

async function startInstances({ context, server, proxy }: Stage): Promise<Running> {
  const address = server.url('latchkey').replace(`:${server.port}/`, `:${proxy.port}/`)
  const settings = { DATABASE_URL: address, ...loadSettings }
  const places: Place[] = []
  for (let count = 0; count < instanceCount; count++) places.push(await context.place(settings))
  const instances: Instance[] = []
  for (const place of places) instances.push(await context.start(place))
  return { places, instances }
}

/** Instead of `balancer`, which would start instances of its own. A missing nginx hides no fault. */
async function goOnBehindNginx(
  context: CaseContext,
  { places, instances }: Running,
  before: Finding,
): Promise<Finding> {
  if (before.faults.count > 0) return before
  const { size, faults, figures } = await killBehindNginx(context, places, instances)
  return { size: `${before.size}, ${size}`, faults, figures: `${before.figures}; behind nginx: ${figures}` }
}

async function observe(stage: Stage, { places, instances }: Running, trouble: Trouble): Promise<Finding> {
  const { context, server, faults } = stage
  const variables = places[0]?.variables ?? {}
  const sends = instances.map(({ send }) => send)
  const program = await withServices(variables, addClient)
  const before = await measureConnections(server.url('latchkey'), sends, program)
  const field = { variables, send: inTurn(sends), file: context.file('ledger'), faults, mayAskTwice: false }
  const probe = startLatencyProbe(field.send)
  let size = ''
  const load = { clients: context.pick(24, 12), keys: context.pick(200, 12, 40), restMs: context.pick(20, 150, 20) }
  const experience = await runLoadDuring({ ...field, ...load }, async (stats) => {
    size = await trouble(stage, stats)
  })
  const pauseMs = await probe.stop()
  judgeAnswers(stage, experience, pauseMs)
  const after = await measureConnections(server.url('latchkey'), sends, program)
  judgeConnections(faults, before, after)
  return { size, faults, figures: format(stage, experience, { ...after, pauseMs }) }
}

function judgeAnswers({ faults, returns }: Stage, { stats }: Experience, pauseMs: number): void {
  if (stats.failed === 0) faults.add('no trouble: nothing that was done had any effect')
  for (const [status, count] of stats.troubles) {
    if (status === 0) faults.add('answered with silence', `${count} times, at last ${stats.lastSilence}`)
    else if (status !== 503) faults.add(`answered with ${status}`, `${count} times`)
  }
  // Subtracts the latency that a busy machine causes.
  if (stats.longestMs - pauseMs > longestWaitMs) faults.add('a wait over 5 s', stats.longest)
  for (const ms of returns) if (ms > longestReturnMs) faults.add('not back within 10 s', `${Math.round(ms)} ms`)
}

function judgeConnections(faults: Faults, before: Connections, after: Connections): void {
  if (after.usable < before.usable) faults.add('connections lost to the pools', `${after.usable} of ${before.usable}`)
  if (after.open > after.usable) faults.add('connections leaked', `${after.open} open, ${after.usable} usable`)
  if (after.busy > 0) faults.add('busy connections without a request', String(after.busy))
}

function format(
  { returns }: Stage,
  { stats, workload, lines, changed, messages }: Experience,
  { usable, pauseMs }: Connections & Readonly<{ pauseMs: number }>,
): string {
  return (
    `${stats.describe()}; longest wait ${stats.longest}, where /livez took up to ${Math.round(pauseMs)} ms; last failure at most ` +
    `${Math.round(Math.max(...returns))} ms after the database was back; ${lines} lines acknowledged (${changed} keys with a new secret), ${messages} webhook messages; ` +
    `${workload.repeated} refreshes repeated with the same token, ${workload.refusedLate} of them refused after the window; ` +
    `${workload.openedInSilence.length} links opened without a response; ${usable} connections usable as before`
  )
}
