import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onInterrupt } from '../resilience/interrupt.ts'
import { busyLoad } from '../resilience/report/markdown.ts'
import type { Choice } from './choice.ts'
import { type Figure, mergeResults, type Profile, type Run, type Series } from './figures/record.ts'
import { FilledDatabases } from './harness/filled-databases.ts'
import { LoadProcess } from './harness/load-process.ts'
import { say } from './harness/log-line.ts'
import { openSite, type Site } from './harness/site.ts'
import { formatComparison } from './report/comparison.ts'
import { describeRun } from './report/describe-run.ts'
import { formatPage } from './report/page.ts'
import { formatProfile, readProfiles } from './report/profiles.ts'
import { readResults, writeResults } from './report/stored-results.ts'
import { formatFigures, formatSeries } from './report/tables.ts'
import { measureActivity } from './scenarios/activity.ts'
import { measureColdStart } from './scenarios/cold-start.ts'
import { measureGrowth } from './scenarios/growth.ts'
import { measureLauncher } from './scenarios/launcher.ts'
import { measureLists } from './scenarios/lists.ts'
import { runLoadScenarios } from './scenarios/load-scenarios.ts'
import { measurePalette, measureSearch } from './scenarios/search.ts'
import { measureStorm } from './scenarios/storm.ts'
import { measureVerifying } from './scenarios/verify.ts'
import { targets } from './targets/catalogue.ts'
import { formerTargets } from './targets/former.ts'
import type { Target } from './targets/target.ts'

type Measured = Readonly<{
  series?: readonly Series[]
  figures?: readonly Figure[]
  profiles?: readonly Profile[]
}>

/** Fewer rounds show no spread. */
const minRounds = 3

/** Runs the chosen scenarios on the built product in `root` and prints the figures. @returns whether none failed */
export async function runBench(root: string, choice: Choice): Promise<boolean> {
  const run = describeRun(root, choice)
  const site = openSite(root, choice.profile)
  const load = new LoadProcess()
  const callOff = onInterrupt(() => site.close())
  try {
    let isWhole = true
    for await (const measured of measureAll(site, load, choice)) {
      print(measured)
      // Profiling slows a target down.
      if (isPublished(choice, run)) publish(root, choice.profile ? { ...measured, series: [] } : measured, run)
      isWhole = isWhole && (measured.series ?? []).every(({ failure }) => failure === undefined)
    }
    return isWhole
  } finally {
    load.stop()
    await site.close()
    callOff()
  }
}

/** Yields after each kind of scenario, so that an interrupted run keeps its results. */
async function* measureAll(site: Site, load: LoadProcess, choice: Choice): AsyncGenerator<Measured> {
  const chosen = listTargets(choice).filter((target) => isChosen(choice, target))
  const filled = new FilledDatabases(site)
  const series = await runLoadScenarios(site, load, choice, chosen)
  if (series.length > 0) yield { series }
  if (site.profileFolder) {
    const names = chosen.map(({ name }) => name)
    yield { profiles: readProfiles(site.profileFolder, choice, names) }
  }
  const others: Readonly<Record<string, () => Promise<readonly Figure[]>>> = {
    verify: () => measureVerifying(site, choice, chosen),
    'cold-start': () => measureColdStart(site, choice),
    storm: () => measureStorm(site, load, choice),
    search: () => measureSearch(choice, filled),
    palette: () => measurePalette(choice, filled),
    activity: () => measureActivity(site, choice),
    launcher: () => measureLauncher(site, choice, filled),
    // Changes the accounts.
    lists: () => measureLists(choice, filled),
  }
  for (const [scenario, measure] of Object.entries(others)) {
    if (choice.scenarios.includes(scenario)) yield { figures: await measure() }
  }
  // Last, because it leaves the databases larger.
  if (choice.scenarios.includes('growth')) yield { series: await measureGrowth(site, load, choice, filled) }
}

/** The product and its earlier commit, or everything else. */
function listTargets({ against }: Choice): readonly Target[] {
  if (against === undefined) return targets
  return [
    ...targets.filter(({ name }) => name === 'ours-sqlite' || name === 'ours-postgres'),
    ...formerTargets(against),
  ]
}

function isChosen({ targets: names, engine }: Choice, target: Target): boolean {
  const isOfEngine = engine === undefined || target.engine === engine || target.engine === 'none'
  return names === undefined ? isOfEngine : names.includes(target.name)
}

function print({ series = [], figures = [], profiles = [] }: Measured): void {
  const lines = [
    ...formatSeries(series),
    ...formatComparison(series),
    ...formatFigures(figures),
    ...profiles.flatMap(formatProfile),
  ]
  process.stdout.write(`${lines.join('\n')}\n\n`)
  for (const { scenario, target, load, failure } of series) {
    if (failure !== undefined) say(`${target}, ${scenario}, ${load}: ${failure}`)
  }
}

/** Figures of a busy machine are printed, not published. */
function isPublished({ short, profile, rounds, against }: Choice, { loadBefore }: Run): boolean {
  return !short && against === undefined && loadBefore < busyLoad && (profile || rounds >= minRounds)
}

function publish(root: string, { series = [], figures = [], profiles = [] }: Measured, run: Run): void {
  const withRun = <T>(all: readonly T[]) => all.map((each) => ({ ...each, run }))
  const results = { series: withRun(series), figures: withRun(figures), profiles: withRun(profiles) }
  const file = join(root, 'quality/results/benchmarks.json')
  writeResults(file, mergeResults(readResults(file), results))
  // From the file, which holds rounded figures.
  writeFileSync(join(root, 'docs/evidence/performance.md'), formatPage(targets, readResults(file)))
}
