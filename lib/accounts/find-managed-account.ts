import type { Account } from '#lib/accounts/account.ts'
import { findAccount } from '#lib/accounts/store.ts'
import type { Actor } from '#lib/actor.ts'
import { requireManager } from '#lib/permissions.ts'
import type { Services } from '#lib/services.ts'

/**
 * An account, active or suspended; undefined for an unknown ID.
 * @throws Refusal `forbidden`
 */
export async function findManagedAccount({ db }: Services, actor: Actor, id: string): Promise<Account | undefined> {
  requireManager(actor)
  return findAccount(db, id)
}
