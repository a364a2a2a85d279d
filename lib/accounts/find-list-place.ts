import { findAccountBefore } from '#lib/accounts/store.ts'
import type { Actor } from '#lib/actor.ts'
import { requireManager } from '#lib/permissions.ts'
import type { Services } from '#lib/services.ts'

/**
 * The `after` of the page of all accounts that begins with this one; undefined where the first page has it.
 * @throws Refusal `forbidden`
 */
export async function findListPlace({ db }: Services, actor: Actor, accountId: string): Promise<string | undefined> {
  requireManager(actor)
  return findAccountBefore(db, accountId)
}
