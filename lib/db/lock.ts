import { sql } from 'kysely'
import type { Db } from '#lib/db/database.ts'

/**
 * Of the transactions that name the same lock, one goes on from here at a time, on all instances, until it ends. For
 * what one statement cannot decide. The embedded database has one writer in any case.
 */
export async function takeLock(trx: Db, name: string): Promise<void> {
  // A statement of its own: the next one then sees what the former holder has committed.
  await trx.selectNoFrom(sql`latchkey_lock(${name})`.as('taken')).execute()
}
