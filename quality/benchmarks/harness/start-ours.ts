import { join } from 'node:path'
import type { TestDatabase } from '../../resilience/harness/databases.ts'
import type { Send } from '../../resilience/harness/http.ts'
import { startInstance } from '../../resilience/harness/instance.ts'
import { findFreePort } from '../../resilience/harness/ports.ts'
import type { ServerAddress } from '../load/plan.ts'
import { commonVariables, type Site } from './site.ts'

/** A running product. */
export type RunningProduct = Readonly<{
  address: ServerAddress
  pid: number
  /** From the start of the process to its first 200. */
  startMs: number
  send: Send
  stop: () => Promise<void>
}>

export type OursOptions = Readonly<{
  database: TestDatabase
  /** The name of the target, for its log and profile. */
  name: string
  /** The folder of another build of the product. */
  root?: string
  /** The script to start instead of the one that `npm start` runs, relative to the folder. */
  script?: string | undefined
}>

/** Starts the built product in its own process with default settings. Its log goes to a file. */
export async function startOurs(
  site: Site,
  { database, name, script, root = site.root }: OursOptions,
): Promise<RunningProduct> {
  const port = await findFreePort()
  const host = `localhost:${port}`
  const instance = await startInstance({
    root,
    port,
    ...(script !== undefined && { script }),
    variables: { BASE_URL: `http://${host}`, HOST: '127.0.0.1', ...database.variables, ...commonVariables(site, name) },
    through: ['sh', '-c', 'exec "$@" > "$0" 2>&1', join(database.dataDir, 'output.log')],
  })
  const { pid, startMs, send } = instance
  return { address: { port, host }, pid, startMs, send, stop: async () => void (await instance.stop()) }
}
