import { insertRows } from '#lib/foundation/db/copy/rows.ts'
import type { Db } from '#lib/foundation/db/database.ts'

/**
 * Gives these users the passkeys and authenticator apps that they have in another database, with their counters, so
 * that no code works twice.
 */
export async function copyFactors(from: Db, to: Db, userIds: readonly string[]): Promise<void> {
  for (const table of ['passkeys', 'authenticator_apps'] as const) {
    await to.deleteFrom(table).where('user_id', 'in', userIds).execute()
    await insertRows(to, table, await from.selectFrom(table).selectAll().where('user_id', 'in', userIds).execute())
  }
}
