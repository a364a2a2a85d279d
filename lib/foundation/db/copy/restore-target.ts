import { existsSync, readFileSync, statSync } from 'node:fs'
import { link, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Kysely } from 'kysely'
import { awaitDatabase } from '#lib/foundation/db/await-database.ts'
import { sync } from '#lib/foundation/db/copy/copy-database.ts'
import type { CopySite } from '#lib/foundation/db/copy/open-backup.ts'
import { type Database, databaseFile, openDatabase, toDatabase } from '#lib/foundation/db/database.ts'
import { compareSchema, migrate } from '#lib/foundation/db/migrate.ts'
import { readSqlite } from '#lib/foundation/db/sqlite/connection.ts'
import { inspectSqlite } from '#lib/foundation/db/sqlite/health.ts'
import { openSqliteFile } from '#lib/foundation/db/sqlite/open-sqlite-file.ts'
import type { Tables } from '#lib/foundation/db/tables.ts'
import { EnvError } from '#lib/kernel/env.ts'
import { Refusal } from '#lib/kernel/errors.ts'

/** What a restore uses instead of services, which can't be opened on a damaged or missing database. */
export type RestoreContext = CopySite & Readonly<{ onWait: () => void }>

/** The database that receives the restored rows. */
export type RestoreTarget = AsyncDisposable &
  Readonly<{
    /** With the newest schema. */
    db: Database
    /** The database in use until the restore is complete, for reading; `db` itself if that receives the rows. */
    previous: Database
    /** Whether `previous` may be incomplete. */
    isDamaged: boolean
    /** Makes `db` the database in use. @returns the path of the previous one, if it was moved aside */
    putInPlace: () => Promise<string | undefined>
  }>

/**
 * The configured database, created if missing and migrated to the newest schema. An SQLite file that is damaged or too
 * new stays in place until its replacement is complete.
 * @throws Refusal `conflict` if a server still has such a file open, or PostgreSQL has a newer schema
 * @throws EnvError if the database can't be reached
 */
export async function openRestoreTarget(site: RestoreContext): Promise<RestoreTarget> {
  const { env, clock } = site
  const file = databaseFile(env.dataDir)
  if (!env.databaseUrl && existsSync(file)) {
    const previous = openForReading(file, clock)
    const { is } = await inspectSqlite(previous)
    const isDamaged = is === 'damaged' || is === 'foreign'
    if (isDamaged || is === 'newer') return openTargetBeside(site, { previous, isDamaged })
    await previous.destroy()
  }
  return openConfigured(site)
}

/**
 * Opens the configured database after it was restored by other means.
 * @throws Refusal `conflict` if it is missing or unusable
 * @throws EnvError if the database can't be reached
 */
export async function openRestoredDatabase(site: RestoreContext): Promise<RestoreTarget> {
  const { env, clock } = site
  if (!env.databaseUrl) {
    const file = databaseFile(env.dataDir)
    if (!existsSync(file)) throw new Refusal('conflict', { description: nothingRestored, detail: file })
    await using db = openForReading(file, clock)
    const { is } = await inspectSqlite(db)
    if (is !== 'older' && is !== 'newest') throw new Refusal('conflict', { description: nothingRestored, detail: is })
  }
  return openConfigured(site, 'as it is')
}

function openForReading(file: string, clock: CopySite['clock']): Database {
  try {
    return toDatabase(readSqlite(file, clock))
  } catch (error) {
    throw new EnvError(`${file} cannot be read: check who owns it and its permissions.`, { cause: error })
  }
}

async function openConfigured({ env, clock, onWait }: RestoreContext, how?: 'as it is'): Promise<RestoreTarget> {
  await using resources = new AsyncDisposableStack()
  const db = resources.use(openDatabase(env, clock, 'command'))
  await awaitDatabase(db, onWait)
  const schema = await compareSchema(db)
  if (schema === 'newer') throw new Refusal('conflict', { description: newerSchema })
  if (schema === 'none' && how) throw new Refusal('conflict', { description: nothingRestored, detail: 'it is empty' })
  await migrate(db)
  const open = resources.move()
  const close = () => open.disposeAsync()
  return { db, previous: db, isDamaged: false, putInPlace: async () => undefined, [Symbol.asyncDispose]: close }
}

const newerSchema =
  'The database of DATABASE_URL was made by a newer version of Latchkey: set it to an empty one, and name this one with --replaced.'
const nothingRestored = 'The configured database is not one that was restored: put it back first, or name a backup.'

/** Creates a new file next to an unusable one, and replaces it once the restore is complete. */
async function openTargetBeside(
  { env, clock }: CopySite,
  former: Readonly<{ previous: Database; isDamaged: boolean }>,
): Promise<RestoreTarget> {
  const file = databaseFile(env.dataDir)
  const draft = `${file}.restoring`
  const remove = async () => {
    for (const end of ['', '-wal', '-shm']) await rm(draft + end, { force: true })
  }
  await using resources = new AsyncDisposableStack()
  resources.use(former.previous)
  refuseInUse(file)
  // A killed restore may have left its file.
  await remove()
  const db = resources.use(new Kysely<Tables>({ dialect: openSqliteFile(draft, clock, 'command') }))
  await migrate(db)
  const connections = resources.move()
  return {
    db,
    ...former,
    putInPlace: async () => {
      await connections.disposeAsync()
      return swapFiles(draft, file)
    },
    [Symbol.asyncDispose]: async () => {
      await connections.disposeAsync()
      await remove()
    },
  }
}

/** A server with the old file open would keep writing to a file that is no longer the database. */
function refuseInUse(file: string): void {
  if (!isOpenInOtherProcess(file)) return
  throw new Refusal('conflict', {
    description: 'The database cannot be used as it is, and another process has it open: stop the server first.',
  })
}

async function swapFiles(draft: string, file: string): Promise<string> {
  refuseInUse(file)
  const aside = freeName(file)
  // Links first, so that the path always exists: a server starting meanwhile would create an empty database.
  await link(file, aside)
  // SQLite would apply the old log to the new file.
  if (existsSync(`${file}-wal`)) await rename(`${file}-wal`, `${aside}-wal`)
  await rm(`${file}-shm`, { force: true })
  await rename(draft, file)
  await sync(dirname(file), 'r')
  return aside
}

function freeName(file: string): string {
  for (let number = 1; ; number++) {
    const name = `${file}.replaced-${number}`
    if (!existsSync(name)) return name
  }
}

/** Every process with the file open holds SQLite's shared lock on these bytes, far beyond the content. */
const sharedLockAt = 0x40000002

/** Whether another process has the database open. Detectable on Linux and within one container; otherwise false. */
function isOpenInOtherProcess(file: string): boolean {
  const { ino } = statSync(file)
  return listLocks().some((line) => {
    // 5: POSIX  ADVISORY  READ 1234 08:01:5678 1073741826 1073742335
    const [, , , , pid, place = '', first] = line.trim().split(/\s+/)
    return Number(pid) !== process.pid && place.endsWith(`:${ino}`) && Number(first) === sharedLockAt
  })
}

function listLocks(): string[] {
  try {
    return readFileSync('/proc/locks', 'utf8').split('\n')
  } catch {
    return []
  }
}
