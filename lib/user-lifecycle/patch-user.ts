import type { Actor } from '#lib/actor.ts'
import type { DbTransaction } from '#lib/db/database.ts'
import { requireManager, requireRecentConfirmation } from '#lib/permissions.ts'
import type { Services } from '#lib/services.ts'
import { changeManaged, deactivateManaged, prepareChanges, reactivateManaged } from '#lib/user-lifecycle/change-user.ts'
import { listAccountAccessIds } from '#lib/users/account-access-store.ts'
import { getManagedUser, type UserWithAccounts } from '#lib/users/find-users.ts'
import type { UserChangesInput } from '#lib/users/schema.ts'
import { lockOwners, lockUser } from '#lib/users/store.ts'
import type { User } from '#lib/users/user.ts'

type UserPatch = Readonly<{
  id: string
  /** What is wanted; without `fields`, name, role and access stay as they are. */
  change: (current: UserWithAccounts) => Readonly<{ fields?: UserChangesInput | undefined; active: boolean }>
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
    const current = await withAccounts(trx, await getManagedUser(trx, actor, id, 'users:write'))
    precondition(current)
    const { fields, active } = change(current)
    const user = fields
      ? await changeManaged(trx, actor, current, prepareChanges(actor, fields, 'users:write'))
      : current
    if (active === (current.deactivatedAt === null)) return withAccounts(trx, user)
    return withAccounts(trx, await (active ? reactivateManaged : deactivateManaged)(services, trx, actor, user))
  })
}

async function withAccounts(trx: DbTransaction, user: User): Promise<UserWithAccounts> {
  return { ...user, accountIds: await listAccountAccessIds(trx, user.id) }
}
