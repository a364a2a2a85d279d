import { mkdirSync } from 'node:fs'
import { openCommandServices, type Services } from '#lib/foundation/services.ts'
import { randomBase62 } from '#lib/kernel/crypto.ts'
import { readEnv } from '#lib/kernel/env.ts'
import { type PostgresServer, startPostgres } from '#lib/testing/postgres-server.ts'

export type Engine = 'sqlite' | 'postgres'

export const engineNames: Readonly<Record<Engine, string>> = { sqlite: 'SQLite', postgres: 'PostgreSQL' }

/** The database of a case. */
export type TestDatabase = Readonly<{
  engine: Engine
  dataDir: string
  /** The environment variables that select it. */
  variables: Readonly<Record<string, string>>
}>

/** Creates the databases of a run. The first use starts PostgreSQL. */
export class Databases {
  #postgres: Promise<PostgresServer> | undefined

  /** Creates an empty database, on SQLite in `dataDir`. */
  async create(engine: Engine, dataDir: string): Promise<TestDatabase> {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    const variables = { DATA_DIR: dataDir, LATCHKEY_SECRET: randomBase62(48) }
    if (engine === 'sqlite') return { engine, dataDir, variables }
    this.#postgres ??= startPostgres()
    const server = await this.#postgres
    const name = `trial_${randomBase62(12)}`
    await server.createDatabase(name)
    return { engine, dataDir, variables: { ...variables, DATABASE_URL: server.url(name) } }
  }

  async close(): Promise<void> {
    await (await this.#postgres)?.remove()
  }
}

/** Runs `work` with the product's services on this database, to create fixtures and to verify rows. */
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
