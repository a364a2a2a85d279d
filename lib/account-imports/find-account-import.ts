import type { AccountImport } from '#lib/account-imports/account-import.ts'
import { findImport } from '#lib/account-imports/store.ts'
import type { Services } from '#lib/services.ts'
import type { Person } from '#lib/users/actor.ts'
import { requireManager } from '#lib/users/roles.ts'

/**
 * One's own import and how far it is; undefined when there is none, it is somebody else's or past its time.
 * @throws Refusal `forbidden`
 */
export async function findAccountImport(
  { db }: Services,
  person: Person,
  id: string,
): Promise<AccountImport | undefined> {
  requireManager(person)
  return findImport(db, person.userId, id)
}
