import type { Dialect } from 'kysely'
import pg from 'pg'
import { secondMs } from '#lib/clock.ts'
import type { DatabaseUse } from '#lib/db/database.ts'
import { createPostgresDialect } from '#lib/db/postgres/dialect.ts'

/** No statement of a server goes on longer; a migration or a restore may. */
const statementMs: Readonly<Record<DatabaseUse, number>> = { server: 5 * secondMs, command: 0 }
const connectMs = 3 * secondMs
/** A transaction whose client has vanished lets go of its locks this soon. */
const idleTransactionMs = 10 * secondMs
/** Ten instances stay below PostgreSQL's own limit of 100 connections. */
const connections = 9

/** A pool on that address. Connects at the first statement. */
export function openPostgres(databaseUrl: string, use: DatabaseUse): Dialect {
  return createPostgresDialect(createPool(databaseUrl, use), statementMs[use] || Number.POSITIVE_INFINITY)
}

/** The pool itself, which tests put a clock in front of. */
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
  // An idle connection that breaks emits an error event, which without a listener would end the process. The pool drops
  // the connection; a statement that needs it is refused.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

/** Counts and instants arrive as numbers: all of ours stay far below 2^53. */
const getTypeParser: typeof pg.types.getTypeParser = (type: number, format?: unknown) =>
  type === pg.types.builtins.INT8 && format !== 'binary' ? Number : pg.types.getTypeParser(type, format as 'text')
