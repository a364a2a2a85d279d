import { findUnknownIds } from '#lib/accounts/store.ts'
import type { Actor } from '#lib/actor.ts'
import { recordEvent } from '#lib/audit/record-event.ts'
import { Refusal } from '#lib/errors.ts'
import { parseInput } from '#lib/parse-input.ts'
import { isManager, requireManager, requireRecentConfirmation } from '#lib/permissions.ts'
import type { Services } from '#lib/services.ts'
import { grantAccountAccess, revokeAccountAccess } from '#lib/users/account-access-store.ts'
import { getManagedUser } from '#lib/users/get-user.ts'
import { accountAccessChangesSchema } from '#lib/users/schema.ts'
import { userEvent } from '#lib/users/user.ts'
import { lockUser } from '#lib/users/user-locks.ts'

/** How many accounts were added to the list and removed from it. */
export type AccountAccessChange = Readonly<{ added: number; removed: number }>

/**
 * Adds accounts to a user's list and removes others. All other accounts keep their state, so two managers who edit
 * different parts of a long list don't overwrite each other.
 * @throws Refusal `forbidden`; `confirmation_required`; `not_found`; `conflict` for a user who opens all accounts;
 *   `input_invalid` with `added: 'unknown'` and the unknown IDs
 */
export async function changeAccountAccess(
  services: Services,
  actor: Actor,
  { userId, ...input }: Readonly<{ userId: string; added: readonly string[]; removed: readonly string[] }>,
): Promise<AccountAccessChange> {
  requireManager(actor)
  requireRecentConfirmation(actor, services.clock.now())
  const parsed = parseInput(accountAccessChangesSchema, input)
  return services.db.transaction().execute(async (trx) => {
    await lockUser(trx, userId)
    const user = await getManagedUser(trx, actor, userId)
    if (isManager(user.role) || user.accountScope === 'all') throw new Refusal('conflict')
    // A typo must not silently narrow access.
    const unknown = await findUnknownIds(trx, parsed.added)
    if (unknown.length > 0) {
      throw new Refusal('input_invalid', { fields: { added: 'unknown' }, entries: { added: [...new Set(unknown)] } })
    }
    const removed = await revokeAccountAccess(trx, userId, parsed.removed)
    const added = await grantAccountAccess(trx, userId, parsed.added)
    if (added + removed > 0) {
      await recordEvent(trx, actor, userEvent('user.updated', user, { addedAccounts: added, removedAccounts: removed }))
    }
    return { added, removed }
  })
}
