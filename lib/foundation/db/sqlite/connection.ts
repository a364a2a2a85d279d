import SqliteDatabase, { type Database as SqliteHandle, type Statement } from 'better-sqlite3'
import type { Clock } from '#lib/kernel/clock.ts'

/** The result of a statement. */
export type Outcome = { rows: unknown[]; changes: number }

/** An open handle with its prepared statements cached, because Kysely passes the same texts again and again. */
export type SqliteConnection = {
  run(sql: string, parameters: readonly unknown[]): Outcome
  close(): void
  readonly handle: SqliteHandle
}

const keptStatements = 500

/** How long opening may wait for other processes that open the file or recover it after a crash. */
const openingTimeoutMs = 5_000
const openingPauseMs = 10

/**
 * A transaction that changes more writes some pages twice: with 2 MiB, an import of 400,000 accounts took an eighth
 * longer.
 */
const cacheMib = 16

/**
 * Opens the file in WAL mode with `synchronous=FULL`: commits survive a power loss, which the library's default
 * (NORMAL) doesn't guarantee.
 * @param busyTimeoutMs how long waiting for a lock may block this process
 */
export function openSqlite(file: string, clock: Clock, busyTimeoutMs: number): SqliteConnection {
  const handle = new SqliteDatabase(file, { timeout: openingTimeoutMs })
  switchToWal(handle)
  handle.pragma('synchronous = FULL')
  handle.pragma('foreign_keys = ON')
  handle.pragma(`cache_size = -${cacheMib * 1024}`)
  handle.pragma(`busy_timeout = ${busyTimeoutMs}`)
  return toConnection(handle, clock)
}

/** Opens a file that doesn't change, and keeps reading its state at the first statement. */
export function readSqlite(file: string, clock: Clock): SqliteConnection {
  const handle = new SqliteDatabase(file, { timeout: openingTimeoutMs, readonly: true, fileMustExist: true })
  handle.exec('begin')
  return toConnection(handle, clock)
}

function toConnection(handle: SqliteHandle, clock: Clock): SqliteConnection {
  // A container may have no writable folder for temporary files.
  handle.pragma('temp_store = MEMORY')
  // The one clock of every expiry, named like PostgreSQL's function. It is constant within a statement, so that columns
  // derived from it agree to the millisecond.
  let statementNow: number | undefined
  handle.function('latchkey_now_ms', () => {
    statementNow ??= clock.now()
    return statementNow
  })
  // SQLite has one writer: a transaction already excludes all others.
  handle.function('latchkey_lock', (_name: unknown) => 1)
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

/** SQLite doesn't wait while a new file is switched to WAL: of processes that start together, one would fail. */
function switchToWal(handle: SqliteHandle): void {
  const deadline = performance.now() + openingTimeoutMs
  for (;;) {
    try {
      handle.pragma('journal_mode = WAL')
      return
    } catch (error) {
      const isBusy = error instanceof SqliteDatabase.SqliteError && error.code.startsWith('SQLITE_BUSY')
      if (!isBusy || performance.now() >= deadline) throw error
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, openingPauseMs)
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

function execute(statement: Statement, parameters: readonly unknown[]): Outcome {
  if (statement.reader) return { rows: statement.all(...parameters), changes: 0 }
  return { rows: [], changes: statement.run(...parameters).changes }
}
