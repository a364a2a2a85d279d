import { existsSync } from 'node:fs'
import { sql } from 'kysely'
import type { Clock } from '#lib/clock.ts'
import { awaitDatabase } from '#lib/db/await-database.ts'
import { isDatabaseInUse } from '#lib/db/copy/open-backup.ts'
import { toDatabase } from '#lib/db/copy/sqlite-draft.ts'
import { type Database, openDatabase } from '#lib/db/database.ts'
import { engineOf } from '#lib/db/engine.ts'
import { compareSchema } from '#lib/db/migrate.ts'
import { readSqlite } from '#lib/db/sqlite/connection.ts'
import { inspectSqlite } from '#lib/db/sqlite/health.ts'
import { type Env, EnvError } from '#lib/env.ts'
import { Refusal } from '#lib/errors.ts'

/** The database that is being replaced, open for reading. */
export type OpenPreviousDatabase = AsyncDisposable & Readonly<{ db: Database; isDamaged: boolean }>

/**
 * Opens the database at a PostgreSQL URL or file path.
 * @param target the database to restore into, which can't also be the previous one
 * @throws Refusal `not_found` or `conflict` if it isn't our database, can't be read, or is the target
 */
export async function openPreviousDatabase(
  address: string,
  target: Database,
  site: Readonly<{ env: Env; clock: Clock }>,
): Promise<OpenPreviousDatabase> {
  if (!/^postgres(ql)?:/.test(address)) return openFile(address, site)
  const db = openDatabase({ ...site.env, databaseUrl: address }, site.clock, 'command')
  try {
    await awaitDatabase(db, () => undefined, 0)
    if ((await compareSchema(db)) === 'none') throw refused('it holds no database of Latchkey')
    if (await isSameDatabase(db, target)) throw refused('it is the one to restore')
    return { db, isDamaged: false, [Symbol.asyncDispose]: () => db.destroy() }
  } catch (error) {
    await db.destroy()
    throw toRefusal(error)
  }
}

async function openFile(
  path: string,
  { env, clock }: Readonly<{ env: Env; clock: Clock }>,
): Promise<OpenPreviousDatabase> {
  if (!existsSync(path)) throw refused(`there is no file ${path}`)
  if (isDatabaseInUse(path, env)) throw refused('it is the one to restore')
  const db = toDatabase(readSqlite(path, clock))
  const { is } = await inspectSqlite(db)
  if (is !== 'empty' && is !== 'foreign') {
    return { db, isDamaged: is === 'damaged', [Symbol.asyncDispose]: () => db.destroy() }
  }
  await db.destroy()
  throw refused('it holds no database of Latchkey')
}

function toRefusal(error: unknown): unknown {
  if (!(error instanceof EnvError)) return error
  // The error names the variable; it applies to the option as well.
  return refused(error.message.replaceAll('DATABASE_URL', 'it'), error)
}

function refused(detail: string, cause?: unknown): Refusal {
  return new Refusal('conflict', { description: 'The database named by --replaced cannot be used.', detail, cause })
}

/** Whether two connections reach the same PostgreSQL database, however their URLs are spelled. */
async function isSameDatabase(one: Database, other: Database): Promise<boolean> {
  if (engineOf(one) === 'sqlite' || engineOf(other) === 'sqlite') return false
  return (await identify(one)) === (await identify(other))
}

async function identify(db: Database): Promise<string | undefined> {
  // No two servers start in the same microsecond with the same database name and OID.
  const { rows } = await sql<{ identity: string }>`
    select concat_ws(' ', pg_postmaster_start_time(), oid, datname) as identity
    from pg_database where datname = current_database()`.execute(db)
  return rows[0]?.identity
}
