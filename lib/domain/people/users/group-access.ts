import { getManagedUser } from '#lib/domain/people/users/find-users.ts'
import {
  findGroupNames,
  giveGroups,
  listGroupIdsOf,
  listGroupsWithAccess,
  takeGroups,
} from '#lib/domain/people/users/group-access-store.ts'
import { maxGroupsOfUser } from '#lib/domain/people/users/limits.ts'
import { groupAccessChangesSchema } from '#lib/domain/people/users/schema.ts'
import { lockUser } from '#lib/domain/people/users/store.ts'
import { opensAllAccounts, type User, userEvent } from '#lib/domain/people/users/user.ts'
import { recordEvent } from '#lib/foundation/audit/store.ts'
import type { Actor } from '#lib/foundation/authorization/actor.ts'
import { requireManager, requireRecentConfirmation } from '#lib/foundation/authorization/permissions.ts'
import type { DbTransaction } from '#lib/foundation/db/database.ts'
import { takeLock } from '#lib/foundation/db/lock.ts'
import type { Services } from '#lib/foundation/services.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import { parseInput } from '#lib/kernel/parse-input.ts'

/** An account group, and whether a user has it. */
export type GroupWithAccess = Readonly<{ id: string; name: string; given: boolean }>

/** All account groups by name, each with whether the user has it. @throws Refusal `forbidden` */
export async function listGroupAccess(
  { db }: Services,
  actor: Actor,
  userId: string,
): Promise<readonly GroupWithAccess[]> {
  requireManager(actor)
  return listGroupsWithAccess(db, userId)
}

export type GroupAccessChange = Readonly<{ added: number; removed: number }>

/**
 * Gives account groups to a user and takes others, from the user's next request. All other groups keep their state.
 * @throws Refusal `forbidden`; `confirmation_required`; `not_found`; `conflict` if the user may open all accounts;
 *   `input_invalid`: `added` is `unknown` for a group that is gone, `too_many` beyond {@link maxGroupsOfUser}
 */
export async function changeGroupAccess(
  services: Services,
  actor: Actor,
  { userId, ...input }: Readonly<{ userId: string; added: readonly string[]; removed: readonly string[] }>,
): Promise<GroupAccessChange> {
  requireManager(actor)
  requireRecentConfirmation(actor, services.clock.now())
  const parsed = parseInput(groupAccessChangesSchema, input)
  return services.db.transaction().execute(async (trx) => {
    await lockUser(trx, userId)
    const user = await getManagedUser(trx, actor, { id: userId })
    if (opensAllAccounts(user)) throw new Refusal('conflict')
    await lockGivenGroups(trx)
    return changeGivenGroups(trx, actor, { user, ...parsed })
  })
}

/** Taken before groups are given: a group must not be deleted meanwhile. Taken after `lockUser`. */
export function lockGivenGroups(trx: DbTransaction): Promise<void> {
  return takeLock(trx, 'account groups')
}

/**
 * Replaces the groups of a user whom the caller may manage, and whose lock the caller holds. Has no effect for a user
 * who may open all accounts.
 * @throws Refusal `input_invalid`: `accountGroupIds` is `unknown` or `too_many`, before any change
 */
export async function replaceGivenGroups(
  trx: DbTransaction,
  actor: Actor,
  { user, groupIds }: Readonly<{ user: User; groupIds: readonly string[] }>,
): Promise<void> {
  if (opensAllAccounts(user)) return
  await lockGivenGroups(trx)
  const [former, wanted] = [new Set(await listGroupIdsOf(trx, user.id)), new Set(groupIds)]
  const added = [...wanted].filter((id) => !former.has(id))
  const removed = [...former].filter((id) => !wanted.has(id))
  await changeGivenGroups(trx, actor, { user, added, removed, field: 'accountGroupIds' })
}

/** `field`: the one that a refusal names. */
type GroupChanges = Readonly<{ added: readonly string[]; removed: readonly string[]; field?: string }>

/**
 * Changes the groups of a user whom the caller may manage, and whose lock and the groups' lock the caller holds.
 * @throws Refusal `input_invalid` as {@link changeGroupAccess}, before any change
 */
export async function changeGivenGroups(
  trx: DbTransaction,
  actor: Actor,
  { user, field = 'added', ...ids }: GroupChanges & Readonly<{ user: User }>,
): Promise<GroupAccessChange> {
  const names = await findGroupNames(trx, [...ids.added, ...ids.removed])
  if (ids.added.some((id) => !names.has(id))) throw new Refusal('input_invalid', { fields: { [field]: 'unknown' } })
  const former = new Set(await listGroupIdsOf(trx, user.id))
  const kept = [...former].filter((id) => !ids.removed.includes(id))
  const tooMany = new Set([...kept, ...ids.added]).size > maxGroupsOfUser
  if (tooMany) throw new Refusal('input_invalid', { fields: { [field]: 'too_many' } })
  const removed = await takeGroups(trx, user.id, ids.removed)
  const added = await giveGroups(trx, user.id, ids.added)
  const namesOf = (some: readonly string[]) =>
    [...names].flatMap(([id, name]) => (some.includes(id) ? name : [])).join(', ')
  if (added.length + removed.length > 0) {
    const details = {
      ...(added.length > 0 && { addedGroups: namesOf(added) }),
      ...(removed.length > 0 && { removedGroups: namesOf(removed) }),
    }
    await recordEvent(trx, actor, userEvent('user.updated', user, details))
  }
  return { added: added.length, removed: removed.length }
}
