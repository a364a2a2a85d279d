import { sql } from 'kysely'
import type { Database } from '#lib/db/database.ts'
import { engineOf } from '#lib/db/engine.ts'

/**
 * Closes the database of a server that ends. The embedded one first moves its write-ahead log into the file, also where
 * another process has that open: a copy of the file alone is then whole.
 */
export async function closeDatabase(db: Database): Promise<void> {
  try {
    if (engineOf(db) === 'sqlite') await sql`pragma wal_checkpoint(truncate)`.execute(db)
  } finally {
    await db.destroy()
  }
}
