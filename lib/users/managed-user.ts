import type { Actor } from '#lib/actor.ts'
import type { Db } from '#lib/db/database.ts'
import { Refusal } from '#lib/errors.ts'
import { requireManagerOf } from '#lib/permissions.ts'
import { findUserById } from '#lib/users/store.ts'
import type { User } from '#lib/users/user.ts'

/**
 * The user that somebody wants to change.
 * @throws Refusal `not_found`; `forbidden` unless the actor may manage users of this one's role
 */
export async function getManagedUser(db: Db, actor: Actor, id: string): Promise<User> {
  const user = await findUserById(db, id)
  if (!user) throw new Refusal('not_found')
  requireManagerOf(actor, user.role)
  return user
}
