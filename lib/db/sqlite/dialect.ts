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

/** Maximum time that a request waits for another process's lock. */
const defaultLockWaitMs = 5_000

/** Statements that commit together with others. Others, such as a vacuum, may have to run outside a transaction. */
const groupedKinds: ReadonlySet<string> = new Set(['InsertQueryNode', 'UpdateQueryNode', 'DeleteQueryNode'])

/** The connections of an SQLite database. */
export type SqliteParts = Readonly<{
  writer: SqliteConnection
  reader: SqliteConnection
  /** Commits single statements; without it, the writer's connection does. */
  thread?: CommitThread | undefined
  lockWaitMs?: number
}>

/** Kysely's SQLite parts with our own driver: one writer, one reader, and waits that don't block the event loop. */
export function createSqliteDialect(parts: SqliteParts): Dialect {
  return {
    createDriver: () => new SqliteDriver(parts),
    createQueryCompiler: () => new SteadyPlanCompiler(),
    createAdapter: () => markEngine(new ReaderWriterAdapter(), 'sqlite'),
    createIntrospector: (db: Kysely<unknown>) => new SqliteIntrospector(db),
  }
}

/**
 * With `SQLITE_ENABLE_STAT4`, a bare `?` in a join or condition makes SQLite replan the statement for each new value,
 * which costs five times its execution. A value that the planner can't see is planned once.
 */
class SteadyPlanCompiler extends SqliteQueryCompiler {
  protected override getCurrentParameterPlaceholder(): string {
    return '+?'
  }
}

class ReaderWriterAdapter extends SqliteAdapter {
  /** All migrations in one BEGIN IMMEDIATE: several processes run them once, and a failed one leaves nothing behind. */
  override get supportsTransactionalDdl(): boolean {
    return true
  }

  /** Our driver separates callers; reads continue beside an open transaction. */
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

/** What one Kysely caller holds: a transaction or nothing. */
class CallerConnection implements DatabaseConnection {
  readonly #driver: SqliteDriver
  transaction: MemberTransaction | undefined

  constructor(driver: SqliteDriver) {
    this.#driver = driver
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { rows, changes } = await this.#driver.execute(query, this.transaction)
    return { rows: rows as Row[], numAffectedRows: BigInt(changes) }
  }

  // biome-ignore lint/correctness/useYield: the interface requires a generator; lists are read page by page.
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
      return this.#writer.write(sql, parameters, { deadline, isAlone: !groupedKinds.has(query.kind) })
    })
  }

  async beginTransaction(connection: CallerConnection): Promise<void> {
    connection.transaction = await this.#bounded((deadline) => this.#writer.begin(deadline))
  }

  async commitTransaction({ transaction }: CallerConnection): Promise<void> {
    // If it fails, Kysely's rollback finds it ended.
    await this.#bounded(() => transaction?.commit())
  }

  async rollbackTransaction({ transaction }: CallerConnection): Promise<void> {
    transaction?.rollback()
  }

  async destroy(): Promise<void> {
    await this.#writer.close()
    this.#reader.close()
  }

  /** The deadline starts at arrival, including time in the queue. */
  async #bounded<T>(work: (deadline: number) => T | Promise<T>): Promise<T> {
    try {
      return await waitWithinBudget(this.#lockWaitMs, async (limitMs) => work(performance.now() + limitMs))
    } catch (error) {
      throw toSqliteRefusal(error)
    }
  }
}
