import { existsSync } from 'node:fs'
import type { Clock } from '#lib/clock.ts'
import { awaitDatabase } from '#lib/db/await-database.ts'
import { toDatabase } from '#lib/db/copy/sqlite-draft.ts'
import { openTargetBeside } from '#lib/db/copy/sqlite-restore-target.ts'
import { type Database, databaseFile, openDatabase } from '#lib/db/database.ts'
import { compareSchema, migrate } from '#lib/db/migrate.ts'
import { readSqlite } from '#lib/db/sqlite/connection.ts'
import { inspectSqlite } from '#lib/db/sqlite/health.ts'
import { type Env, EnvError } from '#lib/env.ts'
import { Refusal } from '#lib/errors.ts'

/** What a restore uses instead of services, which can't be opened on a damaged or missing database. */
export type RestoreContext = Readonly<{
  env: Env
  clock: Clock
  /** Called once if PostgreSQL does not answer at the first attempt. */
  onWait: () => void
}>

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
    if (isDamaged || is === 'newer') return openTargetBeside(file, clock, { previous, isDamaged })
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

function openForReading(file: string, clock: Clock): Database {
  try {
    return toDatabase(readSqlite(file, clock))
  } catch (error) {
    throw new EnvError(`${file} cannot be read: check who owns it and its permissions.`, { cause: error })
  }
}

async function openConfigured({ env, clock, onWait }: RestoreContext, how?: 'as it is'): Promise<RestoreTarget> {
  const db = openDatabase(env, clock, 'command')
  try {
    await awaitDatabase(db, onWait)
    const schema = await compareSchema(db)
    if (schema === 'newer') throw new Refusal('conflict', { description: newerSchema })
    if (schema === 'none' && how) throw new Refusal('conflict', { description: nothingRestored, detail: 'it is empty' })
    await migrate(db)
    return {
      db,
      previous: db,
      isDamaged: false,
      putInPlace: async () => undefined,
      [Symbol.asyncDispose]: () => db.destroy(),
    }
  } catch (error) {
    await db.destroy()
    throw error
  }
}

const newerSchema =
  'The database of DATABASE_URL was made by a newer version of Latchkey: set it to an empty one, and name this one with --replaced.'
const nothingRestored = 'The configured database is not one that was restored: put it back first, or name a backup.'
