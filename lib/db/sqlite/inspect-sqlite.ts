import { sql } from 'kysely'
import type { Database } from '#lib/db/database.ts'
import { compareSchema } from '#lib/db/migrate.ts'
import { findDamage } from '#lib/db/sqlite/health.ts'

/**
 * How a file relates to this version: its schema's age, or why it has none. `empty`: no tables. `foreign`: not a
 * database, or not ours.
 */
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
