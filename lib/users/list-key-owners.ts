import type { Actor } from '#lib/actor.ts'
import { mayManageRole, requireManager } from '#lib/permissions.ts'
import { roles } from '#lib/roles.ts'
import type { Services } from '#lib/services.ts'
import { listActiveUsers } from '#lib/users/list-store.ts'
import type { KeyOwner } from '#lib/users/user.ts'

/** The most users that the form lists. The CLI accepts any owner. */
const maxOffered = 1_000

/**
 * The users who may own a new API key: first the actor, then the active users they manage, service users first.
 * @throws Refusal `forbidden` unless the actor is a manager
 */
export async function listKeyOwners(services: Services, actor: Actor): Promise<readonly KeyOwner[]> {
  requireManager(actor)
  const managed = roles.filter((role) => actor.kind !== 'person' || mayManageRole(actor.role, role))
  const ownId = actor.kind === 'person' ? actor.userId : ''
  const users = await listActiveUsers(services.db, { roles: managed, firstId: ownId, limit: maxOffered })
  return users.map(({ id, username, name, role }) => ({ id, username, name, role }))
}
