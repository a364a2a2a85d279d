import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Dialect } from 'kysely'
import { type Clock, systemClock } from '#lib/clock.ts'
import type { DatabaseUse } from '#lib/db/database.ts'
import { CommitThread } from '#lib/db/sqlite/commit-thread.ts'
import { openSqlite } from '#lib/db/sqlite/connection.ts'
import { createSqliteDialect } from '#lib/db/sqlite/dialect.ts'
import { EnvError } from '#lib/env.ts'

/**
 * A wait for the lock blocks its thread, so a server waits 1 ms and tries again later. SQLite itself would pause longer after
 * each attempt, while another busy process leaves the file free only briefly. A command may simply wait.
 */
export const busyTimeoutMs: Readonly<Record<DatabaseUse, number>> = { server: 1, command: 5_000 }

/**
 * Opens the embedded database, making its folder and the file where they are missing.
 * @throws EnvError when the folder cannot be written or the file is damaged
 */
export function openSqliteFile(file: string, clock: Clock, use: DatabaseUse): Dialect {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    createPrivately(file)
    const writer = openSqlite(file, clock, busyTimeoutMs[use])
    const reader = openSqlite(file, clock, busyTimeoutMs[use])
    // The thread reads the system's clock.
    const thread = use === 'server' && clock === systemClock ? new CommitThread(file, busyTimeoutMs[use]) : undefined
    return createSqliteDialect({ writer, reader, thread })
  } catch (error) {
    throw new EnvError(whyUnusable(file, error), { cause: error })
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

function whyUnusable(file: string, error: unknown): string {
  const isDamaged = error instanceof Error && 'code' in error && /^SQLITE_(NOTADB|CORRUPT)/.test(String(error.code))
  return isDamaged
    ? `${file} is damaged, or no database of Latchkey: restore a backup.`
    : `DATA_DIR ${dirname(file)} cannot be used: make it a folder that this user may write to.`
}
