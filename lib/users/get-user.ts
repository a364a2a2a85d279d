import type { Actor } from '#lib/actor.ts'
import { Refusal } from '#lib/errors.ts'
import { requireManager } from '#lib/permissions.ts'
import type { Services } from '#lib/services.ts'
import { listListedAccounts } from '#lib/users/listed-accounts-store.ts'
import { findUserById } from '#lib/users/store.ts'
import type { User } from '#lib/users/user.ts'

export type UserWithAccounts = User & Readonly<{ accountIds: readonly string[] }>

/**
 * One user with the accounts of their list, for the form that changes them.
 * @throws Refusal `forbidden` unless the actor is a manager; `not_found`
 */
export async function getUser(services: Services, actor: Actor, userId: string): Promise<UserWithAccounts> {
  requireManager(actor)
  const user = await findUserById(services.db, userId)
  if (!user) throw new Refusal('not_found')
  return { ...user, accountIds: await listListedAccounts(services.db, userId) }
}
