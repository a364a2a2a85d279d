import { existsSync } from 'node:fs'
import { awaitDatabase } from '#lib/foundation/db/await-database.ts'
import { databaseFile, openDatabase } from '#lib/foundation/db/database.ts'
import { compareSchema } from '#lib/foundation/db/migrate.ts'
import type { Clock } from '#lib/kernel/clock.ts'
import { type Env, EnvError } from '#lib/kernel/env.ts'

/**
 * Whether the configured place has a database of Latchkey. Creates nothing.
 * @throws EnvError if it can't be reached or read
 */
export async function hasDatabase(env: Env, clock: Clock, onWait: () => void): Promise<boolean> {
  if (!env.databaseUrl && !existsSync(databaseFile(env.dataDir))) return false
  await using db = openDatabase(env, clock, 'command')
  await awaitDatabase(db, onWait)
  return (await compareSchema(db)) !== 'none'
}

/** @throws EnvError if there is no database: with other variables than the server's, a command would create its own */
export async function requireDatabase(env: Env, clock: Clock, onWait: () => void): Promise<void> {
  if (await hasDatabase(env, clock, onWait)) return
  throw new EnvError(
    `There is no database of Latchkey in ${placeOf(env)}. Give the command the server's variables, such as ${env.databaseUrl ? 'DATABASE_URL' : 'DATA_DIR'}, or create a database with "latchkey migrate".`,
  )
}

/** Where the configured database is, without the password of its URL. */
export function placeOf({ databaseUrl, dataDir }: Pick<Env, 'databaseUrl' | 'dataDir'>): string {
  if (databaseUrl === undefined) return dataDir
  const { host, pathname } = new URL(databaseUrl)
  return `${host}${pathname}`
}
