import { createHash } from 'node:crypto'
import { constants, copyFileSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { databaseFile } from '../../../lib/foundation/db/database.ts'
import type { Services } from '../../../lib/foundation/services.ts'
import { query } from '../../../lib/testing/postgres-server.ts'
import { type Engine, engineNames, type TestDatabase, withServices } from '../../resilience/harness/databases.ts'
import { accountIdOf } from './account-names.ts'
import { fillDatabase, type Size } from './fill-database.ts'
import type { Fixtures } from './fixtures.ts'
import { say } from './log-line.ts'
import type { Site } from './site.ts'

/** A database of a given size, and usable keys in it. */
export type FilledDatabase = Readonly<{ database: TestDatabase; fixtures: Fixtures }>

/** Requests rotate over these keys, which spread over the whole index. */
const fixtureCount = 512

/** Creates each database once per run. SQLite files are kept for the next run, which works on a copy. */
export class FilledDatabases {
  readonly #site: Site
  readonly #made = new Map<string, Promise<FilledDatabase>>()

  constructor(site: Site) {
    this.#site = site
  }

  get(engine: Engine, size: Size): Promise<FilledDatabase> {
    const name = `filled-${engine}-${size.accounts}-${size.keys}`
    const made = this.#made.get(name) ?? this.#make(engine, size, name)
    this.#made.set(name, made)
    return made
  }

  async #make(engine: Engine, size: Size, name: string): Promise<FilledDatabase> {
    const database = await this.#site.databases.create(engine, this.#site.newFolder(name))
    const kept = join(this.#site.root, 'data/bench/filled', `${name}-${hashOfMakers(this.#site.root)}`)
    if (existsSync(join(kept, 'secrets.json'))) return reuse(database, kept, size)
    say(`Filling ${engineNames[engine]} with ${size.accounts} accounts and ${size.keys} keys and families …`)
    const secret = await withServices(database.variables, (services) => fillDatabase(services, size))
    // Otherwise autovacuum would do this in the middle of a measurement.
    const address = database.variables.DATABASE_URL
    if (address) await query(address, 'vacuum (analyze)')
    else keep(database, kept, secret)
    return { database, fixtures: await findFixtures(database, size, secret) }
  }
}

/** Changes with the schema and with the code that fills the database. */
function hashOfMakers(root: string): string {
  const hash = createHash('sha256')
  const files = globSync(
    ['lib/foundation/db/migrations/**/*.ts', 'quality/benchmarks/harness/{fill-database,account-names}.ts'],
    {
      cwd: root,
    },
  )
  for (const file of files.sort()) hash.update(readFileSync(join(root, file)))
  return hash.digest('hex').slice(0, 12)
}

function keep(database: TestDatabase, folder: string, secret: string): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  copyFileSync(databaseFile(database.dataDir), databaseFile(folder), constants.COPYFILE_FICLONE)
  const { LATCHKEY_SECRET: master } = database.variables
  writeFileSync(join(folder, 'secrets.json'), JSON.stringify({ master, secret }), { mode: 0o600 })
}

async function reuse(made: TestDatabase, folder: string, size: Size): Promise<FilledDatabase> {
  const { master, secret } = JSON.parse(readFileSync(join(folder, 'secrets.json'), 'utf8'))
  copyFileSync(databaseFile(folder), databaseFile(made.dataDir), constants.COPYFILE_FICLONE)
  const database = { ...made, variables: { ...made.variables, LATCHKEY_SECRET: master } }
  return { database, fixtures: await findFixtures(database, size, secret) }
}

/** Keys spread over the whole index, each with its own account. */
function findFixtures({ variables }: TestDatabase, size: Size, secret: string): Promise<Fixtures> {
  return withServices(variables, async (services) => {
    const places = Array.from({ length: Math.min(fixtureCount, size.keys) }, (_, index) => index / fixtureCount)
    const keys = new Map<string, Fixtures[number]>()
    for (const place of places) {
      const key = await findKeyFrom(
        services,
        `lkid_${Math.floor(place * 2 ** 32)
          .toString(16)
          .padStart(8, '0')}`,
      )
      const accountId = accountIdOf(Math.floor(place * size.accounts))
      if (key) keys.set(key.id, { program: { keyId: key.id, secret, username: key.username }, accountId })
    }
    return [...keys.values()]
  })
}

function findKeyFrom({ db }: Services, id: string) {
  return db
    .selectFrom('api_keys')
    .innerJoin('users', 'users.id', 'api_keys.owner_id')
    .select(['api_keys.id', 'users.username'])
    .where('api_keys.id', '>=', id)
    .orderBy('api_keys.id')
    .limit(1)
    .executeTakeFirst()
}
