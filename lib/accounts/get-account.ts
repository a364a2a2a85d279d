import type { Account } from '#lib/accounts/account.ts'
import { findAccount } from '#lib/accounts/store.ts'
import { Refusal } from '#lib/errors.ts'
import type { Services } from '#lib/services.ts'
import type { Actor } from '#lib/users/actor.ts'
import { requireManager } from '#lib/users/roles.ts'

/**
 * One account, as managers see it.
 * @throws Refusal `forbidden`, or `not_found` for an unknown id
 */
export async function getAccount(services: Services, actor: Actor, accountId: string): Promise<Account> {
  requireManager(actor)
  const account = await findAccount(services.db, accountId)
  if (!account) throw new Refusal('not_found')
  return account
}
