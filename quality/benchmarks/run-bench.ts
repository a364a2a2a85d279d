import { join } from 'node:path'
import { whenInterrupted } from '../resilience/interrupt.ts'
import type { Choice } from './choice.ts'
import { contestants } from './contestants/catalogue.ts'
import type { Contestant } from './contestants/contestant.ts'
import type { Figure, Profile, Run, Series } from './figures/record.ts'
import { describeRun } from './report/describe-run.ts'
import { enterResults } from './report/page.ts'
import { formatProfile, readProfiles } from './report/profiles.ts'
import { formatFigures, formatSeries } from './report/tables.ts'
import { FilledDatabases } from './rig/filled-databases.ts'
import { LoadProcess } from './rig/load-process.ts'
import { say } from './rig/say.ts'
import { openSite, type Site } from './rig/site.ts'
import { measureColdStart } from './works/cold-start.ts'
import { measureGrowth } from './works/growth.ts'
import { measureLauncher } from './works/launcher.ts'
import { runLoadWorks } from './works/load-works.ts'
import { measureSearch } from './works/search.ts'
import { measureVerifying } from './works/verify.ts'

type Measured = Readonly<{
  series?: readonly Series[]
  figures?: readonly Figure[]
  profiles?: readonly Profile[]
}>

/** Fewer rounds say nothing of the spread. */
const leastRounds = 3

/** Runs what was chosen on the built product in `root` and prints the figures. @returns whether all could be measured */
export async function runBench(root: string, choice: Choice): Promise<boolean> {
  const run = describeRun(root, choice)
  const site = openSite(root, choice.profile)
  const load = new LoadProcess()
  const callOff = whenInterrupted(() => site.close())
  try {
    let isWhole = true
    for await (const measured of measureAll(site, load, choice)) {
      print(measured)
      // Who is being profiled is slower.
      if (isForRecord(choice)) enter(root, choice.profile ? { ...measured, series: [] } : measured, run)
      isWhole = isWhole && (measured.series ?? []).every(({ failure }) => failure === undefined)
    }
    return isWhole
  } finally {
    load.stop()
    await site.close()
    callOff()
  }
}

/** One kind of work after the other: what was measured is on record should the next one be interrupted. */
async function* measureAll(site: Site, load: LoadProcess, choice: Choice): AsyncGenerator<Measured> {
  const chosen = contestants.filter((contestant) => isChosen(choice, contestant))
  const filled = new FilledDatabases(site)
  const series = await runLoadWorks(site, load, choice, chosen)
  if (series.length > 0) yield { series }
  if (site.profileFolder) {
    const names = chosen.map(({ name }) => name)
    yield { profiles: readProfiles(site.profileFolder, choice, names) }
  }
  const others: Readonly<Record<string, () => Promise<readonly Figure[]>>> = {
    verify: () => measureVerifying(site, choice, chosen),
    'cold-start': () => measureColdStart(site, choice),
    search: () => measureSearch(choice, filled),
    launcher: () => measureLauncher(site, choice, filled),
  }
  for (const [work, measure] of Object.entries(others)) {
    if (choice.works.includes(work)) yield { figures: await measure() }
  }
  // Last of all, since it leaves the databases larger than they were.
  if (choice.works.includes('growth')) yield { series: await measureGrowth(site, load, choice, filled) }
}

function isChosen({ contestants: names, engine }: Choice, contestant: Contestant): boolean {
  const isOfEngine = engine === undefined || contestant.engine === engine || contestant.engine === 'none'
  return names === undefined ? isOfEngine : names.includes(contestant.name)
}

function print({ series = [], figures = [], profiles = [] }: Measured): void {
  const lines = [...formatSeries(series), ...formatFigures(figures), ...profiles.flatMap(formatProfile)]
  process.stdout.write(`${lines.join('\n')}\n\n`)
  for (const { work, contestant, load, failure } of series) {
    if (failure !== undefined) say(`${contestant}, ${work}, ${load}: ${failure}`)
  }
}

function isForRecord({ short, profile, rounds }: Choice): boolean {
  return !short && (profile || rounds >= leastRounds)
}

function enter(root: string, { series = [], figures = [], profiles = [] }: Measured, run: Run): void {
  const withRun = <T>(all: readonly T[]) => all.map((each) => ({ ...each, run }))
  const results = { series: withRun(series), figures: withRun(figures), profiles: withRun(profiles) }
  enterResults(join(root, 'docs/performance.md'), contestants, results)
}
