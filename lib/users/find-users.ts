import type { Actor } from '#lib/actor.ts'
import type { Db } from '#lib/db/database.ts'
import { Refusal } from '#lib/errors.ts'
import { mayManageRole, requireManager, requireManagerOf } from '#lib/permissions.ts'
import { roles } from '#lib/roles.ts'
import type { Services } from '#lib/services.ts'
import { listAccountAccessIds } from '#lib/users/account-access-store.ts'
import { countUsers, listActiveUsers, listUserRows } from '#lib/users/list-store.ts'
import { findUserById, findUserByName } from '#lib/users/store.ts'
import type { KeyOwner, User, UserSummary } from '#lib/users/user.ts'

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

const usersPerPage = 50

export type UserPage = Readonly<{
  users: readonly UserSummary[]
  /** How many users the search finds on all pages. */
  total: number
  /** From 1 to {@link UserPage.pages}. A request beyond them gets the last page. */
  page: number
  pages: number
}>

/**
 * A page of users by name. A search finds users whose name, username and email address contain every word.
 * @throws Refusal `forbidden` unless the actor is a manager
 */
export async function listUsers(
  services: Services,
  actor: Actor,
  {
    search = '',
    page = 1,
    perPage = usersPerPage,
  }: Readonly<{ search?: string; page?: number; perPage?: number }> = {},
): Promise<UserPage> {
  requireManager(actor)
  const total = await countUsers(services.db, search)
  const pages = Math.max(1, Math.ceil(total / perPage))
  const shown = Math.min(Math.max(1, Math.trunc(page) || 1), pages)
  const users = await listUserRows(services.db, { search, offset: (shown - 1) * perPage, limit: perPage })
  return { users, total, page: shown, pages }
}

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
