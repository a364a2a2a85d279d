import { existsSync } from 'node:fs'
import { sql } from 'kysely'
import { awaitDatabase } from '#lib/foundation/db/await-database.ts'
import { type CopySite, isDatabaseInUse } from '#lib/foundation/db/copy/open-backup.ts'
import { type Database, openDatabase, toDatabase } from '#lib/foundation/db/database.ts'
import { engineOf } from '#lib/foundation/db/engine.ts'
import { compareSchema } from '#lib/foundation/db/migrate.ts'
import { readSqlite } from '#lib/foundation/db/sqlite/connection.ts'
import { inspectSqlite } from '#lib/foundation/db/sqlite/health.ts'
import { EnvError } from '#lib/kernel/env.ts'
import { Refusal } from '#lib/kernel/errors.ts'

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
  site: CopySite,
): Promise<OpenPreviousDatabase> {
  await using resources = new AsyncDisposableStack()
  const isServer = /^postgres(ql)?:/.test(address)
  const db = resources.use(isServer ? openServer(address, site) : openFile(address, site))
  const state = isServer ? await inspectServer(db, target) : (await inspectSqlite(db)).is
  if (state === 'none' || state === 'empty' || state === 'foreign') throw refused('it holds no database of Latchkey')
  const open = resources.move()
  return { db, isDamaged: state === 'damaged', [Symbol.asyncDispose]: () => open.disposeAsync() }
}

function openServer(databaseUrl: string, { env, clock }: CopySite): Database {
  return openDatabase({ ...env, databaseUrl }, clock, 'command')
}

function openFile(path: string, { env, clock }: CopySite): Database {
  if (!existsSync(path)) throw refused(`there is no file ${path}`)
  if (isDatabaseInUse(path, env)) throw refused('it is the one to restore')
  return toDatabase(readSqlite(path, clock))
}

async function inspectServer(db: Database, target: Database): ReturnType<typeof compareSchema> {
  await awaitDatabase(db, () => undefined, 0).catch((error: unknown) => {
    // The error names the variable; it applies to the option as well.
    throw error instanceof EnvError ? refused(error.message.replaceAll('DATABASE_URL', 'it'), error) : error
  })
  const isTarget = engineOf(target) === 'postgres' && (await identify(db)) === (await identify(target))
  if (isTarget) throw refused('it is the one to restore')
  return compareSchema(db)
}

/** The same for every connection to one PostgreSQL database, however its URL is spelled. */
async function identify(db: Database): Promise<string | undefined> {
  // No two servers start in the same microsecond with the same database name and OID.
  const { rows } = await sql<{ identity: string }>`
    select concat_ws(' ', pg_postmaster_start_time(), oid, datname) as identity
    from pg_database where datname = current_database()`.execute(db)
  return rows[0]?.identity
}

function refused(detail: string, cause?: unknown): Refusal {
  return new Refusal('conflict', { description: 'The database named by --replaced cannot be used.', detail, cause })
}
