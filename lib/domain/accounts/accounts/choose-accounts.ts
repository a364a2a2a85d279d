import type { Account } from '#lib/domain/accounts/accounts/account.ts'
import { listManaged } from '#lib/domain/accounts/accounts/managed-list-store.ts'
import { isAccountId } from '#lib/domain/accounts/accounts/schema.ts'
import { splitSearchWords } from '#lib/domain/accounts/accounts/search-text.ts'
import { findAccounts } from '#lib/domain/accounts/accounts/store.ts'
import type { Actor } from '#lib/foundation/authorization/actor.ts'
import { requireManager } from '#lib/foundation/authorization/permissions.ts'
import type { Services } from '#lib/foundation/services.ts'

const maxSuggested = 8
/** The rest of a longer list is ignored. */
const maxNamed = 50

/** The closest accounts that contain every word, suspended ones too, to choose from. @throws Refusal `forbidden` */
export async function suggestAccounts({ db }: Services, actor: Actor, query: string): Promise<readonly Account[]> {
  requireManager(actor)
  const words = splitSearchWords(query)
  return words.length === 0 ? [] : listManaged(db, {}, { words, limit: maxSuggested })
}

/** The accounts that exist among typed IDs. @throws Refusal `forbidden` */
export async function findChosenAccounts(
  { db }: Services,
  actor: Actor,
  ids: readonly string[],
): Promise<readonly Account[]> {
  requireManager(actor)
  const asked = ids.filter(isAccountId).slice(0, maxNamed)
  return asked.length === 0 ? [] : [...(await findAccounts(db, asked)).values()]
}
