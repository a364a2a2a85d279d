import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
} from 'node:fs'
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
  /** Of its connections. */
  readonly lockingDescriptors: readonly string[]
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

/** The names of the tables that hold a row, in an order in which they can be emptied. */
const filledTables = tableNames
  .toReversed()
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
  const parts = { path, writer, reader, lockingDescriptors: findLocks(file) }
  return { ...parts, form: formOf(parts), clock, db: undefined, keepsOpen: false }
}

function closeBoth({ writer, reader }: TestFolder): void {
  writer.close()
  reader.close()
}

/**
 * The file itself, its schema, whether others have written, and the locks of this process: a process that a test
 * started may go on for a while, and one that finds no lock deletes the write-ahead log when it ends.
 */
function formOf({ path, writer, lockingDescriptors }: Omit<TestFolder, 'form' | 'clock' | 'db' | 'keepsOpen'>): string {
  const inode = statSync(databaseFile(path), { throwIfNoEntry: false })?.ino
  const [steps] = writer.run('select count(*) as steps from kysely_migration', []).rows
  const versions = ['schema_version', 'data_version'].map((name) => readPragma(writer, name))
  return JSON.stringify([inode, steps, ...versions, lockingDescriptors.map(isLocking)])
}

/** The descriptors that hold a lock of this process on the database, where Linux tells of it. */
function findLocks(file: string): string[] {
  const descriptors = existsSync('/proc/self/fd') ? readdirSync('/proc/self/fd') : []
  return descriptors.filter((each) => pathOf(each).startsWith(file)).filter(isLocking)
}

function pathOf(descriptor: string): string {
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`)
  } catch {
    // The one that listed them is closed.
    return ''
  }
}

/** Reading the file by another descriptor lets go of the lock, as POSIX says. */
function isLocking(descriptor: string): boolean {
  return readFileSync(`/proc/self/fdinfo/${descriptor}`, 'utf8').includes('lock:')
}

/** By a kept statement, unlike `handle.pragma`. */
function readPragma({ run }: SqliteConnection, name: string): unknown {
  return Object.values(Object(run(`pragma ${name}`, []).rows[0]))[0]
}

/** @returns whether it could be emptied */
function empty({ path, writer, reader }: TestFolder): boolean {
  if (writer.handle.inTransaction || reader.handle.inTransaction) return false
  if (Number(readPragma(writer, 'page_count')) > maxPages) return false
  for (const name of readdirSync(path)) {
    if (!name.startsWith('latchkey.db')) rmSync(join(path, name), { recursive: true })
  }
  for (const connection of [writer, reader]) {
    // Switching it would have every kept statement prepared again.
    if (readPragma(connection, 'query_only')) connection.handle.pragma('query_only = off')
  }
  writer.run('begin immediate', [])
  for (const { name } of writer.run(filledTables, []).rows as { name: string }[]) writer.run(`delete from ${name}`, [])
  writer.run('update counters set value = 0', [])
  writer.run('commit', [])
  return true
}
