import { whenInterrupted } from '../trials/interrupt.ts'
import type { Choice } from './choice.ts'
import { contestants } from './contestants/catalogue.ts'
import { formatSeries } from './report/series-table.ts'
import { LoadProcess } from './rig/load-process.ts'
import { say } from './rig/say.ts'
import { openSite } from './rig/site.ts'
import { runLoadWorks } from './works/load-works.ts'

/** Runs what was chosen on the built product in `root` and prints the figures. @returns whether all could be measured */
export async function runBench(root: string, choice: Choice): Promise<boolean> {
  const site = openSite(root, choice.profile)
  const load = new LoadProcess()
  const callOff = whenInterrupted(() => site.close())
  try {
    const chosen = contestants.filter(
      ({ name, engine }) =>
        (choice.contestants?.includes(name) ?? true) && (choice.engine === undefined || engine === choice.engine),
    )
    const series = await runLoadWorks(site, load, choice, chosen)
    process.stdout.write(`${formatSeries(series, 'ours-sqlite').join('\n')}\n`)
    const failed = series.filter(({ failure }) => failure !== undefined)
    for (const { work, contestant, load: at, failure } of failed) say(`${contestant}, ${work}, ${at}: ${failure}`)
    return failed.length === 0
  } finally {
    load.stop()
    await site.close()
    callOff()
  }
}
