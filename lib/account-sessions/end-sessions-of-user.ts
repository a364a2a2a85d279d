import { endSessionsOfUser as endSessions } from '#lib/account-sessions/store.ts'
import type { Db } from '#lib/db/database.ts'

/**
 * Ends every account session of a user who is being deactivated, however and wherever it was opened, inside that
 * transaction: reactivating the user must not bring one back.
 */
export async function endSessionsOfUser(db: Db, userId: string): Promise<void> {
  await endSessions(db, userId, 'user_deactivated')
}
