import { sql } from 'kysely'
import type { Database } from '#lib/db/database.ts'

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
