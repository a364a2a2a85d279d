import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { randomBase62 } from '#lib/crypto.ts'
import { readEnv } from '#lib/env.ts'
import { openCommandServices, type Services } from '#lib/services.ts'

export type Engine = 'sqlite' | 'postgres'

export const engineNames: Readonly<Record<Engine, string>> = { sqlite: 'SQLite', postgres: 'PostgreSQL' }

/** A database of one case, by the variables that lead the product to it. */
export type TrialDatabase = Readonly<{
  engine: Engine
  folder: string
  variables: Readonly<Record<string, string>>
}>

/** Makes the databases of a run. PostgreSQL is started when it is first asked for, once. */
export class Databases {
  /** An empty database of its own, in or beside `folder`. */
  async create(engine: Engine, folder: string): Promise<TrialDatabase> {
    const dataDir = join(folder, 'data')
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    const variables = { DATA_DIR: dataDir, LATCHKEY_SECRET: randomBase62(48) }
    return { engine, folder: dataDir, variables }
  }

  async close(): Promise<void> {}
}

/** The product's own services on this database, in this process: for setting the scene, and for looking behind it. */
export async function withServices<T>(
  variables: Readonly<Record<string, string>>,
  work: (services: Services) => Promise<T>,
): Promise<T> {
  const services = await openCommandServices(readEnv({ ...variables, LOG_LEVEL: 'silent' }))
  try {
    return await work(services)
  } finally {
    await services.db.destroy()
  }
}
