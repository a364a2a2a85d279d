import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import { markEngine } from '#lib/foundation/db/engine.ts'
import { isConnectionLost, isPlanOutdated, toPostgresRefusal } from '#lib/foundation/db/postgres/errors.ts'
import { waitWithinBudget, withinTime } from '#lib/kernel/wait-budget.ts'

/** The part of `pg`'s pool that we use; tests wrap it. */
export type PostgresPool = { connect(): Promise<PostgresClient>; end(): Promise<void> }
export type PostgresClient = {
  query(query: PostgresQuery): Promise<{ rows: unknown[]; rowCount: number | null; command: string }>
  /** With `true`, closes the connection instead of reusing it. */
  release(destroy?: boolean): void
}
export type PostgresQuery = Readonly<{ text: string; values?: unknown[]; name?: string | undefined }>

/**
 * Kysely's PostgreSQL parts with our own driver: every wait is bounded, database errors become 503
 * (`postgres/errors.ts`), and a connection that didn't answer is never reused.
 * @param waitMs limit for one connection attempt or statement, unless the request's deadline is nearer
 * @param nameOf names the statements that connections keep prepared; dialects that share a pool must share it
 */
export function createPostgresDialect(pool: PostgresPool, waitMs: number, nameOf = nameStatements()): Dialect {
  return {
    createDriver: () => createDriver(pool, waitMs, nameOf),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createAdapter: () => markEngine(new PostgresAdapter(), 'postgres'),
    createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
  }
}

class PostgresConnection implements DatabaseConnection {
  readonly #client: PostgresClient
  readonly #waitMs: number
  readonly #nameOf: NameStatement
  #isLost = false
  #isInTransaction = false

  constructor(client: PostgresClient, waitMs: number, nameOf: NameStatement) {
    this.#client = client
    this.#waitMs = waitMs
    this.#nameOf = nameOf
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const values = query.parameters.map(toParameter)
    const { rows, rowCount } = await this.send({ text: query.sql, values, name: this.#nameOf(query.sql) })
    return { rows: rows as Row[], numAffectedRows: BigInt(rowCount ?? 0) }
  }

  // biome-ignore lint/correctness/useYield: the interface requires a generator; lists are read page by page.
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('read long lists page by page, by key')
  }

  async send(query: PostgresQuery): ReturnType<PostgresClient['query']> {
    try {
      return await waitWithinBudget(this.#waitMs, (limitMs) => withinTime(this.#client.query(query), limitMs))
    } catch (error) {
      this.#isLost ||= isConnectionLost(error)
      // The statement did nothing and can be retried unprepared, except in a transaction, which has failed.
      if (isPlanOutdated(error) && !this.#isInTransaction) return this.send({ ...query, name: undefined })
      throw toPostgresRefusal(error)
    }
  }

  async begin(text: string): Promise<void> {
    this.#isInTransaction = true
    await this.send({ text })
  }

  /** Nothing to roll back on a lost connection: the database rolls back by itself. */
  async rollback(): Promise<void> {
    if (!this.#isLost) await this.send({ text: 'rollback' })
  }

  release(): void {
    this.#client.release(this.#isLost)
  }
}

function createDriver(pool: PostgresPool, waitMs: number, nameOf: NameStatement): Driver {
  return {
    async init() {},

    async acquireConnection() {
      const connecting = pool.connect()
      try {
        const client = await waitWithinBudget(waitMs, (limitMs) => withinTime(connecting, limitMs))
        return new PostgresConnection(client, waitMs, nameOf)
      } catch (error) {
        // A connection that arrives too late is returned; its error has been reported here.
        connecting.then(
          (client) => client.release(),
          () => undefined,
        )
        throw toPostgresRefusal(error)
      }
    },

    /**
     * READ COMMITTED by default, regardless of the server's setting: a statement after a lock must see newer rows. The
     * access mode is the server's, so that an operator can make it read-only.
     */
    async beginTransaction(connection: PostgresConnection, { isolationLevel = 'read committed', accessMode = '' }) {
      await connection.begin(`begin isolation level ${isolationLevel} ${accessMode}`.trimEnd())
    },

    async commitTransaction(connection: PostgresConnection) {
      const { command } = await connection.send({ text: 'commit' })
      // Committing a failed transaction rolls it back without an error.
      if (command !== 'COMMIT') throw new Error('the transaction had failed and was rolled back')
    },

    rollbackTransaction: (connection: PostgresConnection) => connection.rollback(),
    releaseConnection: async (connection: PostgresConnection) => connection.release(),
    destroy: () => pool.end(),
  }
}

/** PostgreSQL text can't contain U+0000: no row has it, and searching for it would be an error. */
function toParameter(value: unknown): unknown {
  return typeof value === 'string' ? value.replaceAll('\0', '\ufffd') : value
}

/** Statements with lists of varying length have many texts. Beyond this number, they are planned at each execution. */
const keptNames = 500

type NameStatement = (text: string) => string | undefined

/** Gives each text the name under which connections keep it prepared, because Kysely passes the same texts again. */
export function nameStatements(): NameStatement {
  const names = new Map<string, string>()
  return (text) => {
    const known = names.get(text)
    if (known !== undefined || names.size >= keptNames) return known
    const name = `latchkey_${names.size + 1}`
    names.set(text, name)
    return name
  }
}
