import { join } from 'node:path'
import { type Engine, engineNames, type TrialDatabase, withServices } from '../../trials/rig/databases.ts'
import { type Instance, startInstance } from '../../trials/rig/instance.ts'
import { findFreePort } from '../../trials/rig/ports.ts'
import { addAccount, addProgram, type Program } from '../../trials/rig/scene.ts'
import { commonVariables, type Site } from '../rig/site.ts'
import { askOurs } from './ask-ours.ts'
import { type Contestant, workNames } from './contestant.ts'

/** What the load uses of a database. */
export type Cast = Readonly<{ programs: readonly Program[]; accountIds: readonly string[] }>

/** As many keys as the limits are made for, each with an owner of its own. */
const castSize = 64

export const ours: readonly Contestant[] = (['sqlite', 'postgres'] as const).map((engine) => ({
  name: `ours-${engine}`,
  title: `ours on ${engineNames[engine]}`,
  engine,
  works: workNames,
  does:
    'The built product as `npm start` runs it, whole: strict reading of the form, limits against guessing, key and owner ' +
    'look-up, HMAC, the family’s row committed durably, ES256, audit events, the access log, housekeeping, the portal in ' +
    'the same process.',
  omits: 'Nothing.',
  prepare: async (site) => {
    const database = await site.databases.create(engine, join(site.folder, `ours-${engine}`))
    const cast = await withServices(database.variables, addCast)
    return () => startOurs(site, { database, cast, script: 'scripts/serve.ts' })
  },
}))

export async function addCast(services: Parameters<typeof addProgram>[0]): Promise<Cast> {
  const programs: Program[] = []
  const accountIds: string[] = []
  for (let index = 0; index < castSize; index++) {
    programs.push(await addProgram(services))
    accountIds.push(await addAccount(services))
  }
  return { programs, accountIds }
}

export type OursOptions = Readonly<{
  database: TrialDatabase
  cast: Cast
  /** What starts the product, below its folder. */
  script: string
}>

/** Starts the built product in a process of its own, its log going to a file. */
export async function startOurs(site: Site, { database, cast, script }: OursOptions) {
  const port = await findFreePort()
  const host = `localhost:${port}`
  const instance: Instance = await startInstance({
    root: site.root,
    port,
    script,
    variables: {
      BASE_URL: `http://${host}`,
      HOST: '127.0.0.1',
      LOG_LEVEL: 'info',
      ...database.variables,
      ...commonVariables(site),
    },
    through: ['sh', '-c', 'exec "$@" > "$0" 2>&1', join(database.dataDir, 'output.log')],
  })
  const target = { port, host }
  return {
    target,
    pid: instance.pid,
    startMs: instance.startMs,
    ask: (work: Parameters<typeof askOurs>[0]) => askOurs(work, { target, cast, send: instance.send }),
    stop: async () => void (await instance.stop()),
  }
}

export type OurEngine = Engine
