import { setTimeout as sleep } from 'node:timers/promises'
import { retireDueSecrets } from '#lib/domain/keys/key-rotation/retire-due-secrets.ts'
import { databaseFile } from '#lib/foundation/db/database.ts'
import { findDamage } from '#lib/foundation/db/sqlite/health.ts'
import type { Services } from '#lib/foundation/services.ts'
import { startMaintenance } from '#lib/server/maintenance/run-maintenance.ts'
import type { CaseContext } from './harness/case-context.ts'
import { withServices } from './harness/databases.ts'
import { addClient, createFixtures } from './harness/fixtures.ts'
import type { Instance } from './harness/instance.ts'
import { signInAgent } from './harness/sign-in-agent.ts'
import { type Case, Faults, type Finding, type ResilienceTest } from './resilience-test.ts'
import { average, fitLine, mean } from './soak/line.ts'
import { addPastRows, retentionDays, rowsPerSecond, sweptTables } from './soak/past-rows.ts'
import { readDatabaseSize, type Sample, takeSample } from './soak/samples.ts'
import { type Visitors, visitAtFullLoad, visitAtPace, visitsPerRotation } from './soak/visits.ts'

const cases: readonly Case[] = [
  { engine: 'sqlite', setUp: '1 process', run: soak },
  // A few seconds show that maintenance deletes: its statements are the same on both engines.
  { engine: 'postgres', setUp: '1 instance', sizes: ['full', 'proof'], run: soak },
]

export const soakTest: ResilienceTest = {
  name: 'soak',
  guarantee: 'memory and tables do not grow under half of the maximum load for half an hour.',
  description:
    'Measures the maximum rate of visits for some seconds, then runs half of that rate for half an hour. In a visit ' +
    'a client gets tokens, refreshes them and asks for a link, a browser opens the link and reads its session, and ' +
    `sometimes a user opens the portal. One of ${visitsPerRotation} visits begins with a rotated key: the new secret ` +
    'works, and afterwards the former one is refused. ' +
    'Visits leave rows with a retention of a day or more. The test therefore ' +
    'fills the tables beforehand with as many expired rows as the run will add, evenly spread over time ' +
    '(`AUDIT_RETENTION_DAYS=1` for audit events). A table keeps its size only if maintenance deletes rows as fast ' +
    'as visits add them. Memory growth is the slope of a line through the means per minute, without the first ' +
    'fifth.',
  cases,
  mutations: [
    {
      name: 'soak-housekeeping',
      removed: 'Maintenance deletes no rows.',
      edits: [
        {
          file: 'lib/server/maintenance/run-maintenance.ts',
          text: 'const queue = [...listSweeps(services.env)]',
          instead: 'const queue = listSweeps(services.env).slice(0, 0)',
        },
      ],
      notices: () => true,
    },
    {
      name: 'soak-leak',
      removed: 'Each request leaks 8 KB of memory.',
      edits: [
        {
          file: 'lib/web/gateway/gateway.ts',
          text: '    const context = { address: readAddress(request), requestId: newRequestId() }\n',
          instead:
            '    const context = { address: readAddress(request), requestId: newRequestId() }\n    leaked.push(Buffer.alloc(8_192, 1))\n',
        },
        {
          file: 'lib/web/gateway/gateway.ts',
          text: 'type AccessFields = ',
          instead: 'const leaked: Buffer[] = []\ntype AccessFields = ',
        },
      ],
      notices: ({ engine }) => engine === 'sqlite',
    },
  ],
}

/** The duration of the run, the intervals within it, and the maximum rate in visits per second. */
type Pace = Readonly<{ forMs: number; sampleMs: number; sweepMs: number; fullLoadMs: number; most: number }>

const minuteMs = 60_000
/** The maximum growth of memory, as a fraction: less than a leak causes, more than noise. */
const maxGrowth = 0.1
/** Keys to rotate, of which one visit after another takes one. */
const rotatedKeys = 8
/** How much later a busy machine may sweep. */
const stallMs = 1_000
/** The number of a table with few rows fluctuates by as many. */
const fewRows = 5

type Stage = Readonly<{
  context: CaseContext
  services: Services
  instance: Instance
  visitors: Visitors
  pace: Pace
}>

