import type { Account } from '#lib/accounts/account.ts'
import { accountEvent } from '#lib/accounts/account-event.ts'
import { findAccount, resume } from '#lib/accounts/store.ts'
import type { Actor } from '#lib/actor.ts'
import { recordEvent } from '#lib/audit/record-event.ts'
import { Refusal } from '#lib/errors.ts'
import { requireManager } from '#lib/permissions.ts'
import type { Services } from '#lib/services.ts'

/**
 * Lets a suspended account be opened again. Sessions that its suspension ended stay ended. Doing it twice is once.
 * @throws Refusal `forbidden`, or `not_found` for an unknown id
 */
export async function resumeAccount(services: Services, actor: Actor, accountId: string): Promise<Account> {
  requireManager(actor)
  return services.db.transaction().execute(async (trx) => {
    const resumed = await resume(trx, accountId)
    const account = resumed ?? (await findAccount(trx, accountId))
    if (!account) throw new Refusal('not_found')
    if (resumed) await recordEvent(trx, actor, accountEvent('account.resumed', account))
    return account
  })
}
