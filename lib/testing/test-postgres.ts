import { randomUUID } from 'node:crypto'
import { Kysely } from 'kysely'
import pg from 'pg'
import { inject } from 'vitest'
import type { Database } from '#lib/foundation/db/database.ts'
import { migrations } from '#lib/foundation/db/migrate.ts'
import {
  createPostgresDialect,
  nameStatements,
  type PostgresClient,
  type PostgresPool,
} from '#lib/foundation/db/postgres/dialect.ts'
import { createPool } from '#lib/foundation/db/postgres/open-postgres.ts'
import type { Tables } from '#lib/foundation/db/tables.ts'
import type { Clock } from '#lib/kernel/clock.ts'
import { templateDatabase } from '#lib/testing/postgres-setup.ts'

/** One database of the test server, and a pool on it that outlives single tests. */
type TestDatabase = Readonly<{ name: string; url: string; pool: pg.Pool }>

const worker = process.env.VITEST_POOL_ID ?? '0'
const free: TestDatabase[] = []
const patienceMs = 30_000
let made = 0

/** An empty database of the newest schema. `release` makes it empty again for the next test. */
export async function takeTestDatabase(): Promise<{ url: string; release: () => Promise<void> }> {
  const database = free.pop() ?? (await makeDatabase())
  return {
    url: database.url,
    release: async () => {
      readOnly.delete(database.pool)
      if (await empty(database)) free.push(database)
      else await drop(database)
    },
  }
}

/** A database without any tables; it goes with its server. */
export async function makeEmptyDatabase(): Promise<string> {
  const name = `empty_${randomUUID().replaceAll('-', '')}`
  await asAdmin(async (client) => void (await client.query(`create database ${name}`)))
  return addressOf(name)
}

/** Opens it as a server does, but under the given clock. */
export function openTestPostgres(url: string, clock: Clock): Database {
  return new Kysely<Tables>({ dialect: createPostgresDialect(withClock(poolOf(url), clock), patienceMs, nameOf) })
}

const nameOf = nameStatements()
const pools = new Map<string, pg.Pool>()

function poolOf(url: string): pg.Pool {
  const pool = pools.get(url)
  if (!pool) throw new Error('that is no database of takeTestDatabase')
  return pool
}

async function makeDatabase(): Promise<TestDatabase> {
  made += 1
  const name = `test_${worker}_${made}`
  const url = addressOf(name)
  await asAdmin(async (client) => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    if (rowCount === 0) await client.query(`create database ${name} template ${templateDatabase}`)
  })
  const database = { name, url, pool: createPool(url, 'server') }
  // Races of hundreds are about who wins, not about who waits too long on a busy machine.
  database.pool.options.connectionTimeoutMillis = patienceMs
  pools.set(url, database.pool)
  // A test file that ran before in this worker may have left rows, or another schema.
  if (await empty(database)) return database
  await drop(database)
  return makeDatabase()
}

function addressOf(database: string): string {
  return inject('postgresUrl').replace('{database}', database)
}

async function asAdmin(work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: addressOf('postgres') })
  await client.connect()
  await work(client).finally(() => client.end())
}

async function drop({ name, url, pool }: TestDatabase): Promise<void> {
  pools.delete(url)
  await pool.end()
  await asAdmin(async (client) => void (await client.query(`drop database ${name} with (force)`)))
}

let tables: string | undefined

/** 128 KiB. */
const largeBytes = 131_072

/**
 * Deleting costs less than truncating while there is little to delete. Many deleted rows would stay and change the
 * plans of the next tests.
 * @returns whether it can be used again: a test may have changed its tables, or forgotten migrations
 */
async function empty({ pool }: TestDatabase): Promise<boolean> {
  const { rows } = await pool.query<{ name: string; is_large: boolean }>(
    `select quote_ident(relname) as name, pg_table_size(oid) > ${largeBytes} as is_large from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r' and relname !~ '^kysely_' order by 1`,
  )
  const { rows: steps } = await pool.query<{ name: string }>('select name from kysely_migration')
  if (steps.length !== Object.keys(migrations).length) return false
  const names = rows.map(({ name }) => name).join()
  tables ??= names
  if (names !== tables) return false
  const deletions = rows.map(({ name, is_large }) => (is_large ? `truncate ${name} cascade` : `delete from ${name}`))
  await pool.query(
    ['begin read write', 'set local session_replication_role = replica', ...deletions, 'commit'].join(';'),
  )
  return true
}

/** A pool whose connections are told the time before each statement, whenever it has changed. */
function withClock(pool: pg.Pool, clock: Clock): PostgresPool {
  let ended = false
  return {
    connect: async () => {
      if (ended) throw new Error('Cannot use a pool after calling end on the pool')
      const client = await pool.connect()
      const mode = readOnly.has(pool) ? 'on' : 'off'
      if (modes.get(client) !== mode) await client.query(`set default_transaction_read_only = ${mode}`)
      modes.set(client, mode)
      return tellTime(client, clock)
    },
    end: async () => {
      ended = true
    },
  }
}

const readOnly = new Set<pg.Pool>()
const modes = new WeakMap<pg.PoolClient, 'on' | 'off'>()

/** Whether the database refuses writes from now on. */
export function setReadOnly(url: string, isReadOnly: boolean): void {
  const pool = poolOf(url)
  if (isReadOnly) readOnly.add(pool)
  else readOnly.delete(pool)
}

const told = new WeakMap<pg.PoolClient, number>()

function tellTime(client: pg.PoolClient, clock: Clock): PostgresClient {
  return {
    query: async (query) => {
      const now = clock.now()
      // What was told inside a transaction goes with it.
      if (query.text === 'rollback') told.delete(client)
      else if (query.text !== 'commit' && told.get(client) !== now) {
        await client.query(`select set_config('latchkey.now', $1, false)`, [String(now)])
        told.set(client, now)
      }
      return client.query({ ...query, values: query.values ?? [] })
    },
    release: (destroy) => client.release(destroy),
  }
}
