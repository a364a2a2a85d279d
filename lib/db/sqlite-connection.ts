import SqliteDatabase, { type Database as SqliteHandle, type Statement } from 'better-sqlite3'
import type { Clock } from '#lib/clock.ts'

/** One open handle on the file, with its prepared statements kept: Kysely hands over the same texts again and again. */
export type SqliteConnection = {
  run(sql: string, parameters: readonly unknown[]): { rows: unknown[]; changes: number }
  close(): void
  readonly handle: SqliteHandle
}

const keptStatements = 500

/**
 * Opens the file in WAL mode with `synchronous=FULL`: what was committed survives a power cut, which the
 * library's own default (NORMAL) does not promise.
 * @param busyTimeoutMs how long a lock wait may hold up this whole process
 */
export function openSqlite(file: string, clock: Clock, busyTimeoutMs: number): SqliteConnection {
  const handle = new SqliteDatabase(file, { timeout: busyTimeoutMs })
  handle.pragma('journal_mode = WAL')
  handle.pragma('synchronous = FULL')
  handle.pragma('foreign_keys = ON')
  // The one clock of every expiry, under the name that PostgreSQL's function has. It stands still within a statement:
  // columns that are reckoned from it agree to the millisecond.
  let statementNow: number | undefined
  handle.function('latchkey_now_ms', () => {
    statementNow ??= clock.now()
    return statementNow
  })
  const statements = new Map<string, Statement>()
  return {
    handle,
    run: (sql, parameters) => {
      statementNow = undefined
      return execute(prepareOnce(handle, statements, sql), parameters)
    },
    close: () => handle.close(),
  }
}

function prepareOnce(handle: SqliteHandle, statements: Map<string, Statement>, sql: string): Statement {
  const known = statements.get(sql)
  if (known) return known
  if (statements.size >= keptStatements) statements.clear()
  const statement = handle.prepare(sql)
  statements.set(sql, statement)
  return statement
}

function execute(statement: Statement, parameters: readonly unknown[]): { rows: unknown[]; changes: number } {
  if (statement.reader) return { rows: statement.all(...parameters), changes: 0 }
  return { rows: [], changes: statement.run(...parameters).changes }
}
