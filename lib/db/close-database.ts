import { sql } from 'kysely'
import type { Database } from '#lib/db/database.ts'
import { engineOf } from '#lib/db/engine.ts'

/**
 * Closes the database when the server stops. SQLite's write-ahead log is first moved into the file, even while another
 * process has it open, so that a copy of the file alone is complete.
 */
export async function closeDatabase(db: Database): Promise<void> {
  try {
    if (engineOf(db) === 'sqlite') await sql`pragma wal_checkpoint(truncate)`.execute(db)
  } finally {
    await db.destroy()
  }
}
