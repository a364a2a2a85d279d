import { withServices } from '../../resilience/harness/databases.ts'
import { addFixtures } from '../harness/fixtures.ts'
import { startOurs } from '../harness/start-ours.ts'
import { askOurs, jwksPath } from './ask-ours.ts'
import { scenarioNames, type Target } from './target.ts'

const whole =
  'The built product as `npm start` runs it, whole: strict reading of the form, limits against guessing, key and owner ' +
  'look-up, HMAC, the family’s row committed durably, ES256, audit events, the access log, maintenance, and the portal ' +
  'in the same process.'

export const ours: readonly Target[] = [
  {
    name: 'ours-sqlite',
    title: 'ours on SQLite',
    engine: 'sqlite',
    scenarios: scenarioNames,
    jwksPath,
    does: whole,
    omits: 'Nothing.',
    prepare: prepareOurs('ours-sqlite', 'sqlite'),
  },
  {
    name: 'ours-postgres',
    title: 'ours on PostgreSQL',
    engine: 'postgres',
    scenarios: scenarioNames,
    jwksPath,
    does: `${whole} PostgreSQL runs on the same machine with default settings; its memory is not counted.`,
    omits: 'Nothing.',
    prepare: prepareOurs('ours-postgres', 'postgres'),
  },
  {
    name: 'ours-behind-next',
    title: 'ours through Next’s route handlers',
    engine: 'sqlite',
    scenarios: ['token'],
    does: 'The same on SQLite, with Next’s route handlers instead of the gateway.',
    omits: 'Nothing.',
    prepare: prepareOurs('ours-behind-next', 'sqlite', 'quality/benchmarks/targets/behind-next-server.ts'),
  },
]

/** Creates a database with fixtures. The product is started on it in each round. */
function prepareOurs(name: string, engine: 'sqlite' | 'postgres', script?: string): Target['prepare'] {
  return async (site) => {
    const database = await site.databases.create(engine, site.newFolder(name))
    const fixtures = await withServices(database.variables, addFixtures)
    return async () => {
      const running = await startOurs(site, { database, name, script })
      const { address, pid, send, stop } = running
      return { address, pid, stop, ask: (scenario) => askOurs(scenario, { address, fixtures, send }) }
    }
  }
}
