import { chmod, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Kysely } from 'kysely'
import type { Clock } from '#lib/clock.ts'
import type { Database } from '#lib/db/database.ts'
import { openSqlite, type SqliteConnection } from '#lib/db/sqlite/connection.ts'
import { createSqliteDialect } from '#lib/db/sqlite/dialect.ts'
import type { Tables } from '#lib/db/tables.ts'

const lockWaitMs = 5_000

/** How a file is filled: `begin` may write raw pages, then `fill` works on it as a database. */
export type DraftSteps = Readonly<{
  begin?: (draft: string) => Promise<void>
  fill: (draft: Database) => Promise<void>
}>

/**
 * Creates a self-contained SQLite file that only its owner can read. It gets its name once it is complete and on disk;
 * if a step throws, nothing remains.
 * @throws an error with the code EEXIST if the target exists
 */
export async function createSqliteFile(target: string, clock: Clock, { begin, fill }: DraftSteps): Promise<void> {
  // Reserves the name first: of two concurrent backups to one name only one continues, and neither replaces an older
  // file.
  await createPrivateFile(target)
  const draft = `${target}.part`
  try {
    await createPrivateFile(draft)
    await begin?.(draft)
    await fillDraft(draft, clock, fill)
    await chmod(draft, 0o600)
    await sync(draft, 'r+')
    await rename(draft, target)
    await sync(dirname(target), 'r')
  } catch (error) {
    for (const end of ['.part', '.part-journal', '.part-wal', '.part-shm', '']) await rm(target + end, { force: true })
    throw error
  }
}

/** One connection for reads and writes. */
export function toDatabase(connection: SqliteConnection): Database {
  return new Kysely<Tables>({ dialect: createSqliteDialect({ writer: connection, reader: connection, lockWaitMs }) })
}

/** Flushes the content of a file, or the names in a folder, to disk. */
export async function sync(path: string, flags: 'r' | 'r+'): Promise<void> {
  const handle = await open(path, flags)
  await handle.sync().finally(() => handle.close())
}

async function createPrivateFile(file: string): Promise<void> {
  await (await open(file, 'wx', 0o600)).close()
}

async function fillDraft(draft: string, clock: Clock, fill: DraftSteps['fill']): Promise<void> {
  const connection = openSqlite(draft, clock, lockWaitMs)
  // Copied pages may claim a write-ahead log beside them: a draft has none.
  connection.handle.pragma('journal_mode = DELETE')
  // An incomplete draft is discarded, so neither a journal nor intermediate flushes are needed.
  connection.handle.pragma('journal_mode = OFF')
  connection.handle.pragma('synchronous = OFF')
  await using db = toDatabase(connection)
  await fill(db)
}
