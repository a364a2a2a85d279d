import { join } from 'node:path'
import { Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import type { Clock } from '#lib/clock.ts'
import { openPostgres } from '#lib/db/postgres/open-postgres.ts'
import { openSqliteFile } from '#lib/db/sqlite/open-sqlite-file.ts'
import type { Tables } from '#lib/db/tables.ts'
import type { Env } from '#lib/env.ts'

export type Database = Kysely<Tables>
/** What a store may be given: the database, or the transaction that a use case has opened. */
export type Db = Database | Transaction<Tables>

/** A server's waits are bounded and leave others alone; a command may simply wait. */
export type DatabaseUse = 'server' | 'command'

/** The instant that decides every expiry, in Unix milliseconds: one clock, read inside the statement. */
export const nowMs: RawBuilder<number> = sql<number>`latchkey_now_ms()`

/** The same instant as a number, where several columns of a row are reckoned from it. */
export async function readNow(db: Db): Promise<number> {
  const { now } = await db.selectNoFrom(nowMs.as('now')).executeTakeFirstOrThrow()
  return now
}

/** Where the embedded database lies, its write-ahead log beside it. */
export function databaseFile(dataDir: string): string {
  return join(dataDir, 'latchkey.db')
}

/**
 * Opens the database of this configuration: PostgreSQL where `DATABASE_URL` names one (it is connected to at the first
 * statement), else the file in `DATA_DIR`, which is made where it is missing.
 * @param clock what the embedded database's `latchkey_now_ms()` reads; PostgreSQL has a clock of its own
 * @throws EnvError when the folder cannot be written, the file is damaged or the address cannot be read
 */
export function openDatabase(env: Env, clock: Clock, use: DatabaseUse): Database {
  const dialect = env.databaseUrl
    ? openPostgres(env.databaseUrl, use)
    : openSqliteFile(databaseFile(env.dataDir), clock, use)
  return new Kysely<Tables>({ dialect })
}

/** True where a statement failed because a unique value is taken. */
export function isUniqueViolation(error: unknown): boolean {
  if (!(error instanceof Error && 'code' in error)) return false
  return /^(SQLITE_CONSTRAINT_(UNIQUE|PRIMARYKEY)|23505)$/.test(String(error.code))
}
