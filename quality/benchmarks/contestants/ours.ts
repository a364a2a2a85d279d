import { withServices } from '../../resilience/rig/databases.ts'
import { addCast } from '../rig/cast.ts'
import { startOurs } from '../rig/start-ours.ts'
import { askOurs, jwksPath } from './ask-ours.ts'
import { type Contestant, workNames } from './contestant.ts'

const whole =
  'The built product as `npm start` runs it, whole: strict reading of the form, limits against guessing, key and owner ' +
  'look-up, HMAC, the family’s row committed durably, ES256, audit events, the access log, housekeeping, and the portal ' +
  'in the same process.'

export const ours: readonly Contestant[] = [
  {
    name: 'ours-sqlite',
    title: 'ours on SQLite',
    engine: 'sqlite',
    works: workNames,
    jwksPath,
    does: whole,
    omits: 'Nothing.',
    prepare: prepareOurs('ours-sqlite', 'sqlite'),
  },
  {
    name: 'ours-postgres',
    title: 'ours on PostgreSQL',
    engine: 'postgres',
    works: workNames,
    jwksPath,
    does: `${whole} PostgreSQL runs on the same machine as it comes, with its own processes, which do not count as memory of ours.`,
    omits: 'Nothing.',
    prepare: prepareOurs('ours-postgres', 'postgres'),
  },
  {
    name: 'ours-behind-next',
    title: 'ours through Next’s route handler',
    engine: 'sqlite',
    works: ['token'],
    does: 'The same on SQLite, but Next’s route handlers answer the endpoints in place of the front.',
    omits: 'Nothing.',
    prepare: prepareOurs('ours-behind-next', 'sqlite', 'bench/contestants/behind-next-server.ts'),
  },
]

/** A database of its own with a cast, on which it is started again and again. */
function prepareOurs(name: string, engine: 'sqlite' | 'postgres', script?: string): Contestant['prepare'] {
  return async (site) => {
    const database = await site.databases.create(engine, site.newFolder(name))
    const cast = await withServices(database.variables, addCast)
    return async () => {
      const running = await startOurs(site, { database, name, script })
      const { target, pid, send, stop } = running
      return { target, pid, stop, ask: (work) => askOurs(work, { target, cast, send }) }
    }
  }
}
