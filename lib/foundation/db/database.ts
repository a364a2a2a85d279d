import { join } from 'node:path'
import { Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import { engineOf } from '#lib/foundation/db/engine.ts'
import { openPostgres } from '#lib/foundation/db/postgres/open-postgres.ts'
import type { SqliteConnection } from '#lib/foundation/db/sqlite/connection.ts'
import { createSqliteDialect } from '#lib/foundation/db/sqlite/dialect.ts'
import { openSqliteFile } from '#lib/foundation/db/sqlite/open-sqlite-file.ts'
import type { Tables } from '#lib/foundation/db/tables.ts'
import type { Clock } from '#lib/kernel/clock.ts'
import type { Env } from '#lib/kernel/env.ts'
import { isRefusal } from '#lib/kernel/errors.ts'

export type Database = Kysely<Tables>
export type DbTransaction = Transaction<Tables>
/** What a store receives: the database, or the use case's transaction. */
export type Db = Database | DbTransaction

/** A server's waits are bounded and don't block others; a command may simply wait. */
export type DatabaseUse = 'server' | 'command'

/** The instant that decides every expiry, in Unix milliseconds: one clock, read inside the statement. */
export const nowMs: RawBuilder<number> = sql<number>`latchkey_now_ms()`

/** The same instant as a number, for statements that derive several columns from it. */
export async function readNow(db: Db): Promise<number> {
  const { now } = await db.selectNoFrom(nowMs.as('now')).executeTakeFirstOrThrow()
  return now
}

/** The path of the SQLite file; its write-ahead log is next to it. */
export function databaseFile(dataDir: string): string {
  return join(dataDir, 'latchkey.db')
}

/**
 * Opens the configured database: PostgreSQL if `DATABASE_URL` is set (it connects at the first statement), otherwise
 * the SQLite file in `DATA_DIR`, which is created if missing.
 * @param clock read by SQLite's `latchkey_now_ms()`; PostgreSQL has its own clock
 * @throws EnvError if the folder can't be written, the file is damaged or the URL is invalid
 */
export function openDatabase(env: Env, clock: Clock, use: DatabaseUse): Database {
  const dialect = env.databaseUrl
    ? openPostgres(env.databaseUrl, use)
    : openSqliteFile(databaseFile(env.dataDir), clock, use)
  return new Kysely<Tables>({ dialect })
}

/** One SQLite connection as a database, for reads and writes. */
export function toDatabase(connection: SqliteConnection): Database {
  return new Kysely<Tables>({ dialect: createSqliteDialect({ writer: connection, reader: connection }) })
}

/** Closes the database. SQLite's write-ahead log is moved into the file first, so that a copy of it is complete. */
export async function closeDatabase(db: Database): Promise<void> {
  try {
    if (engineOf(db) === 'sqlite') await sql`pragma wal_checkpoint(truncate)`.execute(db)
  } finally {
    await db.destroy()
  }
}

/** Whether a statement failed because a unique value exists. */
export function isUniqueViolation(error: unknown): boolean {
  if (!(error instanceof Error && 'code' in error)) return false
  return /^(SQLITE_CONSTRAINT_(UNIQUE|PRIMARYKEY)|23505)$/.test(String(error.code))
}

/** Whether a statement failed because the disk is full, on SQLite or PostgreSQL (`disk_full`). */
export function isDiskFull(error: unknown): boolean {
  const cause = isRefusal(error) ? error.cause : error
  return cause instanceof Error && 'code' in cause && /^(SQLITE_FULL|53100)$/.test(String(cause.code))
}
