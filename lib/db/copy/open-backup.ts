import { existsSync, type Stats, statSync } from 'node:fs'
import { copyFile, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Clock } from '#lib/clock.ts'
import { toDatabase } from '#lib/db/copy/sqlite-draft.ts'
import { type Database, databaseFile } from '#lib/db/database.ts'
import { migrate } from '#lib/db/migrate.ts'
import { openSqlite, readSqlite, type SqliteConnection } from '#lib/db/sqlite/connection.ts'
import { inspectSqlite, type SqliteInspection } from '#lib/db/sqlite/health.ts'
import type { Env } from '#lib/env.ts'
import { Refusal } from '#lib/errors.ts'

const lockWaitMs = 5_000
/** The header byte that says how the file is read, and its value for a write-ahead log. */
const readVersionAt = 19
const walVersion = 2

/** A backup, read with the newest schema. The file itself doesn't change. */
export type OpenBackup = AsyncDisposable & Readonly<{ db: Database }>

/**
 * Opens a backup for reading at this instant, after verifying all of it. A file with an older schema or a journal beside
 * it is read from a private copy.
 * @throws Refusal `not_found` if the file doesn't exist; `conflict` if it isn't our backup, is damaged or too new, or
 * is the database in use
 */
export async function openBackup(
  file: string,
  { env, clock }: Readonly<{ env: Env; clock: Clock }>,
): Promise<OpenBackup> {
  if (!findFile(file)) throw new Refusal('not_found', { description: 'There is no such file.', detail: file })
  if (isDatabaseInUse(file, env)) throw refused('This file is the database in use: name a backup of it.', file)
  // In a container, this may be the only writable folder; with PostgreSQL there may be none.
  const workFolder = existsSync(env.dataDir) ? env.dataDir : tmpdir()
  const backup = await openNewest(file, clock, workFolder).catch((error: unknown) => {
    throw refused('The file cannot be read.', error instanceof Error ? error.message : String(error), error)
  })
  if ('is' in backup) throw explain(backup, file)
  return backup
}

/** Whether this file is the configured SQLite database. Compares files rather than names, because of links. */
export function isDatabaseInUse(file: string, { databaseUrl, dataDir }: Env): boolean {
  const inUse = databaseUrl ? undefined : findFile(databaseFile(dataDir))
  const named = findFile(file)
  return inUse !== undefined && inUse.dev === named?.dev && inUse.ino === named.ino
}

function findFile(file: string): Stats | undefined {
  const stats = statSync(file, { throwIfNoEntry: false })
  return stats?.isFile() ? stats : undefined
}

async function openNewest(file: string, clock: Clock, workFolder: string): Promise<OpenBackup | SqliteInspection> {
  if (await hasJournal(file)) return openCopy(file, clock, workFolder)
  const verdict = await openIf(['newest'], readSqlite(file, clock))
  return 'is' in verdict && verdict.is === 'older' ? openCopy(file, clock, workFolder) : verdict
}

async function openCopy(file: string, clock: Clock, workFolder: string): Promise<OpenBackup | SqliteInspection> {
  const folder = await mkdtemp(join(workFolder, 'restore-'))
  const remove = () => rm(folder, { recursive: true, force: true })
  const copy = join(folder, 'copy.db')
  try {
    for (const end of ['', '-wal', '-journal']) {
      if (existsSync(file + end)) await copyFile(file + end, copy + end)
    }
    const opened = await openIf(['older', 'newest'], openSqlite(copy, clock, lockWaitMs), remove)
    if ('db' in opened) await migrate(opened.db)
    return opened
  } catch (error) {
    await remove()
    throw error
  }
}

/** @param remove called once the connection is closed */
async function openIf(
  accepted: readonly SqliteInspection['is'][],
  connection: SqliteConnection,
  remove?: () => Promise<void>,
): Promise<OpenBackup | SqliteInspection> {
  const db = toDatabase(connection)
  const close = async () => {
    await db.destroy()
    await remove?.()
  }
  const verdict = await inspectSqlite(db)
  if (accepted.includes(verdict.is)) return { db, [Symbol.asyncDispose]: close }
  await close()
  return verdict
}

async function hasJournal(file: string): Promise<boolean> {
  if (existsSync(`${file}-wal`) || existsSync(`${file}-journal`)) return true
  await using handle = await open(file, 'r')
  const { buffer } = await handle.read(Buffer.alloc(readVersionAt + 1), 0, readVersionAt + 1, 0)
  return buffer[readVersionAt] === walVersion
}

function explain(verdict: SqliteInspection, file: string): Refusal {
  if (verdict.is === 'damaged') return refused('The backup is damaged, and nothing was restored.', verdict.detail)
  if (verdict.is === 'newer') return refused('The backup was made by a newer version of Latchkey: use that one.', file)
  return refused('This file is no backup of Latchkey.', file)
}

function refused(description: string, detail: string, cause?: unknown): Refusal {
  return new Refusal('conflict', { description, detail, cause })
}
