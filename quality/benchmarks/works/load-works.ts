import type { Choice } from '../choice.ts'
import { type Contestant, type Standing, type WorkName, workNames } from '../contestants/contestant.ts'
import type { Round, Series } from '../figures/record.ts'
import type { Outcome, Pace } from '../load/plan.ts'
import type { LoadProcess } from '../rig/load-process.ts'
import { watchProcess } from '../rig/process-watch.ts'
import { say } from '../rig/say.ts'
import type { Site } from '../rig/site.ts'

type Participant = Readonly<{
  contestant: Contestant
  works: readonly WorkName[]
  start: () => Promise<Standing>
}>
type Present = Readonly<{ contestant: Contestant; works: readonly WorkName[]; standing: Standing }>
type Measuring = Readonly<{ choice: Choice; load: LoadProcess; series: SeriesBook }>

/** Before the first measurement of a work the contestant's code gets warm, and before each its connections. */
const warmUpMs = { work: 3_000, load: 500 }
const warmUpConnections = 32

/**
 * Has every contestant do its works under load. In a round all of them stand ready, each in a process of its own, and one
 * is asked at a time: for each load they take turns within seconds, so that whatever the machine does meanwhile, it does
 * to all of them. For the next round they are started anew.
 */
export async function runLoadWorks(
  site: Site,
  load: LoadProcess,
  choice: Choice,
  all: readonly Contestant[],
): Promise<Series[]> {
  const series = new SeriesBook()
  const participants = await prepareAll(site, choice, all)
  for (let round = 1; round <= choice.rounds; round++) {
    say(`round ${round} of ${choice.rounds} …`)
    const present = await startAll(participants, series)
    try {
      await takeRound(present, { choice, load, series })
    } finally {
      for (const { standing } of present) await standing.stop()
    }
  }
  return series.all()
}

async function prepareAll(site: Site, choice: Choice, all: readonly Contestant[]): Promise<Participant[]> {
  const participants: Participant[] = []
  for (const contestant of all) {
    const works = contestant.works.filter((work) => choice.works.includes(work))
    if (works.length > 0) participants.push({ contestant, works, start: await prepare(site, contestant) })
  }
  return participants
}

/** Whoever cannot even be prepared fails when it is to be started, and holds up nobody else. */
async function prepare(site: Site, contestant: Contestant): Promise<() => Promise<Standing>> {
  try {
    return await contestant.prepare(site)
  } catch (error) {
    return () => Promise.reject(error)
  }
}

async function startAll(participants: readonly Participant[], series: SeriesBook): Promise<Present[]> {
  const present: Present[] = []
  for (const { contestant, works, start } of participants) {
    try {
      present.push({ contestant, works, standing: await start() })
    } catch (error) {
      for (const work of works) series.fail(contestant.name, work, reasonOf(error))
    }
  }
  return present
}

async function takeRound(present: readonly Present[], measuring: Measuring): Promise<void> {
  for (const work of workNames) {
    const doing = present.filter(({ works }) => works.includes(work))
    if (doing.length === 0) continue
    say(`  ${work} …`)
    for (const one of doing) await attempt(one, work, measuring, () => warmUp(one, work, measuring))
    for (const pace of pacesOf(work, measuring.choice)) {
      for (const one of doing) await attempt(one, work, measuring, () => measure(one, work, pace, measuring))
    }
  }
}

/** Whoever fails at a work is reported, and goes on with the rest. */
async function attempt(
  { contestant }: Present,
  work: WorkName,
  { series }: Measuring,
  task: () => Promise<void>,
): Promise<void> {
  try {
    await task()
  } catch (error) {
    series.fail(contestant.name, work, reasonOf(error))
  }
}

async function warmUp({ standing }: Present, work: WorkName, { choice, load }: Measuring): Promise<void> {
  const pace = { kind: 'closed', connections: warmUpConnections } as const
  const measureMs = warmUpMs.work * scaleOf(choice)
  await load.run({ target: standing.target, ...(await standing.ask(work)), pace, warmUpMs: 0, measureMs })
}

async function measure(
  { contestant, standing }: Present,
  work: WorkName,
  pace: Pace,
  { choice, load, series }: Measuring,
): Promise<void> {
  const asking = await standing.ask(work)
  const stopWatch = watchProcess(standing.pid)
  const times = { warmUpMs: warmUpMs.load * scaleOf(choice), measureMs: choice.seconds * 1_000 }
  const outcome = await load.run({ target: standing.target, ...asking, pace, ...times })
  const { memoryMb, processors } = stopWatch()
  series.add({ work, contestant: contestant.name, load: nameOf(pace) }, outcome, { memoryMb, processors })
}

function scaleOf({ short }: Choice): number {
  return short ? 0.1 : 1
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** Links are fetched in between, so that they cannot be opened at a steady rate. */
function pacesOf(work: WorkName, { connections, perSecond }: Choice): Pace[] {
  const closed = connections.map((count) => ({ kind: 'closed', connections: count }) as const)
  return perSecond === 0 || work === 'redeem' ? closed : [...closed, { kind: 'open', perSecond }]
}

function nameOf(pace: Pace): string {
  return pace.kind === 'open' ? `${pace.perSecond}/s` : `${pace.connections} connections`
}

/** What was measured so far, in the order in which it was first measured. */
class SeriesBook {
  readonly #series = new Map<string, Series>()

  add(
    names: Pick<Series, 'work' | 'contestant' | 'load'>,
    outcome: Outcome,
    usage: Pick<Round, 'memoryMb' | 'processors'>,
  ): void {
    const key = Object.values(names).join('|')
    const known = this.#series.get(key) ?? { ...names, rounds: [] }
    this.#series.set(
      key,
      outcome.kind === 'failed'
        ? { ...known, failure: outcome.reason }
        : { ...known, rounds: [...known.rounds, { ...toRound(outcome.timing), ...usage }] },
    )
  }

  /** None of what it has shown before counts any more. */
  fail(contestant: string, work: string, failure: string): void {
    const known = [...this.#series].filter(([, one]) => one.contestant === contestant && one.work === work)
    for (const [key, one] of known) this.#series.set(key, { ...one, failure })
    if (known.length === 0)
      this.#series.set(`${work}|${contestant}`, { work, contestant, load: '–', rounds: [], failure })
  }

  all(): Series[] {
    return [...this.#series.values()]
  }
}

function toRound({ perSecond, p50, p99, generatorLoad }: Extract<Outcome, { kind: 'measured' }>['timing']) {
  return { perSecond, p50, p99, generatorLoad }
}
