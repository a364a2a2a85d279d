import type { Transaction } from 'kysely'
import type { Tables } from '#lib/db/tables.ts'
import { deleteUsableLinks } from '#lib/password-links/store.ts'
import { endAllSessions } from '#lib/portal-sessions/end-user-sessions.ts'
import { revokeFamiliesOfOwner } from '#lib/refresh-tokens/store.ts'

/** Permanently ends a user's portal sessions, account sessions, password links and refresh tokens. */
export async function endAccess(trx: Transaction<Tables>, userId: string): Promise<void> {
  await endAllSessions(trx, userId)
  await deleteUsableLinks(trx, 'set_password', userId)
  await revokeFamiliesOfOwner(trx, userId, 'owner_deactivated')
}
