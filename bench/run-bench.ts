import { whenInterrupted } from '../trials/interrupt.ts'
import type { Choice } from './choice.ts'
import { contestants } from './contestants/catalogue.ts'
import type { Contestant } from './contestants/contestant.ts'
import type { Figure, Series } from './figures/record.ts'
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

type Results = Readonly<{ series: readonly Series[]; figures: readonly Figure[] }>

/** Runs what was chosen on the built product in `root` and prints the figures. @returns whether all could be measured */
export async function runBench(root: string, choice: Choice): Promise<boolean> {
  const site = openSite(root, choice.profile)
  const load = new LoadProcess()
  const callOff = whenInterrupted(() => site.close())
  try {
    const chosen = contestants.filter((contestant) => isChosen(choice, contestant))
    let failures = 0
    for await (const { series, figures } of measureAll(site, load, choice, chosen)) {
      process.stdout.write([...formatSeries(series), ...formatFigures(figures), '', ''].join('\n'))
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
): AsyncGenerator<Results> {
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
