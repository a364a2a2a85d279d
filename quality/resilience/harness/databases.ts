import { mkdirSync } from 'node:fs'
import { randomBase62 } from '#lib/crypto.ts'
import { readEnv } from '#lib/env.ts'
import { openCommandServices, type Services } from '#lib/services.ts'
import { type PostgresServer, startPostgres } from '#lib/testing/postgres-server.ts'

export type Engine = 'sqlite' | 'postgres'

export const engineNames: Readonly<Record<Engine, string>> = { sqlite: 'SQLite', postgres: 'PostgreSQL' }

/** A database of one case. */
export type TestDatabase = Readonly<{
  engine: Engine
  dataDir: string
  /** What leads the product to it. */
  variables: Readonly<Record<string, string>>
}>

/** Makes the databases of a run. PostgreSQL is started when it is first asked for, once. */
export class Databases {
  #postgres: Promise<PostgresServer> | undefined

  /** An empty database of its own; on SQLite in `dataDir`. */
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

/** The product's own services on this database, in this process: for setting the fixtures, and for looking behind it. */
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
