import type { Account, NewAccount } from '#lib/accounts/account.ts'
import { accountEvent } from '#lib/accounts/account-event.ts'
import { insertAccount } from '#lib/accounts/store.ts'
import type { Actor } from '#lib/actor.ts'
import { recordEvent } from '#lib/audit/record-event.ts'
import { Refusal } from '#lib/errors.ts'
import { requireManager } from '#lib/permissions.ts'
import type { Services } from '#lib/services.ts'

/**
 * Adds an account. The id is the platform's own and never changes.
 * @param input as `accountSchema` gives it
 * @throws Refusal `forbidden`, or `input_invalid` when the id is taken
 */
export async function createAccount(services: Services, actor: Actor, input: NewAccount): Promise<Account> {
  requireManager(actor)
  return services.db.transaction().execute(async (trx) => {
    const account = await insertAccount(trx, input)
    if (!account) throw new Refusal('input_invalid', { fields: { id: 'taken' } })
    await recordEvent(trx, actor, accountEvent('account.created', account))
    return account
  })
}
