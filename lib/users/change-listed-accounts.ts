import { findUnknownIds } from '#lib/accounts/find-unknown-ids.ts'
import type { Actor } from '#lib/actor.ts'
import { recordEvent } from '#lib/audit/record-event.ts'
import { Refusal } from '#lib/errors.ts'
import { parseInput } from '#lib/parse-input.ts'
import { isManager, requireManager, requireRecentConfirmation } from '#lib/permissions.ts'
import type { Services } from '#lib/services.ts'
import { addListedAccounts, countListedAmong, removeListedAccounts } from '#lib/users/listed-accounts-store.ts'
import { getManagedUser } from '#lib/users/managed-user.ts'
import { listChangesSchema } from '#lib/users/schema.ts'
import { userEvent } from '#lib/users/user-event.ts'
import { lockUser } from '#lib/users/user-locks.ts'

/** How many accounts came onto the list and left it. */
export type ListChange = Readonly<{ added: number; removed: number }>

/**
 * Adds accounts to a user's list and takes others from it. Whatever is named in neither stays as it is, so that two
 * people who work on different parts of a long list do not undo each other.
 * @throws Refusal `forbidden`; `confirmation_required`; `not_found`; `conflict` for a user who opens all accounts;
 *   `input_invalid` with `added: 'unknown'` and the unknown ids when one of them is no account
 */
export async function changeListedAccounts(
  services: Services,
  actor: Actor,
  { userId, ...input }: Readonly<{ userId: string; added: readonly string[]; removed: readonly string[] }>,
): Promise<ListChange> {
  requireManager(actor)
  requireRecentConfirmation(actor, services.clock.now())
  const parsed = parseInput(listChangesSchema, input)
  const wanted = [...new Set(parsed.added)]
  return services.db.transaction().execute(async (trx) => {
    await lockUser(trx, userId)
    const user = await getManagedUser(trx, actor, userId)
    if (isManager(user.role) || user.accountScope === 'all') throw new Refusal('conflict')
    const removed = await removeListedAccounts(trx, userId, parsed.removed)
    const added = await addListedAccounts(trx, userId, wanted)
    // A typo must not pass for less access.
    if ((await countListedAmong(trx, userId, wanted)) < wanted.length) {
      const unknown = await findUnknownIds(trx, wanted)
      throw new Refusal('input_invalid', { fields: { added: 'unknown' }, entries: { added: unknown } })
    }
    const change = { added, removed }
    if (added + removed > 0) {
      await recordEvent(trx, actor, userEvent('user.updated', user, { addedAccounts: added, removedAccounts: removed }))
    }
    return change
  })
}
