import { findUnknownIds } from '#lib/domain/accounts/accounts/store.ts'
import { requireKnown } from '#lib/domain/keys/api-keys/generate-api-key.ts'
import type { PasswordLink } from '#lib/domain/people/password-links/password-link.ts'
import { prepareLinkToken, replaceSetPasswordLink } from '#lib/domain/people/password-links/set-password-link.ts'
import { deleteUsableLinks } from '#lib/domain/people/password-links/store.ts'
import {
  type AccountAccess,
  clearAccountAccess,
  normalizeAccountAccess,
  setAccountAccess,
} from '#lib/domain/people/users/account-access.ts'
import { addUser, type CreateUserInput, checkNewUser } from '#lib/domain/people/users/create-user.ts'
import { deriveUsername, deriveUsernameOfProgram } from '#lib/domain/people/users/derive-username.ts'
import { userFields } from '#lib/domain/people/users/fields.ts'
import { getManagedUser } from '#lib/domain/people/users/find-users.ts'
import type { UserText } from '#lib/domain/people/users/limits.ts'
import { type UserChangesInput, userChangesSchema } from '#lib/domain/people/users/schema.ts'
import { lockOwners, lockUser, setDeactivated, setReactivated, updateUserRow } from '#lib/domain/people/users/store.ts'
import { type User, userEvent } from '#lib/domain/people/users/user.ts'
import { endAllSessions } from '#lib/domain/sign-in/portal-sessions/end-sessions.ts'
import { revokeFamiliesOfOwner } from '#lib/domain/tokens/refresh-tokens/store.ts'
import { recordEvent } from '#lib/foundation/audit/store.ts'
import type { Actor } from '#lib/foundation/authorization/actor.ts'
import type { ManagementScope } from '#lib/foundation/authorization/management-scopes.ts'
import {
  requireGiverOf,
  requireManager,
  requireManagerOf,
  requireRecentConfirmation,
} from '#lib/foundation/authorization/permissions.ts'
import { isPortalRole, type Role } from '#lib/foundation/authorization/roles.ts'
import type { Db, DbTransaction } from '#lib/foundation/db/database.ts'
import type { Services } from '#lib/foundation/services.ts'
import type { UnitOfWork } from '#lib/foundation/unit-of-work.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import { parseInput } from '#lib/kernel/parse-input.ts'

/**
 * A new user, and the link with which they set their password. Service users and users with a password need no link.
 */
export type InvitedUser = Readonly<{ user: User; link: PasswordLink | undefined }>

/**
 * Creates a user together with their set-password link, in one transaction. An empty username is derived: a person's
 * from the email address, a program's from its name.
 * @throws Refusal as `createUser` does, with the unknown accounts
 */
export async function inviteUser(services: Services, actor: Actor, input: CreateUserInput): Promise<InvitedUser> {
  requireManager(actor, 'users:write')
  const added = await checkNewUser(services, actor, { ...input, username: await nameUser(services.db, input) })
  requireKnown('accountIds', await findUnknownIds(services.db, normalizeAccountAccess(added).accountIds))
  const token = await prepareLinkToken(services)
  return services.db.transaction().execute(async (trx) => {
    const user = await addUser(trx, actor, added)
    const needsLink = isPortalRole(user.role) && user.passwordSetAt === null
    return { user, link: needsLink ? await replaceSetPasswordLink(services, trx, { actor, user, token }) : undefined }
  })
}

async function nameUser(db: Db, { username, email, name }: CreateUserInput): Promise<string> {
  if (username.trim() !== '') return username
  return email ? deriveUsername(db, email) : deriveUsernameOfProgram(db, name)
}

/**
 * Changes a user's name, texts, role and account access, from their next request. A new role voids their password
 * links. Without `accountIds` the list stays unchanged; `changeAccountAccess` changes parts of it. Access to all
 * accounts clears the list and the account groups.
 * @throws Refusal `forbidden`; `confirmation_required`; `not_found`; `input_invalid`; `last_owner`
 */
export async function updateUser(
  services: Services,
  actor: Actor,
  { userId, ...input }: UserChangesInput & Readonly<{ userId: string }>,
): Promise<User> {
  requireManager(actor)
  const wanted = prepareChanges(actor, input)
  requireRecentConfirmation(actor, services.clock.now())
  return services.db.transaction().execute(async (trx) => {
    await lockOwners(trx)
    await lockUser(trx, userId)
    return changeManaged(trx, actor, { former: await getManagedUser(trx, actor, { id: userId }), prepared: wanted })
  })
}

type PreparedChanges = Readonly<{
  described: Readonly<{ name: string } & Record<UserText, string>>
  access: AccountAccess
  changesList: boolean
}>

