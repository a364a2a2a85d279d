import type { Choice } from '../choice.ts'
import { askOurs } from '../contestants/ask-ours.ts'
import type { Contestant } from '../contestants/contestant.ts'
import type { Series } from '../figures/record.ts'
import type { FilledDatabases } from '../rig/filled-databases.ts'
import type { LoadProcess } from '../rig/load-process.ts'
import type { Site } from '../rig/site.ts'
import { startOurs } from '../rig/start-ours.ts'
import { enginesOf } from './engines.ts'
import { runLoadWorks } from './load-works.ts'
import { formatCount, sizesOf } from './sizes.ts'

const connections = [32]
const works = ['token', 'refresh', 'sso'] as const

/** The same works on a small and on a large database, in turn. */
export async function measureGrowth(
  site: Site,
  load: LoadProcess,
  choice: Choice,
  filled: FilledDatabases,
): Promise<Series[]> {
  const { small, large } = sizesOf(choice)
  const all = enginesOf(choice).flatMap((engine) => [small, large].map((count) => prepareFilled(filled, engine, count)))
  const series = await runLoadWorks(site, load, { ...choice, works, connections, perSecond: 0 }, all)
  return series.map((each) => ({ ...each, work: `growth: ${each.work}` }))
}

/** The product on a database that holds so many of everything. */
function prepareFilled(filled: FilledDatabases, engine: 'sqlite' | 'postgres', count: number): Contestant {
  return {
    name: `ours-${engine}, ${formatCount(count)}`,
    title: `ours on ${engine} with ${formatCount(count)} accounts, keys and families`,
    engine,
    works,
    does: '',
    omits: '',
    prepare: async (site) => {
      const { database, cast } = await filled.get(engine, { accounts: count, keys: count })
      return async () => {
        const { target, pid, send, stop } = await startOurs(site, { database, name: `growth-${engine}-${count}` })
        return { target, pid, stop, ask: (work) => askOurs(work, { target, cast, send }) }
      }
    },
  }
}
