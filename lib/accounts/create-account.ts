import { type Account, accountEvent, type NewAccount } from '#lib/accounts/account.ts'
import { insertAccount } from '#lib/accounts/store.ts'
import type { Actor } from '#lib/actor.ts'
import { recordEvent } from '#lib/audit/record-event.ts'
import { Refusal } from '#lib/errors.ts'
import { requireManager } from '#lib/permissions.ts'
import type { Services } from '#lib/services.ts'

/**
 * Adds an account. Its ID comes from the platform and never changes.
 * @param input validated by `accountSchema`
 * @throws Refusal `forbidden`, or `input_invalid` if the ID is taken
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
