import type { Actor } from '#lib/actor.ts'
import { recordEvent } from '#lib/audit/record-event.ts'
import { Refusal } from '#lib/errors.ts'
import { requireManager, requireRecentConfirmation } from '#lib/permissions.ts'
import type { Services } from '#lib/services.ts'
import { endAccess } from '#lib/user-lifecycle/end-access.ts'
import { getManagedUser } from '#lib/users/get-user.ts'
import { setDeactivated } from '#lib/users/store.ts'
import type { User } from '#lib/users/user.ts'
import { userEvent } from '#lib/users/user.ts'
import { lockOwners, lockUser } from '#lib/users/user-locks.ts'

/**
 * Deactivates a user: sessions end, and keys and tokens are refused from the next request, because every check reads the
 * user's row. Sessions, links and refresh tokens end permanently; reactivation doesn't restore them.
 * @throws Refusal `forbidden`; `confirmation_required`; `not_found`; `last_owner`; `conflict` when not active
 */
export async function deactivateUser(services: Services, actor: Actor, userId: string): Promise<User> {
  requireManager(actor)
  requireRecentConfirmation(actor, services.clock.now())
  return services.db.transaction().execute(async (trx) => {
    await lockOwners(trx)
    await lockUser(trx, userId)
    const former = await getManagedUser(trx, actor, userId)
    if (former.deactivatedAt !== null) throw new Refusal('conflict')
    const user = await setDeactivated(trx, userId)
    if (!user) throw new Refusal('last_owner')
    await endAccess(trx, userId)
    await recordEvent(trx, actor, userEvent('user.deactivated', user))
    return user
  })
}
