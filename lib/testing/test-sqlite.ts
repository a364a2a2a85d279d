import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely } from 'kysely'
import { inject } from 'vitest'
import { tableNames } from '#lib/foundation/db/copy/stored-tables.ts'
import { type Database, databaseFile } from '#lib/foundation/db/database.ts'
import { openSqlite, type SqliteConnection } from '#lib/foundation/db/sqlite/connection.ts'
import { createSqliteDialect } from '#lib/foundation/db/sqlite/dialect.ts'
import { busyTimeoutMs } from '#lib/foundation/db/sqlite/open-sqlite-file.ts'
import type { Tables } from '#lib/foundation/db/tables.ts'
import type { Clock } from '#lib/kernel/clock.ts'

/**
 * A data folder with an empty database, and connections that outlive single tests: opening them takes as long as a
 * test.
 */
type TestFolder = {
  readonly path: string
  readonly writer: SqliteConnection
  readonly reader: SqliteConnection
  /** What no test may change if another one is to use the folder. */
  readonly form: string
  /** That of the current test. */
  readonly clock: { now: Clock['now'] }
  db: Database | undefined
  /** Whether the connections outlive `db`. */
  keepsOpen: boolean
}

const free: TestFolder[] = []
const taken = new Map<string, TestFolder>()

/** A database of more pages costs more to empty than to make anew. */
const maxPages = 1_000

/** The names of the tables that hold a row. */
const filledTables = tableNames
  .filter((name) => name !== 'counters')
  .map((name) => `select '${name}' as name where exists (select 1 from ${name})`)
  .join(' union all ')

/** The path of a data folder with an empty database of the newest schema. */
export function takeTestFolder(): string {
  const folder = free.pop() ?? makeFolder()
  taken.set(folder.path, folder)
  return folder.path
}

/** Opens the database of a folder that was just taken, as a server does. `undefined` for every other folder. */
export function openTestFolder(path: string, clock: Clock): Database | undefined {
  const folder = taken.get(path)
  if (!folder || folder.db) return undefined
  folder.clock.now = () => clock.now()
  const close = () => {
    if (folder.keepsOpen) return
    // A test closed the database, because what it does next needs the file.
    taken.delete(path)
    closeBoth(folder)
  }
  const parts = { writer: { ...folder.writer, close }, reader: { ...folder.reader, close } }
  folder.db = new Kysely<Tables>({ dialect: createSqliteDialect(parts) })
  return folder.db
}

/** Whether a test has the folder. */
export function isTaken(path: string): boolean {
  return taken.has(path)
}

/**
 * Closes the database that {@link openTestFolder} opened, and empties its folder for the next test or deletes it.
 * @returns whether it did: another database may be in the folder, too
 */
export async function releaseTestFolder(path: string, db: Database): Promise<boolean> {
  const folder = taken.get(path)
  if (folder?.db !== db) return false
  folder.keepsOpen = true
  await db.destroy()
  taken.delete(path)
  if (folder.form === formOf(folder) && empty(folder)) {
    free.push(Object.assign(folder, { keepsOpen: false, db: undefined }))
  } else {
    closeBoth(folder)
    rmSync(path, { recursive: true, force: true })
  }
  return true
}

function makeFolder(): TestFolder {
  const path = mkdtempSync(join(inject('dataFolders'), 'data-'))
  const file = databaseFile(path)
  copyFileSync(inject('migratedSqliteFile'), file)
  const clock = { now: () => 0 }
  const writer = openSqlite(file, clock, busyTimeoutMs.server)
  const reader = openSqlite(file, clock, busyTimeoutMs.server)
  return { path, writer, reader, form: formOf({ path, writer }), clock, db: undefined, keepsOpen: false }
}

function closeBoth({ writer, reader }: TestFolder): void {
  writer.close()
  reader.close()
}

/**
 * The file itself, its schema, whether others have written, and the locks of this process: a process that a test
 * started may go on for a while, and one that finds no lock deletes the write-ahead log when it ends.
 */
function formOf({ path, writer: { handle } }: Pick<TestFolder, 'path' | 'writer'>): string {
  const inode = statSync(databaseFile(path), { throwIfNoEntry: false })?.ino
  const [steps] = handle.prepare('select count(*) from kysely_migration').raw().get() as number[]
  const versions = ['schema_version', 'data_version'].map((name) => handle.pragma(name, { simple: true }))
  return [inode, steps, ...versions, ...['', '-shm'].map((end) => isLocked(databaseFile(path) + end))].join()
}

/** Whether this process has a lock on the file. Reading the file lets go of it, as POSIX says. Detectable on Linux. */
function isLocked(file: string): boolean {
  const inode = statSync(file, { throwIfNoEntry: false })?.ino
  return (
    existsSync(locks) &&
    readFileSync(locks, 'utf8')
      .split('\n')
      .some((line) => {
        // 5: POSIX  ADVISORY  READ 1234 08:01:5678 1073741826 1073742335
        const [, , , , pid, place = ''] = line.trim().split(/\s+/)
        return Number(pid) === process.pid && place.endsWith(`:${inode}`)
      })
  )
}

const locks = '/proc/locks'

/** @returns whether it could be emptied */
function empty({ path, writer, reader }: TestFolder): boolean {
  if (writer.handle.inTransaction || reader.handle.inTransaction) return false
  if (Number(writer.handle.pragma('page_count', { simple: true })) > maxPages) return false
  for (const name of readdirSync(path)) {
    if (!name.startsWith('latchkey.db')) rmSync(join(path, name), { recursive: true })
  }
  for (const { handle } of [writer, reader]) handle.pragma('query_only = off')
  writer.run('begin immediate', [])
  // Switching `foreign_keys` would have every kept statement prepared again.
  writer.handle.pragma('defer_foreign_keys = on')
  for (const { name } of writer.run(filledTables, []).rows as { name: string }[]) writer.run(`delete from ${name}`, [])
  writer.run('update counters set value = 0', [])
  writer.run('commit', [])
  return true
}
