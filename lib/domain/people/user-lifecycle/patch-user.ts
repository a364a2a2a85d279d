import {
  changeManaged,
  deactivateManaged,
  prepareChanges,
  reactivateManaged,
} from '#lib/domain/people/user-lifecycle/change-user.ts'
import { getManagedUser, type UserWithAccounts, withAccounts } from '#lib/domain/people/users/find-users.ts'
import { replaceGivenGroups } from '#lib/domain/people/users/group-access.ts'
import { lockOwners, lockUser } from '#lib/domain/people/users/store.ts'
import type { WantedUser } from '#lib/domain/people/users/user-resource.ts'
import type { Actor } from '#lib/foundation/authorization/actor.ts'
import { requireManager, requireRecentConfirmation } from '#lib/foundation/authorization/permissions.ts'
import type { Services } from '#lib/foundation/services.ts'

type UserPatch = Readonly<{
  id: string
  change: (current: UserWithAccounts) => WantedUser
  /** Throws unless the user may be changed as they are now. Called while their lock is held. */
  precondition: (current: UserWithAccounts) => void
}>

/**
 * Changes a user from their current name, role, access and state, in one transaction.
 * @throws Refusal as `updateUser`, `deactivateUser` and `reactivateUser`, and what `change` and the precondition throw
 */
export async function patchUser(
  services: Services,
  actor: Actor,
  { id, change, precondition }: UserPatch,
): Promise<UserWithAccounts> {
  requireManager(actor, 'users:write')
  requireRecentConfirmation(actor, services.clock.now())
  return services.db.transaction().execute(async (trx) => {
    await lockOwners(trx)
    await lockUser(trx, id)
    const current = await withAccounts(trx, await getManagedUser(trx, actor, { id, scope: 'users:write' }))
    precondition(current)
    const { fields, accountGroupIds, active } = change(current)
    const user = fields
      ? await changeManaged(trx, actor, { former: current, prepared: prepareChanges(actor, fields, 'users:write') })
      : current
    if (accountGroupIds) await replaceGivenGroups(trx, actor, { user, groupIds: accountGroupIds })
    if (active === (current.deactivatedAt === null)) return withAccounts(trx, user)
    const setActive = active ? reactivateManaged : deactivateManaged
    return withAccounts(trx, await setActive({ services, trx, actor }, user))
  })
}
