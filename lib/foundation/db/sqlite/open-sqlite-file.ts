import { closeSync, existsSync, fchmodSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Dialect } from 'kysely'
import type { DatabaseUse } from '#lib/foundation/db/database.ts'
import { CommitThread } from '#lib/foundation/db/sqlite/commit-thread.ts'
import { openSqlite } from '#lib/foundation/db/sqlite/connection.ts'
import { createSqliteDialect } from '#lib/foundation/db/sqlite/dialect.ts'
import { type Clock, systemClock } from '#lib/kernel/clock.ts'
import { EnvError } from '#lib/kernel/env.ts'
import { privateModeIn } from '#lib/kernel/private-mode.ts'

/**
 * Waiting for the lock blocks the thread, so a server waits 1 ms and retries later. SQLite itself would pause longer
 * after each attempt, while another busy process releases the lock only briefly. A command may simply wait.
 */
export const busyTimeoutMs: Readonly<Record<DatabaseUse, number>> = { server: 1, command: 5_000 }

/**
 * Opens the SQLite database; creates its folder and file if missing.
 * @throws EnvError if the folder can't be written or the file is damaged
 */
export function openSqliteFile(file: string, clock: Clock, use: DatabaseUse): Dialect {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    createPrivately(file)
    const writer = openSqlite(file, clock, busyTimeoutMs[use])
    const reader = openSqlite(file, clock, busyTimeoutMs[use])
    // The thread reads the system clock.
    const thread = use === 'server' && clock === systemClock ? new CommitThread(file, busyTimeoutMs[use]) : undefined
    return createSqliteDialect({ writer, reader, thread })
  } catch (error) {
    throw new EnvError(whyUnusable(file, error), { cause: error })
  }
}

/**
 * Creates a file that only the server can read, even in a shared folder; SQLite gives its log the same mode. Doesn't
 * open an existing file: closing it would release this process's locks on it.
 */
function createPrivately(file: string): void {
  try {
    if (existsSync(file)) return
    const descriptor = openSync(file, 'wx', 0o600)
    fchmodSync(descriptor, privateModeIn(dirname(file)))
    closeSync(descriptor)
  } catch (error) {
    // Another process created it first.
    if (!existsSync(file)) throw error
  }
}

function whyUnusable(file: string, error: unknown): string {
  const isDamaged = error instanceof Error && 'code' in error && /^SQLITE_(NOTADB|CORRUPT)/.test(String(error.code))
  return isDamaged
    ? `${file} is damaged, or no database of Latchkey: restore a backup.`
    : `DATA_DIR ${dirname(file)} cannot be used: make it a folder that this user may write to.`
}
