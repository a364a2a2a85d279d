import type { Actor } from '#lib/actor.ts'
import { recordEvent } from '#lib/audit/record-event.ts'
import { Refusal } from '#lib/errors.ts'
import { requireManager, requireRecentConfirmation } from '#lib/permissions.ts'
import type { Services } from '#lib/services.ts'
import { endAccess } from '#lib/user-lifecycle/end-access.ts'
import { getManagedUser } from '#lib/users/get-user.ts'
import { setReactivated } from '#lib/users/store.ts'
import type { User } from '#lib/users/user.ts'
import { userEvent } from '#lib/users/user.ts'
import { lockUser } from '#lib/users/user-locks.ts'

/**
 * Reactivates a user. Sessions, links and refresh tokens that ended stay ended.
 * @throws Refusal `forbidden`; `confirmation_required`; `not_found`; `conflict` for an active user
 */
export async function reactivateUser(services: Services, actor: Actor, userId: string): Promise<User> {
  requireManager(actor)
  requireRecentConfirmation(actor, services.clock.now())
  return services.db.transaction().execute(async (trx) => {
    await lockUser(trx, userId)
    await getManagedUser(trx, actor, userId)
    const user = await setReactivated(trx, userId)
    if (!user) throw new Refusal('conflict')
    // On PostgreSQL, a transaction from before the deactivation may have committed a session or token after it.
    await endAccess(trx, userId)
    await recordEvent(trx, actor, userEvent('user.reactivated', user))
    return user
  })
}
