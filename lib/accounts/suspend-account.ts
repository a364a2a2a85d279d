import { type Account, accountEvent } from '#lib/accounts/account.ts'
import { findAccount, setSuspended } from '#lib/accounts/store.ts'
import type { Actor } from '#lib/actor.ts'
import { recordEvent } from '#lib/audit/record-event.ts'
import { Refusal } from '#lib/errors.ts'
import { requireManager } from '#lib/permissions.ts'
import type { Services } from '#lib/services.ts'

/**
 * Closes an account to every user from the next request on: no grant is issued or redeemed for it, and its open sessions
 * are refused. A suspended account stays suspended.
 * @throws Refusal `forbidden`, or `not_found` for an unknown ID
 */
export function suspendAccount(services: Services, actor: Actor, accountId: string): Promise<Account> {
  return changeState(services, actor, accountId, true)
}

/**
 * Reopens a suspended account. Sessions that its suspension ended stay ended. An active account stays active.
 * @throws Refusal `forbidden`, or `not_found` for an unknown ID
 */
export function resumeAccount(services: Services, actor: Actor, accountId: string): Promise<Account> {
  return changeState(services, actor, accountId, false)
}

async function changeState({ db }: Services, actor: Actor, id: string, isSuspended: boolean): Promise<Account> {
  requireManager(actor)
  return db.transaction().execute(async (trx) => {
    const changed = await setSuspended(trx, id, isSuspended)
    const account = changed ?? (await findAccount(trx, id))
    if (!account) throw new Refusal('not_found')
    const kind = isSuspended ? 'account.suspended' : 'account.resumed'
    if (changed) await recordEvent(trx, actor, accountEvent(kind, account))
    return account
  })
}
