import { withServices } from '../../resilience/harness/databases.ts'
import type { Choice } from '../choice.ts'
import type { Figure } from '../figures/record.ts'
import { toFigure } from '../figures/to-figure.ts'
import { addFixtures } from '../harness/fixtures.ts'
import { say } from '../harness/log-line.ts'
import type { Site } from '../harness/site.ts'
import { startOurs } from '../harness/start-ours.ts'
import { enginesOf } from './engines.ts'

/** Time from the start of the process to the first 200 of `/readyz`, on a database with data. */
export async function measureColdStart(site: Site, choice: Choice): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const engine of enginesOf(choice)) {
    say(`cold start on ${engine} …`)
    const database = await site.databases.create(engine, site.newFolder('cold-start'))
    await withServices(database.variables, addFixtures)
    const waits: number[] = []
    while (waits.length < (choice.short ? 1 : 5)) {
      const { startMs, stop } = await startOurs(site, { database, name: `cold-start-${engine}` })
      await stop()
      waits.push(startMs)
    }
    figures.push(
      toFigure({ scenario: 'cold-start', target: `ours-${engine}`, subject: 'first 200', unit: 'ms' }, waits),
    )
  }
  return figures
}
