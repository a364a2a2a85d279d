import { sql } from 'kysely'
import type { Database } from '#lib/foundation/db/database.ts'
import { compareSchema } from '#lib/foundation/db/migrate.ts'

/** The errors that SQLite finds in its file; empty if it is intact. Reads the whole file. */
export async function findDamage(db: Database): Promise<readonly string[]> {
  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check(5)`.execute(db)
  const damage = rows.map((row) => row.integrity_check).filter((line) => line !== 'ok')
  const { rows: dangling } = await sql<{ table: string }>`pragma foreign_key_check`.execute(db)
  return [...damage, ...new Set(dangling.map((row) => `${row.table} refers to a row that is gone`))]
}

/** Whether commits survive a power loss: a write-ahead log that is flushed at every commit. */
export async function isDurable(db: Database): Promise<boolean> {
  const { rows: journal } = await sql<{ journal_mode: string }>`pragma journal_mode`.execute(db)
  const { rows: flushes } = await sql<{ synchronous: number }>`pragma synchronous`.execute(db)
  return journal[0]?.journal_mode === 'wal' && flushes[0]?.synchronous === 2
}

/** How a file's schema relates to this version. `empty`: no tables. `foreign`: not a database, or not ours. */
export type SqliteInspection =
  | Readonly<{ is: 'empty' | 'foreign' | 'older' | 'newest' | 'newer' }>
  | Readonly<{ is: 'damaged'; detail: string }>

/** Reads the whole file and changes nothing. */
export async function inspectSqlite(db: Database): Promise<SqliteInspection> {
  try {
    const { rows } = await sql`select 1 from sqlite_master limit 1`.execute(db)
    if (rows.length === 0) return { is: 'empty' }
    const schema = await compareSchema(db)
    if (schema === 'none') return { is: 'foreign' }
    const damage = await findDamage(db)
    return damage.length > 0 ? { is: 'damaged', detail: damage.join('; ') } : { is: schema }
  } catch (error) {
    if (isSqliteError(error, 'NOTADB')) return { is: 'foreign' }
    if (isSqliteError(error, 'CORRUPT')) return { is: 'damaged', detail: error.message }
    throw error
  }
}

/** Whether SQLite returned this code or an extended form of it. */
export function isSqliteError(error: unknown, code = ''): error is Error {
  return error instanceof Error && 'code' in error && String(error.code).startsWith(`SQLITE_${code}`)
}
