import { join } from 'node:path'
import { engineNames } from '../../resilience/harness/databases.ts'
import { buildCommit } from '../harness/build-commit.ts'
import type { Fixtures } from '../harness/fixtures.ts'
import { startOurs } from '../harness/start-ours.ts'
import { askOurs } from './ask-ours.ts'
import { scenarioNames, type Target } from './target.ts'

const hotPaths = scenarioNames.filter((scenario) => scenario !== 'jwks')

/** An earlier commit of the product on both engines: shows what later commits cost. */
export function formerTargets(commit: string): readonly Target[] {
  return (['sqlite', 'postgres'] as const).map((engine) => ({
    name: `former-${engine}`,
    title: `${commit} on ${engineNames[engine]}`,
    engine,
    scenarios: hotPaths,
    does: 'An earlier commit of the product, built and started as this one.',
    omits: 'What was added since.',
    prepare: async (site) => {
      const root = buildCommit(site.root, commit)
      const name = `former-${engine}`
      const database = await site.databases.create(engine, site.newFolder(name))
      const fixtures = await addFormerFixtures(root, database.variables)
      return async () => {
        const { address, pid, send, stop } = await startOurs(site, { root, database, name })
        return { address, pid, stop, ask: (scenario) => askOurs(scenario, { address, fixtures, send }) }
      }
    },
  }))
}

/** The code of the commit knows its schema. */
async function addFormerFixtures(root: string, variables: Readonly<Record<string, string>>): Promise<Fixtures> {
  const { addFixtures }: typeof import('../harness/fixtures.ts') = await import(
    join(root, 'quality/benchmarks/harness/fixtures.ts')
  )
  const { withServices }: typeof import('../../resilience/harness/databases.ts') = await import(
    join(root, 'quality/resilience/harness/databases.ts')
  )
  return withServices(variables, addFixtures)
}
