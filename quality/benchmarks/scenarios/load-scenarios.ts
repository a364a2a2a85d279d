import type { Choice } from '../choice.ts'
import type { Series } from '../figures/record.ts'
import type { LoadProcess } from '../harness/load-process.ts'
import { say } from '../harness/log-line.ts'
import { type Usage, watchProcess } from '../harness/process-watch.ts'
import type { Site } from '../harness/site.ts'
import type { Outcome, Pace, Plan } from '../load/plan.ts'
import { type RunningTarget, type ScenarioName, scenarioNames, type Target } from '../targets/target.ts'

type Participant = Readonly<{
  target: Target
  scenarios: readonly ScenarioName[]
  start: () => Promise<RunningTarget>
}>
type Present = Readonly<{ target: Target; scenarios: readonly ScenarioName[]; running: RunningTarget }>
type Measuring = Readonly<{ choice: Choice; load: LoadProcess; series: SeriesRecorder }>

/** Warms up the code before a scenario, and the connections before each load. */
const warmUpMs = { scenario: 3_000, load: 500 }
const warmUpConnections = 32
/** How long each commit of a comparison is under load before the other. */
const alternatingMs = 500

/**
 * Measures every target in its scenarios. In a round all targets run, each in its own process, and one is under load at
 * a time. For each load they take turns within seconds, and two commits alternate every half second: other activity of
 * the machine affects all of them. Each round restarts them.
 */
export async function runLoadScenarios(
  site: Site,
  load: LoadProcess,
  choice: Choice,
  all: readonly Target[],
): Promise<Series[]> {
  const series = new SeriesRecorder()
  const participants = await prepareAll(site, choice, all)
  for (let round = 1; round <= choice.rounds; round++) {
    say(`round ${round} of ${choice.rounds} …`)
    const present = await startAll(participants, series)
    try {
      await takeRound(present, { choice, load, series })
    } finally {
      for (const { running } of present) await running.stop()
    }
  }
  return series.all()
}

async function prepareAll(site: Site, choice: Choice, all: readonly Target[]): Promise<Participant[]> {
  const participants: Participant[] = []
  for (const target of all) {
    const scenarios = target.scenarios.filter((scenario) => choice.scenarios.includes(scenario))
    if (scenarios.length > 0) participants.push({ target, scenarios, start: await prepare(site, target) })
  }
  return participants
}

/** A target whose preparation fails is reported at its start; the other targets continue. */
async function prepare(site: Site, target: Target): Promise<() => Promise<RunningTarget>> {
  try {
    return await target.prepare(site)
  } catch (error) {
    return () => Promise.reject(error)
  }
}

async function startAll(participants: readonly Participant[], series: SeriesRecorder): Promise<Present[]> {
  const present: Present[] = []
  for (const { target, scenarios, start } of participants) {
    try {
      present.push({ target, scenarios, running: await start() })
    } catch (error) {
      for (const scenario of scenarios) series.fail(target.name, scenario, reasonOf(error))
    }
  }
  return present
}

async function takeRound(present: readonly Present[], measuring: Measuring): Promise<void> {
  for (const scenario of scenarioNames) {
    const doing = present.filter(({ scenarios }) => scenarios.includes(scenario))
    if (doing.length === 0) continue
    say(`  ${scenario} …`)
    for (const one of doing) await attempt([one], scenario, measuring, () => warmUp(one, scenario, measuring))
    for (const pace of pacesOf(scenario, measuring.choice)) {
      for (const group of groupForTurns(doing, measuring.choice)) {
        await attempt(group, scenario, measuring, () => measure(group, scenario, pace, measuring))
      }
    }
  }
}

/** The two commits of a comparison alternate on each engine. Other targets are measured one after another. */
function groupForTurns(doing: readonly Present[], { against }: Choice): Present[][] {
  if (against === undefined) return doing.map((one) => [one])
  return [...Map.groupBy(doing, ({ target }) => target.engine).values()]
}

/** Reports a failed scenario and continues with the next. */
async function attempt(
  group: readonly Present[],
  scenario: ScenarioName,
  { series }: Measuring,
  task: () => Promise<void>,
): Promise<void> {
  try {
    await task()
  } catch (error) {
    for (const { target } of group) series.fail(target.name, scenario, reasonOf(error))
  }
}

async function warmUp({ running }: Present, scenario: ScenarioName, { choice, load }: Measuring): Promise<void> {
  const pace = { kind: 'closed', connections: warmUpConnections } as const
  const measureMs = warmUpMs.scenario * scaleOf(choice)
  await load.run({ address: running.address, ...(await running.ask(scenario)), pace, warmUpMs: 0, measureMs })
}

async function measure(
  group: readonly Present[],
  scenario: ScenarioName,
  pace: Pace,
  { choice, load, series }: Measuring,
): Promise<void> {
  const times = { warmUpMs: warmUpMs.load * scaleOf(choice), measureMs: choice.seconds * 1_000 }
  const plans: Plan[] = []
  for (const { running } of group) {
    plans.push({ address: running.address, ...(await running.ask(scenario)), pace, ...times })
  }
  const watches = group.map(({ running }) => watchProcess(running.pid))
  const outcomes = await load.runInTurns(plans, group.length === 1 ? times.measureMs : alternatingMs)
  const usages = watches.map((stopWatch) => stopWatch())
  for (const [index, { target }] of group.entries()) {
    const [outcome, usage] = [outcomes[index], usages[index]]
    if (outcome && usage)
      series.add({ scenario, target: target.name, load: nameOf(pace) }, outcome, perTurn(usage, group))
  }
}

/** While the others had their turns, this one was idle. */
function perTurn({ memoryMb, processors }: Usage, group: readonly Present[]): Usage {
  return { memoryMb, processors: processors * group.length }
}

function scaleOf({ short }: Choice): number {
  return short ? 0.1 : 1
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** Links are fetched in between, so that they cannot be opened at a steady rate. */
function pacesOf(scenario: ScenarioName, { connections, perSecond }: Choice): Pace[] {
  const closed = connections.map((count) => ({ kind: 'closed', connections: count }) as const)
  return perSecond === 0 || scenario === 'redeem' ? closed : [...closed, { kind: 'open', perSecond }]
}

function nameOf(pace: Pace): string {
  return pace.kind === 'open' ? `${pace.perSecond}/s` : `${pace.connections} connections`
}

/** The measurements so far, in the order of their first round. */
class SeriesRecorder {
  readonly #series = new Map<string, Series>()

  add(names: Pick<Series, 'scenario' | 'target' | 'load'>, outcome: Outcome, usage: Usage): void {
    const key = Object.values(names).join('|')
    const known = this.#series.get(key) ?? { ...names, rounds: [] }
    this.#series.set(
      key,
      outcome.kind === 'failed'
        ? { ...known, failure: outcome.reason }
        : { ...known, rounds: [...known.rounds, { ...toRound(outcome.timing), ...usage }] },
    )
  }

  /** Discards earlier rounds of this target and scenario. */
  fail(target: string, scenario: string, failure: string): void {
    const known = [...this.#series].filter(([, one]) => one.target === target && one.scenario === scenario)
    for (const [key, one] of known) this.#series.set(key, { ...one, failure })
    if (known.length === 0)
      this.#series.set(`${scenario}|${target}`, { scenario, target, load: '–', rounds: [], failure })
  }

  all(): Series[] {
    return [...this.#series.values()]
  }
}

function toRound({ perSecond, p50, p99, generatorLoad }: Extract<Outcome, { kind: 'measured' }>['timing']) {
  return { perSecond, p50, p99, generatorLoad }
}
