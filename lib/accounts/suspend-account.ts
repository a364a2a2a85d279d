import type { Account } from '#lib/accounts/account.ts'
import { accountEvent } from '#lib/accounts/account-event.ts'
import { findAccount, suspend } from '#lib/accounts/store.ts'
import type { Actor } from '#lib/actor.ts'
import { recordEvent } from '#lib/audit/record-event.ts'
import { Refusal } from '#lib/errors.ts'
import { requireManager } from '#lib/permissions.ts'
import type { Services } from '#lib/services.ts'

/**
 * Closes an account to everybody from the next request on: it is neither granted nor redeemed, and its open sessions
 * are refused. Doing it twice is once.
 * @throws Refusal `forbidden`, or `not_found` for an unknown id
 */
export async function suspendAccount(services: Services, actor: Actor, accountId: string): Promise<Account> {
  requireManager(actor)
  return services.db.transaction().execute(async (trx) => {
    const suspended = await suspend(trx, accountId)
    const account = suspended ?? (await findAccount(trx, accountId))
    if (!account) throw new Refusal('not_found')
    if (suspended) await recordEvent(trx, actor, accountEvent('account.suspended', account))
    return account
  })
}
