import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import type { Clock } from '#lib/clock.ts'
import type { Tables } from '#lib/db/schema.ts'
import { openSqlite } from '#lib/db/sqlite-connection.ts'
import { createSqliteDialect } from '#lib/db/sqlite-dialect.ts'
import { EnvError } from '#lib/env.ts'

export type Database = Kysely<Tables>
/** What a store may be given: the database, or the transaction that a use case has opened. */
export type Db = Database | Transaction<Tables>

/** A server's lock waits are short and repeated without blocking; a command may simply wait. */
export const serverBusyTimeoutMs = 20
export const commandBusyTimeoutMs = 5_000

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
 * Opens the embedded database, making the folder and the file where they are missing.
 * @throws EnvError when the folder cannot be written or the file is damaged
 */
export function openDatabase(dataDir: string, clock: Clock, busyTimeoutMs: number): Database {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    const file = databaseFile(dataDir)
    createPrivately(file)
    const writer = openSqlite(file, clock, busyTimeoutMs)
    const reader = openSqlite(file, clock, busyTimeoutMs)
    return new Kysely<Tables>({ dialect: createSqliteDialect(writer, reader) })
  } catch (error) {
    throw new EnvError(whyUnusable(dataDir, error), { cause: error })
  }
}

/**
 * A new file that its owner alone may read, also in a folder that others may look into; SQLite's log takes over the mode.
 * One that is there is not opened: closing it again would drop the locks that this process holds on it.
 */
function createPrivately(file: string): void {
  try {
    if (!existsSync(file)) closeSync(openSync(file, 'wx', 0o600))
  } catch (error) {
    // Another process was faster.
    if (!existsSync(file)) throw error
  }
}

function whyUnusable(dataDir: string, error: unknown): string {
  const isDamaged = error instanceof Error && 'code' in error && /^SQLITE_(NOTADB|CORRUPT)/.test(String(error.code))
  return isDamaged
    ? `${databaseFile(dataDir)} is damaged, or no database of Latchkey: restore a backup.`
    : `DATA_DIR ${dataDir} cannot be used: make it a folder that this user may write to.`
}

/** True where a statement failed because a unique value is taken. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^SQLITE_CONSTRAINT_(UNIQUE|PRIMARYKEY)$/.test(String(error.code))
}
