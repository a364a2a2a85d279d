import type { AccountImport } from '#lib/account-imports/account-import.ts'
import { findImport } from '#lib/account-imports/store.ts'
import { Refusal } from '#lib/errors.ts'
import type { Services } from '#lib/services.ts'
import type { Person } from '#lib/users/actor.ts'
import { requireManager } from '#lib/users/roles.ts'

/**
 * One's own import and how far it is.
 * @throws Refusal `forbidden`, or `not_found` when there is none, it is somebody else's or past its time
 */
export async function getAccountImport(services: Services, person: Person, id: string): Promise<AccountImport> {
  requireManager(person)
  const found = await findImport(services.db, person.userId, id)
  if (!found) throw new Refusal('not_found')
  return found
}
