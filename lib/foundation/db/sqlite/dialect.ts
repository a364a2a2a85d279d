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
import { markEngine } from '#lib/foundation/db/engine.ts'
import type { Batch } from '#lib/foundation/db/sqlite/batch.ts'
import type { OpenTransaction } from '#lib/foundation/db/sqlite/commit-group.ts'
import type { CommitThread } from '#lib/foundation/db/sqlite/commit-thread.ts'
import type { Outcome, SqliteConnection } from '#lib/foundation/db/sqlite/connection.ts'
import { retryWhileBusy, toSqliteRefusal } from '#lib/foundation/db/sqlite/errors.ts'
import { SqliteWriter } from '#lib/foundation/db/sqlite/writer.ts'
import { isInBulk } from '#lib/foundation/db/transact-in-bulk.ts'
import { waitWithinBudget } from '#lib/kernel/wait-budget.ts'

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
    createDriver: () => createDriver(parts),
    createQueryCompiler: () => new SteadyPlanCompiler(),
    createAdapter: () => markEngine(new ReaderWriterAdapter(), 'sqlite'),
    createIntrospector: (db: Kysely<unknown>) => new SqliteIntrospector(db),
  }
}

/**
 * With `SQLITE_ENABLE_STAT4`, a bare `?` in a join or condition makes SQLite replan the statement for each new value,
 * which costs five times its execution. A value that the planner can't see is planned once.
 */
export class SteadyPlanCompiler extends SqliteQueryCompiler {
  protected override getCurrentParameterPlaceholder(): string {
    return '+?'
  }
}

class ReaderWriterAdapter extends SqliteAdapter {
  /** All migrations in one BEGIN IMMEDIATE: several processes run them once, and a failed one leaves nothing behind. */
  override get supportsTransactionalDdl(): boolean {
    return true
  }

  /** Our driver separates callers; reads continue during an open transaction. */
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

type Execute = (query: CompiledQuery & Batch, transaction?: OpenTransaction) => Promise<Outcome>

/** What one Kysely caller holds: a transaction or nothing. */
class CallerConnection implements DatabaseConnection {
  readonly #execute: Execute
  transaction: OpenTransaction | undefined

  constructor(execute: Execute) {
    this.#execute = execute
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { rows, changes } = await this.#execute(query, this.transaction)
    return { rows: rows as Row[], numAffectedRows: BigInt(changes) }
  }

  // biome-ignore lint/correctness/useYield: the interface requires a generator; lists are read page by page.
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('read long lists page by page, by key')
  }
}

function createDriver({ writer: connection, reader, thread, lockWaitMs = defaultLockWaitMs }: SqliteParts): Driver {
  const writer = new SqliteWriter(connection, thread)

  /** The deadline starts at arrival, including time in the queue. */
  async function bounded<T>(work: (deadline: number) => T | Promise<T>): Promise<T> {
    try {
      return await waitWithinBudget(lockWaitMs, async (limitMs) => work(performance.now() + limitMs))
    } catch (error) {
      throw toSqliteRefusal(error)
    }
  }

  const execute: Execute = ({ query, sql, parameters, consequences }, transaction) =>
    bounded((deadline) => {
      const batch = { sql, parameters, ...(consequences && { consequences }) }
      if (transaction) return transaction.run(batch)
      if (query.kind === 'SelectQueryNode') return retryWhileBusy(deadline, () => reader.run(sql, parameters))
      return writer.write(batch, { deadline, isAlone: !groupedKinds.has(query.kind) })
    })

  return {
    async init() {},
    acquireConnection: async () => new CallerConnection(execute),
    async releaseConnection() {},
    async beginTransaction(caller: CallerConnection) {
      const inBulk = isInBulk()
      caller.transaction = await bounded((deadline) => writer.begin({ deadline, inBulk }))
    },
    // If it fails, Kysely's rollback finds it ended.
    commitTransaction: async ({ transaction }: CallerConnection) => bounded(() => transaction?.commit()),
    rollbackTransaction: async ({ transaction }: CallerConnection) => transaction?.rollback(),
    async destroy() {
      await writer.close()
      reader.close()
    },
  }
}
