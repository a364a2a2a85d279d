import type { Choice } from '../choice.ts'
import type { Contestant, Standing, WorkName } from '../contestants/contestant.ts'
import type { Round, Series } from '../figures/record.ts'
import type { Outcome, Pace } from '../load/plan.ts'
import type { LoadProcess } from '../rig/load-process.ts'
import { watchProcess } from '../rig/process-watch.ts'
import { say } from '../rig/say.ts'
import type { Site } from '../rig/site.ts'

type Turn = Readonly<{ contestant: Contestant; start: () => Promise<Standing>; works: readonly WorkName[] }>
type Measuring = Readonly<{ choice: Choice; load: LoadProcess; series: SeriesBook }>

/** Before the first measurement of a work the contestant's code gets warm, and before each its connections. */
const warmUpMs = { work: 3_000, load: 500 }
const warmUpConnections = 32

/**
 * Has every contestant do its works under load, one process at a time, in turn, round after round: whatever the machine
 * does meanwhile, it does to all of them.
 */
export async function runLoadWorks(
  site: Site,
  load: LoadProcess,
  choice: Choice,
  all: readonly Contestant[],
): Promise<Series[]> {
  const series = new SeriesBook()
  const turns = await prepareTurns(site, choice, all)
  for (let round = 1; round <= choice.rounds; round++) {
    for (const turn of turns) {
      say(`round ${round} of ${choice.rounds}, ${turn.contestant.title} …`)
      await takeTurn(turn, { choice, load, series })
    }
  }
  return series.all()
}

async function prepareTurns(site: Site, choice: Choice, all: readonly Contestant[]): Promise<Turn[]> {
  const turns: Turn[] = []
  for (const contestant of all) {
    const works = contestant.works.filter((work) => choice.works.includes(work))
    if (works.length > 0) turns.push({ contestant, works, start: await prepare(site, contestant) })
  }
  return turns
}

/** Whoever cannot even be prepared fails in its turn, and holds up nobody else. */
async function prepare(site: Site, contestant: Contestant): Promise<() => Promise<Standing>> {
  try {
    return await contestant.prepare(site)
  } catch (error) {
    return () => Promise.reject(error)
  }
}

async function takeTurn({ contestant, start, works }: Turn, measuring: Measuring): Promise<void> {
  try {
    const standing = await start()
    try {
      for (const work of works) await measureWork(contestant, standing, work, measuring)
    } finally {
      await standing.stop()
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    for (const work of works) measuring.series.fail(contestant.name, work, reason)
  }
}

async function measureWork(
  contestant: Contestant,
  standing: Standing,
  work: WorkName,
  { choice, load, series }: Measuring,
): Promise<void> {
  const run = async (pace: Pace, warmMs: number, measureMs: number) =>
    load.run({ target: standing.target, ...(await standing.ask(work)), pace, warmUpMs: warmMs, measureMs })
  const scale = choice.short ? 0.1 : 1
  await run({ kind: 'closed', connections: warmUpConnections }, 0, warmUpMs.work * scale)
  for (const pace of pacesOf(work, choice)) {
    const stopWatch = watchProcess(standing.pid)
    const outcome = await run(pace, warmUpMs.load * scale, choice.seconds * 1_000)
    const { memoryMb, processors } = stopWatch()
    const names = { work, contestant: contestant.name, load: nameOf(pace) }
    series.add(names, outcome, { memoryMb, processors })
  }
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
