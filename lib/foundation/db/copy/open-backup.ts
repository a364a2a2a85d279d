import { existsSync, type Stats, statSync } from 'node:fs'
import { copyFile, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, databaseFile, toDatabase } from '#lib/foundation/db/database.ts'
import { migrate } from '#lib/foundation/db/migrate.ts'
import { openSqlite, readSqlite } from '#lib/foundation/db/sqlite/connection.ts'
import { inspectSqlite, type SqliteInspection } from '#lib/foundation/db/sqlite/health.ts'
import { busyTimeoutMs } from '#lib/foundation/db/sqlite/open-sqlite-file.ts'
import type { Clock } from '#lib/kernel/clock.ts'
import { type Env, EnvError } from '#lib/kernel/env.ts'
import { Refusal } from '#lib/kernel/errors.ts'

/** The header byte that says how the file is read, and its value for a write-ahead log. */
const readVersionAt = 19
const walVersion = 2

export type CopySite = Readonly<{ env: Env; clock: Clock }>

/** A backup, read with the newest schema. The file itself doesn't change. */
export type OpenBackup = AsyncDisposable & Readonly<{ db: Database }>

/**
 * Opens a backup for reading at this instant, after verifying all of it. A file with an older schema or a journal next
 * to it is read from a private copy.
 * @throws Refusal `not_found` if the file doesn't exist; `conflict` if it isn't our backup, is damaged or too new, or
 *   is the database in use
 */
export async function openBackup(file: string, { env, clock }: CopySite): Promise<OpenBackup> {
  if (!findFile(file)) throw new Refusal('not_found', { description: 'There is no such file.', detail: file })
  if (isDatabaseInUse(file, env)) throw refused('This file is the database in use: name a backup of it.', file)
  await using resources = new AsyncDisposableStack()
  const { db, verdict } = await openNewest(file, { env, clock }, resources).catch((error: unknown) => {
    if (error instanceof EnvError) throw refused(error.message, file, error)
    throw refused('The file cannot be read.', error instanceof Error ? error.message : String(error), error)
  })
  if (verdict.is !== 'older' && verdict.is !== 'newest') throw explain(verdict, file)
  const open = resources.move()
  return { db, [Symbol.asyncDispose]: () => open.disposeAsync() }
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

async function openNewest(
  file: string,
  { env, clock }: CopySite,
  resources: AsyncDisposableStack,
): Promise<Readonly<{ db: Database; verdict: SqliteInspection }>> {
  if (!(await hasJournal(file))) {
    const db = resources.use(toDatabase(readSqlite(file, clock)))
    const verdict = await inspectSqlite(db)
    if (verdict.is !== 'older') return { db, verdict }
  }
  // In a container, this may be the only writable folder; with PostgreSQL there may be none.
  const folder = await mkdtemp(join(existsSync(env.dataDir) ? env.dataDir : tmpdir(), 'restore-'))
  resources.defer(() => rm(folder, { recursive: true, force: true }))
  const copy = join(folder, 'copy.db')
  for (const end of ['', '-wal', '-journal']) {
    if (existsSync(file + end)) await copyFile(file + end, copy + end)
  }
  const db = resources.use(toDatabase(openSqlite(copy, clock, busyTimeoutMs.command)))
  const verdict = await inspectSqlite(db)
  if (verdict.is === 'older' || verdict.is === 'newest') await migrate(db)
  return { db, verdict }
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