/** Checks the input and whether the actor may give this role. @throws Refusal `input_invalid`, `forbidden` */
export function prepareChanges(actor: Actor, input: UserChangesInput, scope?: ManagementScope): PreparedChanges {
  const { role, accountScope, accountIds, ...described } = parseInput(userChangesSchema, input)
  const access = normalizeAccountAccess({ role, accountScope, accountIds: accountIds ?? [] })
  requireManagerOf(actor, access.role, scope)
  return { described, access, changesList: accountIds !== undefined || access.accountScope === 'all' }
}

/**
 * Changes a user whom the caller may manage, and whose lock and the owners' lock the caller holds.
 * @throws Refusal `input_invalid`; `last_owner`
 */
export async function changeManaged(
  trx: DbTransaction,
  actor: Actor,
  { former, prepared: { described, access, changesList } }: Readonly<{ former: User; prepared: PreparedChanges }>,
): Promise<User> {
  requireSameKind(former.role, access.role)
  if (former.role !== access.role) requireGiverOf(actor, access.role, 'users:write')
  const user = await updateUserRow(trx, former, { ...described, ...access })
  if (!user) throw new Refusal('last_owner')
  // The creator of a link for the former role may not manage the new one.
  if (former.role !== user.role) await deleteUsableLinks(trx, user.id)
  if (access.accountScope === 'all') await clearAccountAccess(trx, user.id)
  else if (changesList) await setAccountAccess(trx, user.id, access.accountIds)
  const details = {
    role: user.role,
    accountScope: user.accountScope,
    ...(changesList && { listedAccounts: access.accountIds.length }),
    ...(former.role !== user.role && { formerRole: former.role }),
    ...(former.name !== user.name && { formerName: former.name }),
    ...userFields.toDetails(former, user),
  }
  await recordEvent(trx, actor, userEvent('user.updated', user, details))
  return user
}

/** A portal user cannot become a service user, which has no password and no sessions, or vice versa. */
function requireSameKind(former: Role, role: Role): void {
  if (isPortalRole(former) !== isPortalRole(role)) {
    throw new Refusal('input_invalid', { fields: { role: 'not_allowed' } })
  }
}

/**
 * Deactivates a user: sessions end, and keys and tokens are refused from the next request, because every check reads
 * the user's row. Sessions, links and refresh tokens end permanently; reactivation doesn't restore them.
 * @throws Refusal `forbidden`; `confirmation_required`; `not_found`; `last_owner`; `conflict` when not active
 */
export async function deactivateUser(services: Services, actor: Actor, userId: string): Promise<User> {
  requireManager(actor)
  requireRecentConfirmation(actor, services.clock.now())
  return services.db.transaction().execute(async (trx) => {
    await lockOwners(trx)
    await lockUser(trx, userId)
    return deactivateManaged({ services, trx, actor }, await getManagedUser(trx, actor, { id: userId }))
  })
}

/**
 * Deactivates a user whom the caller may manage, and whose lock and the owners' lock the caller holds.
 * @throws Refusal `last_owner`; `conflict` when not active. Both before any change
 */
export async function deactivateManaged(
  { services, trx, actor }: UnitOfWork,
  { id, deactivatedAt }: User,
): Promise<User> {
  if (deactivatedAt !== null) throw new Refusal('conflict')
  const user = await setDeactivated(trx, id)
  if (!user) throw new Refusal('last_owner')
  await endAccess(services, trx, id)
  await recordEvent(trx, actor, userEvent('user.deactivated', user))
  return user
}

/** Reactivates a user. @throws Refusal `forbidden`; `confirmation_required`; `not_found`; `conflict` when active */
export async function reactivateUser(services: Services, actor: Actor, userId: string): Promise<User> {
  requireManager(actor)
  requireRecentConfirmation(actor, services.clock.now())
  return services.db.transaction().execute(async (trx) => {
    await lockUser(trx, userId)
    return reactivateManaged({ services, trx, actor }, await getManagedUser(trx, actor, { id: userId }))
  })
}

/**
 * Reactivates a user whom the caller may manage, and whose lock the caller holds. @throws Refusal `conflict` when
 * active
 */
export async function reactivateManaged({ services, trx, actor }: UnitOfWork, { id, role }: User): Promise<User> {
  if (actor.kind === 'program' && actor.management) requireGiverOf(actor, role, 'users:write')
  const user = await setReactivated(trx, id)
  if (!user) throw new Refusal('conflict')
  // On PostgreSQL, a transaction from before the deactivation may have committed a session or token after it.
  await endAccess(services, trx, id)
  await recordEvent(trx, actor, userEvent('user.reactivated', user))
  return user
}

/** Permanently ends a user's portal sessions, account sessions, password links and refresh tokens. */
async function endAccess(services: Services, trx: DbTransaction, userId: string): Promise<void> {
  await endAllSessions(services, trx, userId)
  await deleteUsableLinks(trx, userId)
  await revokeFamiliesOfOwner(trx, userId, 'owner_deactivated')
}
