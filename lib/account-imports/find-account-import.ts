import type { AccountImport } from '#lib/account-imports/account-import.ts'
import { findImport } from '#lib/account-imports/store.ts'
import type { PortalUser } from '#lib/actor.ts'
import { requireManager } from '#lib/permissions.ts'
import type { Services } from '#lib/services.ts'

/**
 * The user's own import and its progress; undefined for an unknown or expired import, or another user's.
 * @throws Refusal `forbidden`
 */
export async function findAccountImport(
  { db }: Services,
  user: PortalUser,
  id: string,
): Promise<AccountImport | undefined> {
  requireManager(user)
  return findImport(db, user.userId, id)
}
