import type { Account } from '#lib/accounts/account.ts'
import { findAccount } from '#lib/accounts/store.ts'
import type { Actor } from '#lib/actor.ts'
import { requireManager } from '#lib/permissions.ts'
import type { Services } from '#lib/services.ts'

/**
 * One account, active or suspended, as managers see it; undefined for an unknown id.
 * @throws Refusal `forbidden`
 */
export async function findManagedAccount(
  services: Services,
  actor: Actor,
  accountId: string,
): Promise<Account | undefined> {
  requireManager(actor)
  return findAccount(services.db, accountId)
}
