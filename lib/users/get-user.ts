import type { Actor } from '#lib/actor.ts'
import type { Db } from '#lib/db/database.ts'
import { Refusal } from '#lib/errors.ts'
import { requireManager, requireManagerOf } from '#lib/permissions.ts'
import type { Services } from '#lib/services.ts'
import { listAccountAccessIds } from '#lib/users/account-access-store.ts'
import { findUserById, findUserByName } from '#lib/users/store.ts'
import type { User } from '#lib/users/user.ts'

export type UserWithAccounts = User & Readonly<{ accountIds: readonly string[] }>

/**
 * A user and the accounts on their list, for the form that changes them.
 * @throws Refusal `forbidden` unless the actor is a manager; `not_found`
 */
export async function getUser({ db }: Services, actor: Actor, userId: string): Promise<UserWithAccounts> {
  requireManager(actor)
  const user = await findUserById(db, userId)
  if (!user) throw new Refusal('not_found')
  return { ...user, accountIds: await listAccountAccessIds(db, userId) }
}

/**
 * A user by email address or username.
 * @throws Refusal `forbidden` unless the actor is a manager; `not_found`
 */
export async function getUserByName({ db }: Services, actor: Actor, emailOrUsername: string): Promise<User> {
  requireManager(actor)
  const user = await findUserByName(db, emailOrUsername)
  if (!user) throw new Refusal('not_found', { description: 'No user has this email address or username.' })
  return user
}

/**
 * The user whose open session this is.
 * @throws Refusal `server_error` if the session's user doesn't exist
 */
export async function getSessionUser({ db }: Services, { userId }: Readonly<{ userId: string }>): Promise<User> {
  const user = await findUserById(db, userId)
  if (!user) throw new Refusal('server_error', { detail: 'a session without its user' })
  return user
}

/**
 * The user that an actor is about to change, inside the transaction of the change.
 * @throws Refusal `not_found`; `forbidden` unless the actor may manage users of this role
 */
export async function getManagedUser(db: Db, actor: Actor, id: string): Promise<User> {
  const user = await findUserById(db, id)
  if (!user) throw new Refusal('not_found')
  requireManagerOf(actor, user.role)
  return user
}
