import { existsSync } from 'node:fs'
import { copyFile, mkdtemp, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '#lib/clock.ts'
import { toDatabase } from '#lib/db/copy/sqlite-draft.ts'
import type { Database } from '#lib/db/database.ts'
import { migrate } from '#lib/db/migrate.ts'
import { openSqlite, readSqlite } from '#lib/db/sqlite/connection.ts'
import { inspectSqlite, type SqliteInspection } from '#lib/db/sqlite/inspect-sqlite.ts'

const lockWaitMs = 5_000
/** The header byte that says how the file is read, and its value for a write-ahead log. */
const readVersionAt = 19
const walVersion = 2

/** A file named by the operator, read with the newest schema. The file itself doesn't change. */
export type SqliteSource = AsyncDisposable & Readonly<{ db: Database }>

/**
 * Opens a file for reading at this instant. A file with an older schema or a journal beside it is read from a private
 * copy.
 * @param workFolder for that copy, in a folder of its own
 * @returns the problem if it can't be read
 * @throws a file system error if it can't be opened
 */
export async function openSqliteSource(
  file: string,
  clock: Clock,
  workFolder: string,
): Promise<SqliteSource | SqliteInspection> {
  if (await hasJournal(file)) return readCopy(file, clock, workFolder)
  const source = toSource(toDatabase(readSqlite(file, clock)))
  const verdict = await inspectSqlite(source.db)
  if (verdict.is === 'newest') return source
  await source[Symbol.asyncDispose]()
  return verdict.is === 'older' ? readCopy(file, clock, workFolder) : verdict
}

function toSource(db: Database, remove?: () => Promise<void>): SqliteSource {
  return {
    db,
    [Symbol.asyncDispose]: async () => {
      await db.destroy()
      await remove?.()
    },
  }
}

async function readCopy(file: string, clock: Clock, workFolder: string): Promise<SqliteSource | SqliteInspection> {
  const folder = await mkdtemp(join(workFolder, 'restore-'))
  const remove = () => rm(folder, { recursive: true, force: true })
  const copy = join(folder, 'copy.db')
  try {
    for (const end of ['', '-wal', '-journal']) {
      if (existsSync(file + end)) await copyFile(file + end, copy + end)
    }
    const source = toSource(toDatabase(openSqlite(copy, clock, lockWaitMs)), remove)
    const verdict = await inspectSqlite(source.db)
    if (verdict.is === 'older') await migrate(source.db)
    if (verdict.is === 'older' || verdict.is === 'newest') return source
    await source[Symbol.asyncDispose]()
    return verdict
  } catch (error) {
    await remove()
    throw error
  }
}

async function hasJournal(file: string): Promise<boolean> {
  if (existsSync(`${file}-wal`) || existsSync(`${file}-journal`)) return true
  const handle = await open(file, 'r')
  try {
    const { buffer } = await handle.read(Buffer.alloc(readVersionAt + 1), 0, readVersionAt + 1, 0)
    return buffer[readVersionAt] === walVersion
  } finally {
    await handle.close()
  }
}
