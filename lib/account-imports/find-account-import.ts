import type { AccountImport } from '#lib/account-imports/account-import.ts'
import { findImport } from '#lib/account-imports/store.ts'
import type { PortalUser } from '#lib/actor.ts'
import { requireManager } from '#lib/permissions.ts'
import type { Services } from '#lib/services.ts'

/**
 * One's own import and how far it is; undefined when there is none, it is somebody else's or past its time.
 * @throws Refusal `forbidden`
 */
export async function findAccountImport(
  { db }: Services,
  person: PortalUser,
  id: string,
): Promise<AccountImport | undefined> {
  requireManager(person)
  return findImport(db, person.userId, id)
}
