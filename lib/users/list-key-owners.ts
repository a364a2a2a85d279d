import type { Actor } from '#lib/actor.ts'
import { mayManageRole, requireManager } from '#lib/permissions.ts'
import { roles } from '#lib/roles.ts'
import type { Services } from '#lib/services.ts'
import { listActiveUsers } from '#lib/users/list-store.ts'
import type { KeyOwner } from '#lib/users/user.ts'

/** A form offers no more; beyond it the command line names any owner. */
const mostOffered = 1_000

/**
 * Whom a new API key may belong to: first oneself, then the active users one manages, service users before people.
 * @throws Refusal `forbidden` unless the actor is a manager
 */
export async function listKeyOwners(services: Services, actor: Actor): Promise<readonly KeyOwner[]> {
  requireManager(actor)
  const managed = roles.filter((role) => actor.kind !== 'person' || mayManageRole(actor.role, role))
  const ownId = actor.kind === 'person' ? actor.userId : ''
  const users = await listActiveUsers(services.db, { roles: managed, firstId: ownId, limit: mostOffered })
  return users.map(({ id, username, name, role }) => ({ id, username, name, role }))
}
