import type { Dialect } from 'kysely'
import pg from 'pg'
import type { DatabaseUse } from '#lib/foundation/db/database.ts'
import { createPostgresDialect } from '#lib/foundation/db/postgres/dialect.ts'
import { secondMs } from '#lib/kernel/clock.ts'
import { measurements } from '#lib/kernel/measurements.ts'

/** Time limit of a server's statement; migrations and restores have none. */
const statementMs: Readonly<Record<DatabaseUse, number>> = { server: 5 * secondMs, command: 0 }
const connectMs = 3 * secondMs
/** After this time a transaction of a vanished client releases its locks. */
const idleTransactionMs = 10 * secondMs
/** Ten instances stay below PostgreSQL's default limit of 100 connections. */
const connections = 9

/** A connection pool for this URL. Connects at the first statement. */
export function openPostgres(databaseUrl: string, use: DatabaseUse): Dialect {
  return createPostgresDialect(createPool(databaseUrl, use), statementMs[use] || Number.POSITIVE_INFINITY)
}

/** The pool itself; tests put a clock in front of it. */
export function createPool(databaseUrl: string, use: DatabaseUse): pg.Pool {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    application_name: 'latchkey',
    max: connections,
    connectionTimeoutMillis: connectMs,
    idleTimeoutMillis: 30 * secondMs,
    keepAlive: true,
    statement_timeout: statementMs[use],
    ...(use === 'server' && { idle_in_transaction_session_timeout: idleTransactionMs }),
    types: { getTypeParser },
  })
  // A broken idle connection emits an error event, which without a listener would end the process. The pool drops the
  // connection; a statement that needs it is refused.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  if (use === 'server') {
    measurements.readPool = () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount })
  }
  return pool
}

/** Returns counts and instants as numbers: all of ours are far below 2^53. */
const getTypeParser: typeof pg.types.getTypeParser = (type: number, format?: unknown) =>
  type === pg.types.builtins.INT8 && format !== 'binary' ? Number : pg.types.getTypeParser(type, format as 'text')
