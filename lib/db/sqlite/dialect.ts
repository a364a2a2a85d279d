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
import type { MemberTransaction } from '#lib/db/sqlite/commit-group.ts'
import type { CommitThread } from '#lib/db/sqlite/commit-thread.ts'
import type { Outcome, SqliteConnection } from '#lib/db/sqlite/connection.ts'
import { retryWhileBusy, toSqliteRefusal } from '#lib/db/sqlite/errors.ts'
import { SqliteWriter } from '#lib/db/sqlite/writer.ts'
import { waitWithinBudget } from '#lib/wait-budget.ts'

/** No request waits longer than this for a lock that another process holds. */
const defaultLockWaitMs = 5_000

/** What commits together with others. What else there is, such as a vacuum, may have to stand outside. */
const groupedKinds: ReadonlySet<string> = new Set(['InsertQueryNode', 'UpdateQueryNode', 'DeleteQueryNode'])

/** What a database on SQLite consists of. */
export type SqliteParts = Readonly<{
  writer: SqliteConnection
  reader: SqliteConnection
  /** Commits single statements. Without it, the writer's connection does. */
  thread?: CommitThread | undefined
  lockWaitMs?: number
}>

/** Kysely's SQLite parts around our own driver: one writer, one reader, waits that leave the event loop free. */
export function createSqliteDialect(parts: SqliteParts): Dialect {
  return {
    createDriver: () => new SqliteDriver(parts),
    createQueryCompiler: () => new SteadyPlanCompiler(),
    createAdapter: () => markEngine(new ReaderWriterAdapter(), 'sqlite'),
    createIntrospector: (db: Kysely<unknown>) => new SqliteIntrospector(db),
  }
}

/**
 * A bare `?` in a join or a condition makes SQLite plan the statement again for each new value, since the
 * library is built to look at values for the plan (`SQLITE_ENABLE_STAT4`): five times the work of carrying it out. What
 * the planner may not look into, it plans once.
 */
class SteadyPlanCompiler extends SqliteQueryCompiler {
  protected override getCurrentParameterPlaceholder(): string {
    return '+?'
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

/** What one caller of Kysely holds: a transaction while it is in one, else nothing. */
class CallerConnection implements DatabaseConnection {
  readonly #driver: SqliteDriver
  transaction: MemberTransaction | undefined

  constructor(driver: SqliteDriver) {
    this.#driver = driver
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    return toResult(await this.#driver.execute(query, this.transaction))
  }

  // biome-ignore lint/correctness/useYield: the interface asks for a generator; long lists are read page by page instead.
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('read long lists page by page, by key')
  }
}

class SqliteDriver implements Driver {
  readonly #writer: SqliteWriter
  readonly #reader: SqliteConnection
  readonly #lockWaitMs: number

  constructor({ writer, reader, thread, lockWaitMs = defaultLockWaitMs }: SqliteParts) {
    this.#writer = new SqliteWriter(writer, thread)
    this.#reader = reader
    this.#lockWaitMs = lockWaitMs
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<CallerConnection> {
    return new CallerConnection(this)
  }

  async releaseConnection(): Promise<void> {}

  execute({ query, sql, parameters }: CompiledQuery, transaction?: MemberTransaction): Promise<Outcome> {
    return this.#bounded((deadline) => {
      if (transaction) return transaction.run(sql, parameters)
      if (query.kind === 'SelectQueryNode') {
        return retryWhileBusy(deadline, () => this.#reader.run(sql, parameters))
      }
      return groupedKinds.has(query.kind)
        ? this.#writer.write(sql, parameters, deadline)
        : this.#writer.writeAlone(sql, parameters, deadline)
    })
  }

  async beginTransaction(connection: CallerConnection): Promise<void> {
    connection.transaction = await this.#bounded((deadline) => this.#writer.begin(deadline))
  }

  async commitTransaction({ transaction }: CallerConnection): Promise<void> {
    // When it fails, Kysely rolls back, and finds it over.
    await this.#bounded(() => transaction?.commit())
  }

  async rollbackTransaction({ transaction }: CallerConnection): Promise<void> {
    transaction?.rollback()
  }

  async destroy(): Promise<void> {
    await this.#writer.close()
    this.#reader.close()
  }

  /** The deadline counts from arrival, also for a caller that queues behind others. */
  async #bounded<T>(work: (deadline: number) => T | Promise<T>): Promise<T> {
    try {
      return await waitWithinBudget(this.#lockWaitMs, async (limitMs) => work(performance.now() + limitMs))
    } catch (error) {
      throw toSqliteRefusal(error)
    }
  }
}

function toResult<Row>({ rows, changes }: Outcome): QueryResult<Row> {
  return { rows: rows as Row[], numAffectedRows: BigInt(changes) }
}
