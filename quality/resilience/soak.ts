import { setTimeout as sleep } from 'node:timers/promises'
import { databaseFile } from '#lib/db/database.ts'
import { findDamage } from '#lib/db/sqlite/health.ts'
import { startHousekeeping } from '#lib/maintenance/start-housekeeping.ts'
import type { Services } from '#lib/services.ts'
import type { Bench } from './rig/bench.ts'
import { withServices } from './rig/databases.ts'
import type { Instance } from './rig/instance.ts'
import { signInAgent } from './rig/person.ts'
import { prepareScene } from './rig/scene.ts'
import { average, fitLine, mean } from './soak/line.ts'
import { addPastRows, retentionDays, sweptTables } from './soak/past-rows.ts'
import { readDatabaseSize, type Sample, takeSample } from './soak/samples.ts'
import { type Visitors, visitAtFullLoad, visitAtPace } from './soak/visits.ts'
import { type Case, Faults, type Finding, type Trial } from './trial.ts'

const cases: readonly Case[] = [
  { engine: 'sqlite', setUp: '1 process', run: soak },
  { engine: 'postgres', setUp: '1 instance', run: soak },
]

/** Trial 8. */
export const soakTrial: Trial = {
  name: 'soak',
  description:
    'First as many visits as the product can take for some seconds; then half as many a second for half an hour. A ' +
    'visit is a program that gets tokens, refreshes them and asks for a link, a browser that opens it and asks for its ' +
    'session, and now and then the portal. What visits leave behind is kept for a day and more, so that half an hour ' +
    'would only show tables growing. Therefore they are filled beforehand with as many rows from days ago as will be ' +
    'added, and their time to be swept comes evenly over the run: a table stays as it is if, and only if, the house is ' +
    'kept as fast as visits come (`AUDIT_RETENTION_DAYS=1` has it sweep events, too). The memory of the process is ' +
    'taken from a straight line through the means of every minute after the first fifth.',
  cases,
  sabotages: [
    {
      name: 'soak-housekeeping',
      removed: 'Nothing is swept.',
      edits: [
        {
          file: 'lib/maintenance/take-turn.ts',
          text: 'const queue = [...listSweeps(services.env)]',
          instead: 'const queue = listSweeps(services.env).slice(0, 0)',
        },
      ],
      notices: () => true,
    },
    {
      name: 'soak-leak',
      removed: 'What is noted of a request is never let go of (8 KB each).',
      edits: [
        {
          file: 'lib/gateway/gateway.ts',
          text: '    const context = { address: readAddress(request), requestId: newRequestId() }\n',
          instead:
            '    const context = { address: readAddress(request), requestId: newRequestId() }\n    leaked.push(Buffer.alloc(8_192, 1))\n',
        },
        {
          file: 'lib/gateway/gateway.ts',
          text: 'type AccessFields = ',
          instead: 'const leaked: Buffer[] = []\ntype AccessFields = ',
        },
      ],
      notices: ({ engine }) => engine === 'sqlite',
    },
  ],
}

/** How long the run is, and how often something is done in it. */
type Pace = Readonly<{ forMs: number; sampleMs: number; sweepMs: number; fullLoadMs: number }>

const minuteMs = 60_000
/** A part of the memory, by which it may have grown in the end: much less than a leak adds, more than chance does. */
const mostGrowth = 0.1

type Stage = Readonly<{
  bench: Bench
  services: Services
  instance: Instance
  visitors: Visitors
  pace: Pace
}>

async function soak(bench: Bench): Promise<Finding> {
  const faults = new Faults()
  const scene = await prepareScene(bench)
  const place = await bench.place({ AUDIT_RETENTION_DAYS: String(retentionDays) })
  const instance = await bench.start(place)
  const pace: Pace = bench.pick(
    { forMs: (bench.minutes ?? 30) * minuteMs, sampleMs: 5_000, sweepMs: minuteMs, fullLoadMs: 20_000 },
    { forMs: 6_000, sampleMs: 200, sweepMs: 500, fullLoadMs: 1_500 },
    { forMs: (bench.minutes ?? 4) * minuteMs, sampleMs: 2_000, sweepMs: minuteMs, fullLoadMs: 5_000 },
  )
  return withServices(place.variables, async (services) => {
    const { cookies } = await signInAgent(services)
    const visitors = { ...scene, cookies, send: instance.send, faults }
    return observe({ bench, services, instance, visitors, pace })
  })
}

async function observe(stage: Stage): Promise<Finding> {
  const { bench, services, visitors, pace } = stage
  const full = await visitAtFullLoad(visitors, pace.fullLoadMs)
  const perSecond = full / 2
  await addPastRows(services.db, perSecond, pace.forMs)
  const file = databaseFile(services.env.dataDir)
  const sizeBefore = await readDatabaseSize(bench.engine, services.db, file)
  const keeper =
    bench.size === 'short' ? startHousekeeping(services, { everyMs: pace.sweepMs, betweenMs: 2 }) : undefined
  const [visits, samples] = await Promise.all([
    visitAtPace(visitors, perSecond, pace.forMs),
    takeSamples(stage, pace.forMs),
  ])
  await keeper?.stop()
  const sizeAfter = await readDatabaseSize(bench.engine, services.db, file)
  if (bench.engine === 'sqlite')
    for (const damage of await findDamage(services.db)) visitors.faults.add('damage', damage)
  const figures = [
    `${visits} visits, ${perSecond.toFixed(1)} a second, half of ${full.toFixed(1)}`,
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

function judgeMemory({ bench, visitors, pace }: Stage, samples: readonly Sample[]): string {
  const warm = samples
    .slice(Math.floor(samples.length / 5))
    .map(({ minutes, memoryMiB }) => ({ x: minutes, y: memoryMiB }))
  const perMinute = Math.max(1, Math.min(Math.round(minuteMs / pace.sampleMs), Math.floor(warm.length / 8)))
  const { slope, uncertainty } = fitLine(average(warm, perMinute))
  const middle = mean(warm.map(({ y }) => y))
  const [first, last] = [warm.at(0), warm.at(-1)].map((point) => point?.x ?? 0)
  const grown = (slope - uncertainty) * ((last ?? 0) - (first ?? 0))
  const line = `${(slope * 60).toFixed(1)} ± ${(uncertainty * 60).toFixed(1)} MiB an hour`
  // In a few seconds a process is still warming up.
  if (bench.size !== 'short' && grown > mostGrowth * middle) visitors.faults.add('memory grows', line)
  return `memory ${middle.toFixed(0)} MiB on average after warming up, ${line}`
}

/** Between two sweeps it grows by what comes in: so much, twice, is no growth. */
function judgeTable(
  { visitors, pace }: Stage,
  samples: readonly Sample[],
  { table, perSecond }: Readonly<{ table: (typeof sweptTables)[number]; perSecond: number }>,
): string {
  const tenth = Math.max(1, Math.floor(samples.length / 10))
  const rowsOf = (part: readonly Sample[]) => mean(part.map(({ rows }) => rows[table]))
  const [first, last] = [rowsOf(samples.slice(0, tenth)), rowsOf(samples.slice(-tenth))]
  const most = Math.max(...samples.map(({ rows }) => rows[table]))
  const between = (perSecond * pace.sweepMs) / 1_000
  if (last - first > 2 * between) visitors.faults.add(`${table} grows`, `${Math.round(last - first)} rows`)
  return `${table} ${Math.round(first)} rows at first, ${Math.round(last)} in the end, ${most} at most`
}