async function soak(context: CaseContext): Promise<Finding> {
  const faults = new Faults()
  const fixtures = await createFixtures(context)
  const place = await context.place({ AUDIT_RETENTION_DAYS: String(retentionDays) })
  const instance = await context.start(place)
  const most = Number.POSITIVE_INFINITY
  const pace: Pace = context.pick(
    { forMs: (context.minutes ?? 30) * minuteMs, sampleMs: 5_000, sweepMs: minuteMs, fullLoadMs: 20_000, most },
    // Without maintenance, tables would grow by more than what is tolerated.
    { forMs: 5_000, sampleMs: 250, sweepMs: 500, fullLoadMs: 300, most: 10 },
    { forMs: (context.minutes ?? 4) * minuteMs, sampleMs: 2_000, sweepMs: minuteMs, fullLoadMs: 5_000, most },
  )
  return withServices(place.variables, async (services) => {
    const { cookies } = await signInAgent(services)
    const rotated = await Promise.all(Array.from({ length: rotatedKeys }, () => addClient(services)))
    const visitors = { ...fixtures, rotated, services, cookies, send: instance.send, faults }
    return observe({ context, services, instance, visitors, pace })
  })
}

async function observe(stage: Stage): Promise<Finding> {
  const { context, services, visitors, pace } = stage
  const full = await visitAtFullLoad(visitors, pace.fullLoadMs)
  const perSecond = Math.min(full / 2, pace.most)
  // Models of past rows.
  await retireDueSecrets(services)
  await addPastRows(services.db, perSecond, pace.forMs)
  const file = databaseFile(services.env.dataDir)
  const sizeBefore = await readDatabaseSize(context.engine, services.db, file)
  const keeper =
    context.size === 'short' ? startMaintenance(services, { intervalMs: pace.sweepMs, batchDelayMs: 2 }) : undefined
  const [visits, samples] = await Promise.all([
    visitAtPace(visitors, perSecond, pace.forMs),
    takeSamples(stage, pace.forMs),
  ])
  await keeper?.stop()
  const sizeAfter = await readDatabaseSize(context.engine, services.db, file)
  if (context.engine === 'sqlite')
    for (const damage of await findDamage(services.db)) visitors.faults.add('damage', damage)
  const figures = [
    `${visits} visits, ${perSecond.toFixed(1)} a second of ${full.toFixed(1)} possible ones`,
    judgeMemory(stage, samples),
    ...sweptTables.map((table) => judgeTable(stage, samples, { table, perSecond })),
    `database ${sizeBefore.toFixed(0)} MiB at first, ${sizeAfter.toFixed(0)} MiB in the end`,
  ]
  return { size: `${(pace.forMs / minuteMs).toFixed(1)} minutes`, faults: visitors.faults, figures: figures.join('; ') }
}

async function takeSamples({ services, instance, pace }: Stage, forMs: number): Promise<Sample[]> {
  const samples: Sample[] = []
  const startedAt = performance.now()
  for (let elapsedMs = 0; elapsedMs < forMs; elapsedMs = performance.now() - startedAt) {
    samples.push(await takeSample(services.db, instance.pid, elapsedMs / minuteMs))
    await sleep(pace.sampleMs)
  }
  return samples
}

function judgeMemory({ context, visitors, pace }: Stage, samples: readonly Sample[]): string {
  const warm = samples
    .slice(Math.floor(samples.length / 5))
    .map(({ minutes, memoryMiB }) => ({ x: minutes, y: memoryMiB }))
  const perMinute = Math.max(1, Math.min(Math.round(minuteMs / pace.sampleMs), Math.floor(warm.length / 8)))
  const { slope, uncertainty } = fitLine(average(warm, perMinute))
  const middle = mean(warm.map(({ y }) => y))
  const [first, last] = [warm.at(0), warm.at(-1)].map((point) => point?.x ?? 0)
  const grown = (slope - uncertainty) * ((last ?? 0) - (first ?? 0))
  const line = `${(slope * 60).toFixed(1)} ± ${(uncertainty * 60).toFixed(1)} MiB an hour`
  // A process warms up for longer than a short run.
  if (context.size !== 'short' && grown > maxGrowth * middle) visitors.faults.add('memory grows', line)
  return `memory ${middle.toFixed(0)} MiB on average after warming up, ${line}`
}

/** A table grows between two sweeps. Twice that is tolerated. */
function judgeTable(
  { visitors, pace }: Stage,
  samples: readonly Sample[],
  { table, perSecond }: Readonly<{ table: (typeof sweptTables)[number]; perSecond: number }>,
): string {
  const tenth = Math.max(1, Math.floor(samples.length / 10))
  const rowsOf = (part: readonly Sample[]) => mean(part.map(({ rows }) => rows[table]))
  const [first, last] = [rowsOf(samples.slice(0, tenth)), rowsOf(samples.slice(-tenth))]
  const most = Math.max(...samples.map(({ rows }) => rows[table]))
  const between = (rowsPerSecond(table, perSecond) * (pace.sweepMs + stallMs)) / 1_000
  const tolerated = 2 * between + (table === 'key_secrets' ? fewRows : 0)
  if (last - first > tolerated) visitors.faults.add(`${table} grows`, `${Math.round(last - first)} rows`)
  return `${table} ${Math.round(first)} rows at first, ${Math.round(last)} in the end, ${most} at most`
}
