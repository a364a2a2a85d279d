import { type Kysely, sql } from 'kysely'
import { engineOf } from '#lib/foundation/db/engine.ts'

/**
 * Runs statements that both engines understand, each ended by a semicolon. Text columns compare by bytes on PostgreSQL
 * too: one list order, and prefix searches can use an index.
 */
export async function runScript(db: Kysely<unknown>, script: string): Promise<void> {
  const text = engineOf(db) === 'postgres' ? script.replace(/\btext\b/g, 'text collate "C"') : script
  for (const statement of text.split(';').slice(0, -1)) await sql.raw(statement).execute(db)
}
