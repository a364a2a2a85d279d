import { chmod, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Kysely } from 'kysely'
import type { Clock } from '#lib/clock.ts'
import type { Database } from '#lib/db/database.ts'
import { busyTimeoutMs } from '#lib/db/open-sqlite-file.ts'
import type { Tables } from '#lib/db/schema.ts'
import { openSqlite } from '#lib/db/sqlite-connection.ts'
import { createSqliteDialect } from '#lib/db/sqlite-dialect.ts'

/** Everything in one step: a copy made in portions starts over whenever another process writes, perhaps without end. */
const allPages = 0x7fffffff

/**
 * Copies an open database as it is at one instant into `target`, which must not exist, readable by its owner alone.
 * `prepare` changes the copy before it gets its name; if that throws, nothing is left behind.
 * @throws an error with the code EEXIST when the target exists
 */
export async function copySqlite(
  source: string,
  target: string,
  clock: Clock,
  prepare: (copy: Database) => Promise<void>,
): Promise<void> {
  // Taken before the work: of two backups to one name only one goes on, and neither replaces an older one.
  await createPrivateFile(target)
  const draft = `${target}.part`
  try {
    await createPrivateFile(draft)
    await copyPages(source, draft, clock)
    await prepareCopy(draft, clock, prepare)
    await chmod(draft, 0o600)
    await rename(draft, target)
    await syncFolder(dirname(target))
  } catch (error) {
    for (const file of [draft, `${draft}-wal`, `${draft}-shm`, target]) await rm(file, { force: true })
    throw error
  }
}

async function createPrivateFile(file: string): Promise<void> {
  await (await open(file, 'wx', 0o600)).close()
}

async function copyPages(source: string, draft: string, clock: Clock): Promise<void> {
  const connection = openSqlite(source, clock, busyTimeoutMs.command)
  try {
    await connection.handle.backup(draft, { progress: () => allPages })
  } finally {
    connection.close()
  }
}

async function prepareCopy(draft: string, clock: Clock, prepare: (copy: Database) => Promise<void>): Promise<void> {
  const writer = openSqlite(draft, clock, busyTimeoutMs.command)
  const reader = openSqlite(draft, clock, busyTimeoutMs.command)
  const copy = new Kysely<Tables>({ dialect: createSqliteDialect(writer, reader) })
  try {
    await prepare(copy)
    reader.close()
    // One file that is whole by itself: no write-ahead log may stay beside it.
    writer.handle.pragma('journal_mode = DELETE')
  } finally {
    await copy.destroy()
  }
}

/** A new name lasts through a power cut only once its folder is written, too. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}
