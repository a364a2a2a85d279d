import { join } from 'node:path'
import { whenInterrupted } from '../trials/interrupt.ts'
import type { Choice } from './choice.ts'
import { contestants } from './contestants/catalogue.ts'
import type { Contestant } from './contestants/contestant.ts'
import type { Figure, Series } from './figures/record.ts'
import { describeRun } from './report/describe-run.ts'
import { enterResults } from './report/page.ts'
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

type Measured = Readonly<{ series: readonly Series[]; figures: readonly Figure[] }>

/** Fewer rounds say nothing of the spread. */
const leastRounds = 3

/** Runs what was chosen on the built product in `root` and prints the figures. @returns whether all could be measured */
export async function runBench(root: string, choice: Choice): Promise<boolean> {
  const site = openSite(root, choice.profile)
  const run = describeRun(root, choice)
  const load = new LoadProcess()
  const callOff = whenInterrupted(() => site.close())
  try {
    const chosen = contestants.filter((contestant) => isChosen(choice, contestant))
    let failures = 0
    for await (const { series, figures } of measureAll(site, load, choice, chosen)) {
      process.stdout.write([...formatSeries(series), ...formatFigures(figures), '', ''].join('\n'))
      if (isForRecord(choice)) {
        const withRun = <T>(all: readonly T[]) => all.map((each) => ({ ...each, run }))
        enterResults(join(root, 'docs/performance.md'), contestants, {
          series: withRun(series),
          figures: withRun(figures),
        })
      }
      for (const { work, contestant, load: at, failure } of series) {
        if (failure === undefined) continue
        failures++
        say(`${contestant}, ${work}, ${at}: ${failure}`)
      }
    }
    return failures === 0
  } finally {
    load.stop()
    await site.close()
    callOff()
  }
}

function isForRecord({ short, profile, rounds }: Choice): boolean {
  return !short && !profile && rounds >= leastRounds
}

function isChosen({ contestants: names, engine }: Choice, contestant: Contestant): boolean {
  const isOfEngine = engine === undefined || contestant.engine === engine || contestant.engine === 'none'
  return names === undefined ? isOfEngine : names.includes(contestant.name)
}

/** One kind of work after the other, so that what is measured is on record if the next one is interrupted. */
async function* measureAll(
  site: Site,
  load: LoadProcess,
  choice: Choice,
  chosen: readonly Contestant[],
): AsyncGenerator<Measured> {
  const filled = new FilledDatabases(site)
  const series = await runLoadWorks(site, load, choice, chosen)
  if (series.length > 0) yield { series, figures: [] }
  const others: Readonly<Record<string, () => Promise<readonly Figure[]>>> = {
    verify: () => measureVerifying(site, choice, chosen),
    'cold-start': () => measureColdStart(site, choice),
    search: () => measureSearch(choice, filled),
    launcher: () => measureLauncher(site, choice, filled),
  }
  for (const [work, measure] of Object.entries(others)) {
    if (choice.works.includes(work)) yield { series: [], figures: await measure() }
  }
  // Last of all, since it leaves the databases larger than they were.
  if (choice.works.includes('growth')) yield { series: await measureGrowth(site, load, choice, filled), figures: [] }
}
