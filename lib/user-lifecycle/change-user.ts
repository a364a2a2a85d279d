import type { Actor } from '#lib/actor.ts'
import { recordEvent } from '#lib/audit/record-event.ts'
import type { DbTransaction } from '#lib/db/database.ts'
import { Refusal } from '#lib/errors.ts'
import { parseInput } from '#lib/parse-input.ts'
import { deleteUsableLinks } from '#lib/password-links/store.ts'
import { requireManager, requireManagerOf, requireRecentConfirmation } from '#lib/permissions.ts'
import { endAllSessions } from '#lib/portal-sessions/end-sessions.ts'
import { revokeFamiliesOfOwner } from '#lib/refresh-tokens/store.ts'
import type { Role } from '#lib/roles.ts'
import type { Services } from '#lib/services.ts'
import { normalizeAccountAccess, setAccountAccess } from '#lib/users/account-access.ts'
import { getManagedUser } from '#lib/users/find-users.ts'
import { type UserChangesInput, userChangesSchema } from '#lib/users/schema.ts'
import { lockOwners, lockUser, setDeactivated, setReactivated, updateUserRow } from '#lib/users/store.ts'
import { type User, userEvent } from '#lib/users/user.ts'

/**
 * Changes a user's name, role and account access, from their next request. A new role voids their password links. Without
 * `accountIds` the list stays unchanged; `changeAccountAccess` changes parts of it.
 * @throws Refusal `forbidden`; `confirmation_required`; `not_found`; `input_invalid`; `last_owner`
 */
export async function updateUser(
  services: Services,
  actor: Actor,
  { userId, ...input }: UserChangesInput & Readonly<{ userId: string }>,
): Promise<User> {
  requireManager(actor)
  const { name, accountIds, ...given } = parseInput(userChangesSchema, input)
  const access = normalizeAccountAccess({ ...given, accountIds: accountIds ?? [] })
  requireManagerOf(actor, access.role)
  requireRecentConfirmation(actor, services.clock.now())
  return services.db.transaction().execute(async (trx) => {
    await lockOwners(trx)
    await lockUser(trx, userId)
    const former = await getManagedUser(trx, actor, userId)
    requireSameKind(former.role, access.role)
    const user = await updateUserRow(trx, former, { name, ...access })
    if (!user) throw new Refusal('last_owner')
    // The creator of a link for the former role may not manage the new one.
    if (former.role !== user.role) await deleteUsableLinks(trx, 'set_password', userId)
    const listChanges = accountIds !== undefined || access.accountScope === 'all'
    if (listChanges) await setAccountAccess(trx, userId, access.accountIds)
    const details = {
      role: user.role,
      accountScope: user.accountScope,
      ...(listChanges && { listedAccounts: access.accountIds.length }),
      ...(former.role !== user.role && { formerRole: former.role }),
      ...(former.name !== user.name && { formerName: former.name }),
    }
    await recordEvent(trx, actor, userEvent('user.updated', user, details))
    return user
  })
}

/** A portal user cannot become a service user, which has no password and no sessions, or vice versa. */
function requireSameKind(former: Role, role: Role): void {
  if ((former === 'service') !== (role === 'service')) {
    throw new Refusal('input_invalid', { fields: { role: 'not_allowed' } })
  }
}

/**
 * Deactivates a user: sessions end, and keys and tokens are refused from the next request, because every check reads the
 * user's row. Sessions, links and refresh tokens end permanently; reactivation doesn't restore them.
 * @throws Refusal `forbidden`; `confirmation_required`; `not_found`; `last_owner`; `conflict` when not active
 */
export async function deactivateUser(services: Services, actor: Actor, userId: string): Promise<User> {
  requireManager(actor)
  requireRecentConfirmation(actor, services.clock.now())
  return services.db.transaction().execute(async (trx) => {
    await lockOwners(trx)
    await lockUser(trx, userId)
    const former = await getManagedUser(trx, actor, userId)
    if (former.deactivatedAt !== null) throw new Refusal('conflict')
    const user = await setDeactivated(trx, userId)
    if (!user) throw new Refusal('last_owner')
    await endAccess(trx, userId)
    await recordEvent(trx, actor, userEvent('user.deactivated', user))
    return user
  })
}

/**
 * Reactivates a user. Sessions, links and refresh tokens that ended stay ended.
 * @throws Refusal `forbidden`; `confirmation_required`; `not_found`; `conflict` for an active user
 */
export async function reactivateUser(services: Services, actor: Actor, userId: string): Promise<User> {
  requireManager(actor)
  requireRecentConfirmation(actor, services.clock.now())
  return services.db.transaction().execute(async (trx) => {
    await lockUser(trx, userId)
    await getManagedUser(trx, actor, userId)
    const user = await setReactivated(trx, userId)
    if (!user) throw new Refusal('conflict')
    // On PostgreSQL, a transaction from before the deactivation may have committed a session or token after it.
    await endAccess(trx, userId)
    await recordEvent(trx, actor, userEvent('user.reactivated', user))
    return user
  })
}

/** Permanently ends a user's portal sessions, account sessions, password links and refresh tokens. */
async function endAccess(trx: DbTransaction, userId: string): Promise<void> {
  await endAllSessions(trx, userId)
  await deleteUsableLinks(trx, 'set_password', userId)
  await revokeFamiliesOfOwner(trx, userId, 'owner_deactivated')
}
