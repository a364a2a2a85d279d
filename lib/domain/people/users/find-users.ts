import { listAccountAccessIds } from '#lib/domain/people/users/account-access-store.ts'
import { listGroupIdsOf } from '#lib/domain/people/users/group-access-store.ts'
import {
  countUsers,
  listActiveUsers,
  listUserRows,
  listUsersAfter,
  listUsersToAttend,
} from '#lib/domain/people/users/list-store.ts'
import { findUnprovenNames } from '#lib/domain/people/users/proven-names-store.ts'
import { findUserById, findUserByName } from '#lib/domain/people/users/store.ts'
import {
  type KeyOwner,
  opensAllAccounts,
  requireProvenName,
  type User,
  type UserSummary,
} from '#lib/domain/people/users/user.ts'
import type { UserFilter } from '#lib/domain/people/users/user-filter.ts'
import type { Actor } from '#lib/foundation/authorization/actor.ts'
import type { ManagementScope } from '#lib/foundation/authorization/management-scopes.ts'
import { managedOwners, requireManager, requireManagerOf } from '#lib/foundation/authorization/permissions.ts'
import { isPortalRole, type Role } from '#lib/foundation/authorization/roles.ts'
import type { Db } from '#lib/foundation/db/database.ts'
import type { Services } from '#lib/foundation/services.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import { findPage, type NumberedPage } from '#lib/kernel/page-number.ts'

/** A user, the accounts on their list, and their account groups, which a manager or a mapping gave. */
export type UserWithAccounts = User & Readonly<{ accountIds: readonly string[]; accountGroupIds: readonly string[] }>

/** A user with what they may open. @throws Refusal `forbidden`, `not_found` */
export async function getUser({ db }: Services, actor: Actor, userId: string): Promise<UserWithAccounts> {
  requireManager(actor, 'users:read')
  const user = await findUserById(db, userId)
  if (!user) throw new Refusal('not_found')
  return withAccounts(db, user)
}

/** Adds what the user may open. */
export async function withAccounts(db: Db, user: User): Promise<UserWithAccounts> {
  const accountIds = await listAccountAccessIds(db, user.id)
  return { ...user, accountIds, accountGroupIds: (await listGroupIdsOf(db, user.id)).toSorted() }
}

/**
 * A user by email address or username.
 * @throws Refusal `forbidden`, `not_found`, and as {@link requireProvenName}
 */
export async function getUserByName({ db }: Services, actor: Actor, emailOrUsername: string): Promise<User> {
  requireManager(actor)
  const user = await findUserByName(db, emailOrUsername)
  if (!user) throw new Refusal('not_found', { description: 'No user has this email address or username.' })
  requireProvenName(user, emailOrUsername, await findUnprovenNames(db, user.id))
  return user
}

/** The user of an open session. @throws Refusal `server_error` if the user doesn't exist */
export async function getSessionUser({ db }: Services, { userId }: Readonly<{ userId: string }>): Promise<User> {
  const user = await findUserById(db, userId)
  if (!user) throw new Refusal('server_error', { detail: 'a session without its user' })
  return user
}

/**
 * The user whom the actor changes in this transaction.
 * @param scope as in `requireManager`
 * @throws Refusal `not_found`, or `forbidden` for this role
 */
export async function getManagedUser(
  db: Db,
  actor: Actor,
  { id, scope }: Readonly<{ id: string; scope?: ManagementScope | undefined }>,
): Promise<User> {
  const user = await findUserById(db, id)
  if (!user) throw new Refusal('not_found')
  requireManagerOf(actor, user.role, scope)
  return user
}

const usersPerPage = 50

export type UserPage = NumberedPage & Readonly<{ users: readonly UserSummary[] }>

/** The users who pass the filter and whose names and email address contain every word. @throws Refusal `forbidden` */
export async function listUsers(
  services: Services,
  actor: Actor,
  {
    search = '',
    page = 1,
    perPage = usersPerPage,
    filter = {},
  }: Readonly<{ search?: string; page?: number; perPage?: number; filter?: UserFilter | undefined }> = {},
): Promise<UserPage> {
  requireManager(actor)
  const { place, rows } = findPage(page, await countUsers(services.db, search, filter), perPage)
  return { ...place, users: await listUserRows(services.db, { search, filter, ...rows }) }
}

export type FirstUsers = Readonly<{ users: readonly UserSummary[]; total: number; attention: number }>

/**
 * The users to look at first: active people who never signed in or have no second factor, then those who signed in
 * last. With the number of all users and of those who need attention. @throws Refusal `forbidden`
 */
export async function findUsersToAttend({ db }: Services, actor: Actor, limit: number): Promise<FirstUsers> {
  requireManager(actor)
  const [first, total] = await Promise.all([listUsersToAttend(db, limit), countUsers(db, '')])
  return { ...first, total }
}

type UserListRequest = Readonly<{ after: string; limit: number; search?: string | undefined; filter: UserFilter }>

/** The next users by ID who pass the filter, and whether there are more. @throws Refusal `forbidden` */
export async function listUsersById(
  { db }: Services,
  actor: Actor,
  { after, limit, search = '', filter }: UserListRequest,
): Promise<Readonly<{ users: readonly UserSummary[]; more: boolean }>> {
  requireManager(actor, 'users:read')
  const found = await listUsersAfter(db, { search, filter, after, limit: limit + 1 })
  return { users: found.slice(0, limit), more: found.length > limit }
}

/** The most users that the form lists. The CLI accepts any owner. */
const maxOffered = 1_000

/**
 * `opens`: how many active accounts; more than `maxCountedOpens` are one more, and Infinity is every account.
 * `chosenAt`: when a key of theirs was generated last, or when they were added.
 */
export type PossibleOwner = KeyOwner & Readonly<{ opens: number; chosenAt: number }>

/** Possible owners of a new key: active service users, then the actor and others. @throws Refusal `forbidden` */
export async function listKeyOwners(services: Services, actor: Actor): Promise<readonly PossibleOwner[]> {
  requireManager(actor)
  const { roles, ownId } = managedOwners(actor)
  const users = await listActiveUsers(services.db, { roles, firstId: ownId, limit: maxOffered })
  const owners = users.map((user) => ({
    id: user.id,
    username: user.username,
    name: user.name,
    role: user.role,
    opens: opensAllAccounts(user) ? Number.POSITIVE_INFINITY : Number(user.opens),
    chosenAt: Math.max(user.createdAt, Number(user.lastKeyAt ?? 0)),
  }))
  return [...owners.filter(({ role }) => !isPortalRole(role)), ...owners.filter(({ role }) => isPortalRole(role))]
}

/**
 * Whom the form proposes as a key's owner: a key of a service user survives when people leave, and the one who was
 * added, or got a key, last is most likely the program that the key is for. Without one of this role, the actor.
 */
export function proposeOwner(owners: readonly PossibleOwner[], actorId: string, role: Role): string {
  const chosen = owners.filter((owner) => owner.role === role).toSorted((one, other) => other.chosenAt - one.chosenAt)
  return chosen[0]?.id ?? actorId
}
