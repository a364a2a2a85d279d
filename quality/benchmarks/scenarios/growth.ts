import type { Choice } from '../choice.ts'
import type { Series } from '../figures/record.ts'
import type { FilledDatabases } from '../harness/filled-databases.ts'
import type { LoadProcess } from '../harness/load-process.ts'
import type { Site } from '../harness/site.ts'
import { startOurs } from '../harness/start-ours.ts'
import { askOurs } from '../targets/ask-ours.ts'
import type { Target } from '../targets/target.ts'
import { enginesOf } from './engines.ts'
import { runLoadScenarios } from './load-scenarios.ts'
import { formatCount, sizesOf } from './sizes.ts'

const connections = [32]
const scenarios = ['token', 'refresh', 'sso'] as const

/** Measures the same scenarios on a small and on a large database, in turn. */
export async function measureGrowth(
  site: Site,
  load: LoadProcess,
  choice: Choice,
  filled: FilledDatabases,
): Promise<Series[]> {
  const { small, large } = sizesOf(choice)
  const all = enginesOf(choice).flatMap((engine) => [small, large].map((count) => prepareFilled(filled, engine, count)))
  const series = await runLoadScenarios(site, load, { ...choice, scenarios, connections, perSecond: 0 }, all)
  return series.map((each) => ({ ...each, scenario: `growth: ${each.scenario}` }))
}

/** The product on a database of this size. */
function prepareFilled(filled: FilledDatabases, engine: 'sqlite' | 'postgres', count: number): Target {
  return {
    name: `ours-${engine}, ${formatCount(count)}`,
    title: `ours on ${engine} with ${formatCount(count)} accounts, keys and families`,
    engine,
    scenarios,
    does: '',
    omits: '',
    prepare: async (site) => {
      const { database, fixtures } = await filled.get(engine, { accounts: count, keys: count })
      return async () => {
        const { address, pid, send, stop } = await startOurs(site, { database, name: `growth-${engine}-${count}` })
        return { address, pid, stop, ask: (scenario) => askOurs(scenario, { address, fixtures, send }) }
      }
    },
  }
}
