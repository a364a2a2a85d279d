import { existsSync } from 'node:fs'
import type { Clock } from '#lib/clock.ts'
import { awaitDatabase } from '#lib/db/await-database.ts'
import { toDatabase } from '#lib/db/copy/sqlite-draft.ts'
import { openTargetBeside } from '#lib/db/copy/sqlite-restore-target.ts'
import { type Database, databaseFile, openDatabase } from '#lib/db/database.ts'
import { compareSchema, migrate } from '#lib/db/migrate.ts'
import { readSqlite } from '#lib/db/sqlite/connection.ts'
import { inspectSqlite } from '#lib/db/sqlite/inspect-sqlite.ts'
import { type Env, EnvError } from '#lib/env.ts'
import { Refusal } from '#lib/errors.ts'

/** Services cannot be opened on a database that is damaged or missing: a restore has this instead. */
export type RestoreContext = Readonly<{
  env: Env
  clock: Clock
  /** Told where the database does not answer yet and is waited for. */
  onWait: () => void
}>

/** Where a restore puts its rows. */
export type RestoreTarget = AsyncDisposable &
  Readonly<{
    /** Of the newest schema. */
    db: Database
    /** What stands there until the restore is complete, for reading; `db` itself where that is what gets the rows. */
    replaced: Database
    /** Whether what can be read of `replaced` may lack something. */
    isDamaged: boolean
    /** Makes it the database in use. @returns where the former one lies, if it was moved aside */
    settle: () => Promise<string | undefined>
  }>

/**
 * The configured database, brought to the newest schema and made where it is missing. An embedded one that cannot be
 * used, because it is damaged or was made by a newer version, stays where it is until a new one is complete.
 * @throws Refusal `conflict` where a server still has such a file open, or PostgreSQL holds a newer schema
 * @throws EnvError when the database cannot be reached
 */
export async function openRestoreTarget(site: RestoreContext): Promise<RestoreTarget> {
  const { env, clock } = site
  const file = databaseFile(env.dataDir)
  if (!env.databaseUrl && existsSync(file)) {
    const replaced = openToLook(file, clock)
    const { is } = await inspectSqlite(replaced)
    const isDamaged = is === 'damaged' || is === 'foreign'
    if (isDamaged || is === 'newer') return openTargetBeside(file, clock, { replaced, isDamaged })
    await replaced.destroy()
  }
  return openPlaceWithin(site)
}

/**
 * The configured database as it is, which somebody has put back by other means.
 * @throws Refusal `conflict` where there is none, or it cannot be used
 * @throws EnvError when the database cannot be reached
 */
export async function openRestoredDatabase(site: RestoreContext): Promise<RestoreTarget> {
  const { env, clock } = site
  if (!env.databaseUrl) {
    const file = databaseFile(env.dataDir)
    if (!existsSync(file)) throw new Refusal('conflict', { description: nothingRestored, detail: file })
    await using db = openToLook(file, clock)
    const { is } = await inspectSqlite(db)
    if (is !== 'older' && is !== 'newest') throw new Refusal('conflict', { description: nothingRestored, detail: is })
  }
  return openPlaceWithin(site, 'as it is')
}

function openToLook(file: string, clock: Clock): Database {
  try {
    return toDatabase(readSqlite(file, clock))
  } catch (error) {
    throw new EnvError(`${file} cannot be read: check who owns it and its permissions.`, { cause: error })
  }
}

async function openPlaceWithin({ env, clock, onWait }: RestoreContext, how?: 'as it is'): Promise<RestoreTarget> {
  const db = openDatabase(env, clock, 'command')
  try {
    await awaitDatabase(db, onWait)
    const schema = await compareSchema(db)
    if (schema === 'newer') throw new Refusal('conflict', { description: newerSchema })
    if (schema === 'none' && how) throw new Refusal('conflict', { description: nothingRestored, detail: 'it is empty' })
    await migrate(db)
    return {
      db,
      replaced: db,
      isDamaged: false,
      settle: async () => undefined,
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
