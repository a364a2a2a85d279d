import { setTimeout as sleep } from 'node:timers/promises'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { markEngine } from '#lib/db/engine.ts'
import { Mutex } from '#lib/db/mutex.ts'
import type { SqliteConnection } from '#lib/db/sqlite-connection.ts'
import { unavailable } from '#lib/db/unavailable.ts'
import { waitWithinLimit } from '#lib/wait-limit.ts'

/** No request waits longer than this for a lock that another process holds. */
const defaultLockWaitMs = 5_000
const lockPauseMs = 10

/** Kysely's SQLite parts around our own driver: one writer, one reader, waits that leave the event loop free. */
export function createSqliteDialect(
  writer: SqliteConnection,
  reader: SqliteConnection,
  lockWaitMs = defaultLockWaitMs,
): Dialect {
  return {
    createDriver: () => new SqliteDriver({ writer, reader, lockWaitMs }),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => markEngine(new ReaderWriterAdapter(), 'sqlite'),
    createIntrospector: (db: Kysely<unknown>) => new SqliteIntrospector(db),
  }
}

class ReaderWriterAdapter extends SqliteAdapter {
  /** All migrations in one BEGIN IMMEDIATE: several starters run them once, and a failed one leaves nothing behind. */
  override get supportsTransactionalDdl(): boolean {
    return true
  }

  /** Our driver keeps callers apart by itself; reads go on beside an open transaction. */
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

/** What one caller of Kysely holds: the writer while in a transaction, else nothing. */
class CallerConnection implements DatabaseConnection {
  readonly #driver: SqliteDriver
  releaseWriter: (() => void) | undefined

  constructor(driver: SqliteDriver) {
    this.#driver = driver
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    return this.#driver.execute<Row>(query, this.releaseWriter !== undefined)
  }

  // biome-ignore lint/correctness/useYield: the interface asks for a generator; long lists are read page by page instead.
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('read long lists page by page, by key')
  }
}

type Connections = Readonly<{ writer: SqliteConnection; reader: SqliteConnection; lockWaitMs: number }>

class SqliteDriver implements Driver {
  readonly #writer: SqliteConnection
  readonly #reader: SqliteConnection
  readonly #lockWaitMs: number
  readonly #writerMutex = new Mutex()

  constructor({ writer, reader, lockWaitMs }: Connections) {
    this.#writer = writer
    this.#reader = reader
    this.#lockWaitMs = lockWaitMs
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<CallerConnection> {
    return new CallerConnection(this)
  }

  async releaseConnection(): Promise<void> {}

  async execute<Row>(query: CompiledQuery, inTransaction: boolean): Promise<QueryResult<Row>> {
    if (inTransaction) return toResult<Row>(this.#writer, query)
    return this.#bounded(async (deadline) => {
      if (query.query.kind === 'SelectQueryNode') {
        return retryWhileBusy(deadline, () => toResult<Row>(this.#reader, query))
      }
      // A single write must not slip into somebody else's open transaction.
      const release = await this.#writerMutex.acquire()
      try {
        return await retryWhileBusy(deadline, () => toResult<Row>(this.#writer, query))
      } finally {
        release()
      }
    })
  }

  async beginTransaction(connection: CallerConnection): Promise<void> {
    await this.#bounded(async (deadline) => {
      const release = await this.#writerMutex.acquire()
      try {
        // IMMEDIATE: a deferred transaction that reads before it writes fails where it cannot be repeated.
        await retryWhileBusy(deadline, () => runText(this.#writer, 'begin immediate'))
        connection.releaseWriter = release
      } catch (error) {
        release()
        throw error
      }
    })
  }

  async commitTransaction(connection: CallerConnection): Promise<void> {
    // When it fails, Kysely rolls back, and that lets the next one in.
    await this.#bounded((deadline) => retryWhileBusy(deadline, () => runText(this.#writer, 'commit')))
    this.#endTransaction(connection)
  }

  async rollbackTransaction(connection: CallerConnection): Promise<void> {
    try {
      // A full disk makes SQLite roll back by itself; a second rollback would hide the first error.
      if (this.#writer.handle.inTransaction) runText(this.#writer, 'rollback')
    } finally {
      this.#endTransaction(connection)
    }
  }

  async destroy(): Promise<void> {
    this.#reader.close()
    this.#writer.close()
  }

  /** Counted from arrival: whoever queues behind others that wait for the same lock does not wait anew. */
  #bounded<T>(work: (deadline: number) => Promise<T>): Promise<T> {
    return waitWithinLimit(this.#lockWaitMs, (limitMs) => work(performance.now() + limitMs))
  }

  #endTransaction(connection: CallerConnection): void {
    connection.releaseWriter?.()
    connection.releaseWriter = undefined
  }
}

function toResult<Row>(connection: SqliteConnection, query: CompiledQuery): QueryResult<Row> {
  const { rows, changes } = runText(connection, query.sql, query.parameters)
  return { rows: rows as Row[], numAffectedRows: BigInt(changes) }
}

function runText(connection: SqliteConnection, text: string, parameters: readonly unknown[] = []) {
  try {
    return connection.run(text, parameters)
  } catch (error) {
    throw isStorageTrouble(error) ? unavailable(error) : error
  }
}

async function retryWhileBusy<T>(deadline: number, attempt: () => T): Promise<T> {
  for (;;) {
    try {
      return attempt()
    } catch (error) {
      if (!hasSqliteCode(error, /^SQLITE_(BUSY|LOCKED)/)) throw error
      if (performance.now() >= deadline) throw unavailable(error)
    }
    await sleep(lockPauseMs)
  }
}

function isStorageTrouble(error: unknown): boolean {
  return hasSqliteCode(error, /^SQLITE_(FULL|IOERR|CANTOPEN|READONLY|PROTOCOL|NOMEM)/)
}

function hasSqliteCode(error: unknown, pattern: RegExp): boolean {
  return error instanceof Error && 'code' in error && pattern.test(String(error.code))
}
