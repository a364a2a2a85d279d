import { hashPassword } from '#lib/domain/people/passwords/password-hash.ts'
import { requireGoodPassword } from '#lib/domain/people/passwords/require-good-password.ts'
import {
  type AccountAccess,
  normalizeAccountAccess,
  setAccountAccess,
} from '#lib/domain/people/users/account-access.ts'
import { replaceGivenGroups } from '#lib/domain/people/users/group-access.ts'
import type { UserText } from '#lib/domain/people/users/limits.ts'
import { type NewUserInput, newUserSchema } from '#lib/domain/people/users/schema.ts'
import { findUserByName, insertUser, lockOwners } from '#lib/domain/people/users/store.ts'
import { type User, userEvent } from '#lib/domain/people/users/user.ts'
import { recordEvent } from '#lib/foundation/audit/store.ts'
import { type Actor, actorId } from '#lib/foundation/authorization/actor.ts'
import { requireGiverOf, requireManager, requireRecentConfirmation } from '#lib/foundation/authorization/permissions.ts'
import { isPortalRole } from '#lib/foundation/authorization/roles.ts'
import type { Db, DbTransaction } from '#lib/foundation/db/database.ts'
import type { Services } from '#lib/foundation/services.ts'
import { randomId } from '#lib/kernel/crypto.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import { parseInput } from '#lib/kernel/parse-input.ts'
import { toClientNetwork } from '#lib/kernel/request-context.ts'

export type CreateUserInput = NewUserInput &
  Readonly<{ password?: string | undefined; accountGroupIds?: readonly string[] }>

/**
 * Creates a portal user or a service user. A portal user sets a password by link; only the operator may give one here.
 * @throws Refusal `forbidden`; `confirmation_required`; `input_invalid` with the problem of each field
 */
export async function createUser(
  services: Services,
  actor: Actor,
  { accountGroupIds = [], ...input }: CreateUserInput,
): Promise<User> {
  const added = await checkNewUser(services, actor, input)
  return services.db.transaction().execute(async (trx) => {
    const user = await addUser(trx, actor, added)
    if (accountGroupIds.length > 0) await replaceGivenGroups(trx, actor, { user, groupIds: accountGroupIds })
    return user
  })
}

/** Authorizes {@link createUser}, checks its input and hashes the password. @throws Refusal as {@link createUser} */
export async function checkNewUser(services: Services, actor: Actor, input: CreateUserInput): Promise<AddedUser> {
  requireManager(actor, 'users:write')
  const { email = null, ...fields } = parseInput(newUserSchema, input)
  requireGiverOf(actor, fields.role, 'users:write')
  requireRecentConfirmation(actor, services.clock.now())
  return {
    ...fields,
    email,
    passwordHash: await hashGivenPassword(services, actor, { user: { ...fields, email }, password: input.password }),
  }
}

/** A user with checked fields. Without a password hash the user cannot sign in yet. By default, the ID is a new one. */
export type AddedUser = AccountAccess &
  Readonly<{ id?: string; email: string | null; username: string; name: string; passwordHash: string | null }> &
  Readonly<Partial<Record<UserText, string>>>

/** Adds the user; the caller authorizes. @throws Refusal `input_invalid` for a taken name or an unknown account */
export async function addUser(trx: DbTransaction, actor: Actor, added: AddedUser): Promise<User> {
  const { accountIds, ...access } = normalizeAccountAccess(added)
  const { role, accountScope } = access
  // Otherwise a concurrent set-up link could create a second first owner.
  if (role === 'owner') await lockOwners(trx)
  const user = await insertUser(trx, {
    id: newUserId(),
    ...added,
    ...access,
    createdBy: actorId(actor),
  })
  if (!user) throw await namesTaken(trx, added)
  await setAccountAccess(trx, user.id, accountIds)
  const details = { role, accountScope, listedAccounts: accountIds.length }
  await recordEvent(trx, actor, userEvent('user.created', user, details))
  return user
}

export function newUserId(): string {
  return randomId('usr')
}

async function hashGivenPassword(
  services: Services,
  actor: Actor,
  {
    user,
    password,
  }: Readonly<{ user: Pick<User, 'name' | 'username' | 'email' | 'role'>; password: string | undefined }>,
): Promise<string | null> {
  if (password === undefined) return null
  if (actor.kind !== 'operator') throw new Refusal('forbidden', { detail: 'portal users set their own password' })
  if (!isPortalRole(user.role)) throw new Refusal('input_invalid', { fields: { password: 'not_allowed' } })
  await requireGoodPassword(services, { password, holder: user })
  return hashPassword(password, toClientNetwork(actor.address))
}

async function namesTaken(db: Db, { email, username }: Pick<AddedUser, 'email' | 'username'>): Promise<Refusal> {
  const fields: Record<string, string> = {}
  if (email !== null && (await findUserByName(db, email))) fields.email = 'taken'
  if (await findUserByName(db, username)) fields.username = 'taken'
  return new Refusal('input_invalid', { fields })
}
