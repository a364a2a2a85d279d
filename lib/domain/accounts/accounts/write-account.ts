import type { Account, WantedAccount } from '#lib/domain/accounts/accounts/account.ts'
import { addAccount, changeAccount } from '#lib/domain/accounts/accounts/change-account.ts'
import { lockAccount } from '#lib/domain/accounts/accounts/store.ts'
import type { Actor } from '#lib/foundation/authorization/actor.ts'
import { requireManager, requireRecentConfirmation } from '#lib/foundation/authorization/permissions.ts'
import type { DbTransaction } from '#lib/foundation/db/database.ts'
import type { Services } from '#lib/foundation/services.ts'
import { Refusal } from '#lib/kernel/errors.ts'

/**
 * Throws unless the account may be changed as it is now; undefined if there is none. Called while its row is locked.
 */
export type AccountPrecondition = (current: Account | undefined) => void

/**
 * Creates or replaces an account, validated by `parseWantedAccount`. A state that isn't given stays as it is.
 * @throws Refusal `forbidden`, `confirmation_required` before a suspension, and what the precondition throws
 */
export async function putAccount(
  services: Services,
  actor: Actor,
  { wanted, precondition }: Readonly<{ wanted: WantedAccount; precondition: AccountPrecondition }>,
): Promise<Readonly<{ account: Account; isNew: boolean }>> {
  requireManager(actor, 'accounts:write')
  requireConfirmed(services, actor, wanted)
  return services.db.transaction().execute(async (trx) => {
    const before = await lockAccount(trx, wanted.id)
    precondition(before)
    const added = before ? undefined : await addAccount(trx, actor, wanted)
    if (added) return { account: added, isNew: true }
    const current = before ?? (await lockConcurrent(trx, wanted.id, precondition))
    return { account: await changeAccount(trx, actor, { before: current, wanted }), isNew: false }
  })
}

/** The account that a concurrent request created after this one had found none. */
async function lockConcurrent(trx: DbTransaction, id: string, precondition: AccountPrecondition): Promise<Account> {
  const current = await lockAccount(trx, id)
  if (!current) throw new Refusal('not_found')
  precondition(current)
  return current
}

/**
 * Changes an account from its current fields and state.
 * @param change returns the wanted account, validated by `parseWantedAccount`
 * @throws Refusal `not_found`, what `change` throws, and as {@link putAccount}
 */
export async function patchAccount(
  services: Services,
  actor: Actor,
  {
    id,
    change,
    precondition,
  }: Readonly<{
    id: string
    change: (current: Account) => WantedAccount
    precondition: AccountPrecondition
  }>,
): Promise<Account> {
  requireManager(actor, 'accounts:write')
  return services.db.transaction().execute(async (trx) => {
    const before = await lockAccount(trx, id)
    precondition(before)
    if (!before) throw new Refusal('not_found')
    const wanted = change(before)
    requireConfirmed(services, actor, wanted)
    return changeAccount(trx, actor, { before, wanted })
  })
}

function requireConfirmed({ clock }: Services, actor: Actor, { suspended }: WantedAccount): void {
  if (suspended) requireRecentConfirmation(actor, clock.now())
}
