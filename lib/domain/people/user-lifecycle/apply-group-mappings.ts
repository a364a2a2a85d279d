import { evaluateMappings, type MappedRole } from '#lib/domain/people/group-mappings/group-mapping.ts'
import { listMappingRows } from '#lib/domain/people/group-mappings/store.ts'
import { deleteUsableLinks } from '#lib/domain/people/password-links/store.ts'
import { clearAccountAccess, normalizeAccountAccess } from '#lib/domain/people/users/account-access.ts'
import { lockGivenGroups } from '#lib/domain/people/users/group-access.ts'
import { findGroupNames } from '#lib/domain/people/users/group-access-store.ts'
import { maxGroupsOfUser } from '#lib/domain/people/users/limits.ts'
import {
  findUserWithRoleSource,
  giveMappedGroups,
  listGroupIdsBeside,
  listMappedGroupIds,
  setMappedRole,
  takeMappedGroups,
} from '#lib/domain/people/users/mapped-access-store.ts'
import { lockUser } from '#lib/domain/people/users/store.ts'
import { opensAllAccounts, type User, userEvent } from '#lib/domain/people/users/user.ts'
import { recordEvent } from '#lib/foundation/audit/store.ts'
import type { RecordedActor } from '#lib/foundation/authorization/actor.ts'
import type { DbTransaction } from '#lib/foundation/db/database.ts'

/** A user's groups as their source tells them now. `source.name` is for the audit event. */
export type ExternalGroups = Readonly<{
  userId: string
  source: Readonly<{ id: string; name: string }>
  groupNames: readonly string[]
}>

/**
 * Gives a user the role and the account groups that their external groups map to, and takes what earlier groups of this
 * source gave. Access that a manager gave stays. Owners and service users keep their role. A role ends what a manager's
 * change of the role ends. Writes nothing if nothing changes. The caller authenticates the source.
 *
 * A group that maps to a role decides it, also for an admin whom a manager made one. Without such a group, only an
 * admin whom this source made one becomes an agent again, with access to only their account groups. Account groups
 * beyond {@link maxGroupsOfUser} are not given.
 * @returns the user after the change; undefined for an unknown ID
 */
export async function applyGroupMappings(
  trx: DbTransaction,
  actor: RecordedActor,
  given: ExternalGroups,
): Promise<User | undefined> {
  const seen = await planChange(trx, given)
  if (!seen || !hasChange(seen)) return seen?.user
  await lockUser(trx, given.userId)
  await lockGivenGroups(trx)
  // A manager may have changed the user before the locks were taken.
  const plan = await planChange(trx, given)
  if (!plan || !hasChange(plan)) return plan?.user
  return applyPlan(trx, actor, { plan, groups: given })
}

type Plan = Readonly<{
  user: User
  /** Undefined to keep the role. */
  role: MappedRole | undefined
  added: readonly string[]
  removed: readonly string[]
}>

function hasChange({ role, added, removed }: Plan): boolean {
  return role !== undefined || added.length + removed.length > 0
}

async function planChange(
  trx: DbTransaction,
  { userId, source, groupNames }: ExternalGroups,
): Promise<Plan | undefined> {
  const found = await findUserWithRoleSource(trx, userId)
  if (!found) return undefined
  const { roleSource, ...user } = found
  const mapped = evaluateMappings(await listMappingRows(trx, source.id), groupNames)
  const role = chooseRole(user, mapped.role ?? (roleSource === source.id ? 'agent' : undefined))
  const holder = { userId, source: source.id }
  const former = await listMappedGroupIds(trx, holder)
  const opensAll = opensAllAccounts(role === undefined ? user : { role, accountScope: 'list' })
  const wanted = opensAll
    ? new Set<string>()
    : limitGroups(mapped.accountGroupIds, new Set(await listGroupIdsBeside(trx, holder)))
  const has = new Set(former)
  return {
    user,
    role,
    added: [...wanted].filter((id) => !has.has(id)),
    removed: former.filter((id) => !wanted.has(id)),
  }
}

/** Undefined unless the role changes. */
function chooseRole(user: User, role: MappedRole | undefined): MappedRole | undefined {
  const isMappable = user.role === 'admin' || user.role === 'agent'
  return isMappable && role !== user.role ? role : undefined
}

/** The first groups for which the user has room in addition to those that they have anyway. */
function limitGroups(groupIds: readonly string[], beside: ReadonlySet<string>): ReadonlySet<string> {
  let room = maxGroupsOfUser - beside.size
  return new Set(groupIds.filter((id) => beside.has(id) || room-- > 0))
}

async function applyPlan(
  trx: DbTransaction,
  actor: RecordedActor,
  {
    plan: { user: former, role, added, removed },
    groups: { userId, source },
  }: Readonly<{ plan: Plan; groups: ExternalGroups }>,
): Promise<User> {
  const user = role === undefined ? former : await changeRole(trx, former, { role, sourceId: source.id })
  const holder = { userId, source: source.id }
  const names = await findGroupNames(trx, [...added, ...removed])
  const namesOf = (ids: readonly string[]) => [...names].flatMap(([id, name]) => (ids.includes(id) ? name : []))
  const taken = namesOf(await takeMappedGroups(trx, holder, removed))
  const given = namesOf(await giveMappedGroups(trx, holder, added))
  const details = {
    mappedBy: source.name,
    ...(user.role !== former.role && { role: user.role, formerRole: former.role, accountScope: user.accountScope }),
    ...(given.length > 0 && { addedGroups: given.join(', ') }),
    ...(taken.length > 0 && { removedGroups: taken.join(', ') }),
  }
  // A group that the user had by hand, too, is only noted.
  if (Object.keys(details).length > 1) await recordEvent(trx, actor, userEvent('user.updated', user, details))
  return user
}

async function changeRole(
  trx: DbTransaction,
  former: User,
  { role, sourceId }: Readonly<{ role: MappedRole; sourceId: string }>,
): Promise<User> {
  const { accountScope } = normalizeAccountAccess({ role, accountScope: 'list', accountIds: [] })
  const source = role === 'admin' ? sourceId : null
  const user = await setMappedRole(trx, former.id, { role, accountScope, source })
  if (!user) return former
  // The creator of a link for the former role may not manage the new one.
  await deleteUsableLinks(trx, user.id)
  if (accountScope === 'all') await clearAccountAccess(trx, user.id)
  return user
}
