import type { Transaction } from 'kysely'
import type { Tables } from '#lib/db/tables.ts'
import { voidPasswordLinks } from '#lib/password-links/void-password-links.ts'
import { endAllSessions } from '#lib/portal-sessions/end-all-sessions.ts'
import { revokeFamiliesOfOwner } from '#lib/refresh-tokens/revoke-families-of-owner.ts'

/** Ends for good whatever is open in a user's name: the portal, accounts, links, refresh tokens. */
export async function endAccess(trx: Transaction<Tables>, userId: string): Promise<void> {
  await endAllSessions(trx, userId)
  await voidPasswordLinks(trx, userId)
  await revokeFamiliesOfOwner(trx, userId)
}
