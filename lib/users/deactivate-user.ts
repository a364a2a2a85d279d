import { endSessionsOfUser } from '#lib/account-sessions/end-sessions-of-user.ts'
import { recordEvent } from '#lib/audit/record-event.ts'
import { Refusal } from '#lib/errors.ts'
import { voidPasswordLinks } from '#lib/password-links/void-password-links.ts'
import { endUserSessions } from '#lib/portal-sessions/end-user-sessions.ts'
import { revokeFamiliesOfOwner } from '#lib/refresh-tokens/revoke-families-of-owner.ts'
import type { Services } from '#lib/services.ts'
import type { Actor } from '#lib/users/actor.ts'
import { getManagedUser } from '#lib/users/managed-user.ts'
import { requireManager, requireRecentConfirmation } from '#lib/users/roles.ts'
import { setDeactivated } from '#lib/users/store.ts'
import type { User } from '#lib/users/user.ts'
import { userEvent } from '#lib/users/user-event.ts'

/**
 * Takes effect at once, since every check reads the user's row: signed out everywhere, keys and tokens refused.
 * What was open ends for good, so that nothing of it comes back with the user.
 * @throws Refusal `forbidden`; `confirmation_required`; `not_found`; `last_owner`; `conflict` when not active
 */
export async function deactivateUser(services: Services, actor: Actor, userId: string): Promise<User> {
  requireManager(actor)
  requireRecentConfirmation(actor, services.clock.now())
  return services.db.transaction().execute(async (trx) => {
    const former = await getManagedUser(trx, actor, userId)
    if (former.deactivatedAt !== null) throw new Refusal('conflict')
    const user = await setDeactivated(trx, userId)
    if (!user) throw new Refusal('last_owner')
    // Before the sign-out, which would end some of them as if the person had left.
    await endSessionsOfUser(trx, userId)
    await endUserSessions(trx, userId)
    await voidPasswordLinks(trx, userId)
    await revokeFamiliesOfOwner(trx, userId)
    await recordEvent(trx, actor, userEvent('user.deactivated', user))
    return user
  })
}
