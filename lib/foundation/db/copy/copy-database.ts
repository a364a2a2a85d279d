import { chmod, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { copyTables, type OnProgress } from '#lib/foundation/db/copy/rows.ts'
import type { TableName } from '#lib/foundation/db/copy/stored-tables.ts'
import { type Database, databaseFile, toDatabase } from '#lib/foundation/db/database.ts'
import { engineOf } from '#lib/foundation/db/engine.ts'
import { migrate } from '#lib/foundation/db/migrate.ts'
import { openSqlite } from '#lib/foundation/db/sqlite/connection.ts'
import { busyTimeoutMs } from '#lib/foundation/db/sqlite/open-sqlite-file.ts'
import type { Clock } from '#lib/kernel/clock.ts'
import type { Env } from '#lib/kernel/env.ts'

/** All pages in one step: a copy in portions restarts whenever another process writes, perhaps forever. */
const allPages = 0x7fffffff

export type CopyOrder = Readonly<{
  /** Must not exist. */
  target: string
  tables: readonly TableName[]
  /** Edits the copy before it gets its name. */
  prepare: (copy: Database) => Promise<void>
  onProgress: OnProgress
}>

/**
 * Copies the database at one instant into a new SQLite file that only its owner can read, while the server runs: SQLite
 * page by page, PostgreSQL row by row from the requested tables. The file gets its name once it is complete and on
 * disk; if a step throws, nothing remains.
 * @throws an error with the code EEXIST if the target exists
 */
export async function copyDatabase(
  { db, env, clock }: Readonly<{ db: Database; env: Env; clock: Clock }>,
  order: CopyOrder,
): Promise<void> {
  const { target, prepare } = order
  // Reserves the name first: of two concurrent backups to one name only one continues, and neither replaces an older
  // file.
  await createPrivateFile(target)
  const draft = `${target}.part`
  try {
    await createPrivateFile(draft)
    if (engineOf(db) === 'sqlite') await copyPages(databaseFile(env.dataDir), draft, clock)
    await editDraft(draft, clock, async (copy) => {
      if (engineOf(db) === 'postgres') await copyRows(db, copy, order)
      await prepare(copy)
    })
    await chmod(draft, 0o600)
    await sync(draft, 'r+')
    await rename(draft, target)
    await sync(dirname(target), 'r')
  } catch (error) {
    for (const end of ['.part', '.part-journal', '.part-wal', '.part-shm', '']) await rm(target + end, { force: true })
    throw error
  }
}

/** Flushes the content of a file, or the names in a folder, to disk. */
export async function sync(path: string, flags: 'r' | 'r+'): Promise<void> {
  await using handle = await open(path, flags)
  await handle.sync()
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

async function editDraft(draft: string, clock: Clock, edit: CopyOrder['prepare']): Promise<void> {
  const connection = openSqlite(draft, clock, busyTimeoutMs.command)
  // Copied pages may claim a write-ahead log next to them: a draft has none.
  connection.handle.pragma('journal_mode = DELETE')
  // An incomplete draft is discarded, so neither a journal nor intermediate flushes are needed.
  connection.handle.pragma('journal_mode = OFF')
  connection.handle.pragma('synchronous = OFF')
  await using copy = toDatabase(connection)
  await edit(copy)
}

async function copyRows(db: Database, copy: Database, { tables, onProgress }: CopyOrder): Promise<void> {
  await migrate(copy)
  // A long transaction keeps reading the state at its first statement.
  const snapshot = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  await snapshot.execute((source) =>
    copy.transaction().execute((target) => copyTables(source, target, { tables, onProgress })),
  )
}
