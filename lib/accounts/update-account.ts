import { type Account, accountEvent, changedFields, type NewAccount } from '#lib/accounts/account.ts'
import { findAccount, updateFields } from '#lib/accounts/store.ts'
import type { Actor } from '#lib/actor.ts'
import { recordEvent } from '#lib/audit/record-event.ts'
import { Refusal } from '#lib/errors.ts'
import { requireManager } from '#lib/permissions.ts'
import type { Services } from '#lib/services.ts'

/**
 * Changes an account's name, locale and landing path. An update that changes nothing leaves no audit event.
 * @param input validated by `accountSchema`; its ID names the account
 * @throws Refusal `forbidden`, or `not_found` for an unknown ID
 */
export async function updateAccount(services: Services, actor: Actor, input: NewAccount): Promise<Account> {
  requireManager(actor)
  return services.db.transaction().execute(async (trx) => {
    const before = await findAccount(trx, input.id)
    const account = before && (await updateFields(trx, input.id, input))
    if (!account) throw new Refusal('not_found')
    const changed = changedFields(before, account)
    if (changed.length > 0) {
      const details = { changed: changed.join(', '), formerName: before.name }
      await recordEvent(trx, actor, accountEvent('account.updated', account, details))
    }
    return account
  })
}
