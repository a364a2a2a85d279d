import { chmod, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Kysely } from 'kysely'
import type { Clock } from '#lib/clock.ts'
import type { Database } from '#lib/db/database.ts'
import { openSqlite, type SqliteConnection } from '#lib/db/sqlite/connection.ts'
import { createSqliteDialect } from '#lib/db/sqlite/dialect.ts'
import type { Tables } from '#lib/db/tables.ts'

const lockWaitMs = 5_000

/** How a file comes to be: `begin` may write its pages, then `fill` works on it as a database. */
export type DraftSteps = Readonly<{
  begin?: (draft: string) => Promise<void>
  fill: (draft: Database) => Promise<void>
}>

/**
 * Makes an SQLite file that is whole by itself and readable by its owner alone. It gets its name once it is complete and
 * on the disk: if a step throws, nothing is left behind.
 * @throws an error with the code EEXIST when the target exists
 */
export async function createSqliteFile(target: string, clock: Clock, { begin, fill }: DraftSteps): Promise<void> {
  // Taken before the work: of two backups to one name only one goes on, and neither replaces an older one.
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

/** One connection that reads and writes alike. */
export function toDatabase(connection: SqliteConnection): Database {
  return new Kysely<Tables>({ dialect: createSqliteDialect({ writer: connection, reader: connection, lockWaitMs }) })
}

/** Makes the content of a file durable, or the names in a folder. */
export async function sync(path: string, flags: 'r' | 'r+'): Promise<void> {
  const handle = await open(path, flags)
  await handle.sync().finally(() => handle.close())
}

async function createPrivateFile(file: string): Promise<void> {
  await (await open(file, 'wx', 0o600)).close()
}

async function fillDraft(draft: string, clock: Clock, fill: DraftSteps['fill']): Promise<void> {
  const connection = openSqlite(draft, clock, lockWaitMs)
  // Pages of a database in use say that a write-ahead log lies beside them: here none may.
  connection.handle.pragma('journal_mode = DELETE')
  // A draft that is not completed is thrown away, so that neither a journal nor flushing it in between protects anything.
  connection.handle.pragma('journal_mode = OFF')
  connection.handle.pragma('synchronous = OFF')
  await using db = toDatabase(connection)
  await fill(db)
}
