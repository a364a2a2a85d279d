import { applyMemberships } from '#lib/domain/people/scim/apply-memberships.ts'
import {
  addScimMembers,
  countMembers,
  countScimGroups,
  deleteScimGroupRow,
  findMembers,
  findScimGroup,
  insertScimGroup,
  listMemberRoles,
  listMembers,
  lockScimGroup,
  lockScimGroups,
  removeScimMembers,
  updateScimGroup,
} from '#lib/domain/people/scim/groups-store.ts'
import { inviteTakenOver } from '#lib/domain/people/scim/invite-provisioned.ts'
import type { UserChange } from '#lib/domain/people/scim/manage-users.ts'
import { parsePatch } from '#lib/domain/people/scim/patch.ts'
import {
  applyGroupPatch,
  type GroupChange,
  type MemberChange,
  readGroupBody,
} from '#lib/domain/people/scim/read-group-body.ts'
import { provisionedRoles, type ScimClient } from '#lib/domain/people/scim/scim-client.ts'
import {
  type GroupResource,
  maxMembersOfGroup,
  maxScimGroups,
  type ScimGroup,
  scimGroupEvent,
  toGroupVersion,
  toScimGroupResource,
} from '#lib/domain/people/scim/scim-group.ts'
import { scimRefusal } from '#lib/domain/people/scim/scim-refusal.ts'
import { takeOver } from '#lib/domain/people/scim/take-over.ts'
import { transactUniquely } from '#lib/domain/people/scim/transact-uniquely.ts'
import { requireVersion } from '#lib/domain/people/scim/user-resource.ts'
import { findScimUser, findUnmanagedIds, findVisibleIds } from '#lib/domain/people/scim/users-store.ts'
import { lockUser } from '#lib/domain/people/users/store.ts'
import { recordEvent } from '#lib/foundation/audit/store.ts'
import { mayManageRole } from '#lib/foundation/authorization/permissions.ts'
import type { DbTransaction } from '#lib/foundation/db/database.ts'
import type { Services } from '#lib/foundation/services.ts'
import type { UnitOfWork } from '#lib/foundation/unit-of-work.ts'
import { randomId } from '#lib/kernel/crypto.ts'
import { Refusal } from '#lib/kernel/errors.ts'

const nameTaken = 'Another group has this displayName or externalId.'

/**
 * Creates a group of the directory. Mappings of its name give access to its members.
 * @throws Refusal `invalidSyntax`, `invalidValue`, also for an unknown member; `tooMany`; `uniqueness` for a name or an
 *   external ID that a group has; `forbidden` for a role that the key's owner may not give
 */
export async function createScimGroup(services: Services, client: ScimClient, body: unknown): Promise<GroupResource> {
  const wanted = readGroupBody(body)
  return invitingTakenOver(services, client, async (trx) => {
    await lockScimGroups(trx)
    if ((await countScimGroups(trx)) >= maxScimGroups) throw scimRefusal('tooMany', 'There are too many groups.')
    const group = await insertScimGroup(trx, { id: randomId('sgr'), ...wanted })
    if (!group) throw scimRefusal('uniqueness', nameTaken)
    const { added, takenOver } = await changeMembers(
      { services, trx, actor: client },
      {
        groupId: group.id,
        change: wanted.members,
      },
    )
    await recordEvent(trx, client, scimGroupEvent('scim_group.created', group, { members: added.length }))
    await applyToEach(trx, client, added)
    return { resource: await readResource({ services, trx, actor: client }, group.id), takenOver }
  })
}

/** @throws Refusal `not_found`, `precondition_failed`, and as {@link createScimGroup} */
export function replaceScimGroup(services: Services, client: ScimClient, change: UserChange): Promise<GroupResource> {
  return changeScimGroup(services, client, { ...change, toWanted: (former) => readGroupBody(change.body, former) })
}

/**
 * @throws Refusal `not_found`, `precondition_failed`, `invalidPath`, `mutability`, `noTarget`, and as
 *   {@link createScimGroup}
 */
export async function patchScimGroup(services: Services, client: ScimClient, change: UserChange): Promise<void> {
  const operations = parsePatch(change.body)
  await changeScimGroup(services, client, { ...change, toWanted: (former) => applyGroupPatch(former, operations) })
}

/** Concurrent changes of one group wait for each other, so that none is lost. */
async function changeScimGroup(
  services: Services,
  client: ScimClient,
  { id, ifMatch, toWanted: change }: UserChange & Readonly<{ toWanted: (former: ScimGroup) => GroupChange }>,
): Promise<GroupResource> {
  return invitingTakenOver(services, client, async (trx) => {
    await lockScimGroup(trx, id)
    const former = await getGroup(trx, id)
    requireVersion(toGroupVersion(former), ifMatch)
    const { members, ...wanted } = change(former)
    const isRenamed = wanted.name !== former.name
    if (isRenamed) await requireOwnMembers(trx, client, id)
    const { added, removed, takenOver } = await changeMembers(
      { services, trx, actor: client },
      { groupId: id, change: members },
    )
    const hasNewMembers = added.length + removed.length > 0
    if (isRenamed || hasNewMembers || wanted.externalId !== former.externalId) {
      await updateScimGroup(trx, { id, ...wanted })
    }
    await recordChange(trx, client, { former, wanted: { ...wanted, added, removed } })
    const stayed = isRenamed ? await lockVisibleMembers(trx, client, id) : []
    await applyToEach(trx, client, new Set([...added, ...removed, ...stayed]))
    return { resource: await readResource({ services, trx, actor: client }, id), takenOver }
  })
}

type Changed = Readonly<{ resource: GroupResource; takenOver: readonly string[] }>

/** Users whom the directory takes over with a group lose their password. */
async function invitingTakenOver(
  services: Services,
  client: ScimClient,
  work: (trx: DbTransaction) => Promise<Changed>,
): Promise<GroupResource> {
  const { resource, takenOver } = await transactUniquely(services, nameTaken, work)
  await inviteTakenOver(services, client, takenOver)
  return resource
}

type Recorded = Pick<GroupChange, 'name' | 'externalId'> & Pick<ChangedMembers, 'added' | 'removed'>

async function recordChange(
  trx: DbTransaction,
  client: ScimClient,
  { former, wanted: { name, externalId, added, removed } }: Readonly<{ former: ScimGroup; wanted: Recorded }>,
): Promise<void> {
  const group = { id: former.id, name }
  const details = {
    ...(name !== former.name && { formerName: former.name }),
    ...(externalId !== former.externalId && { externalId: externalId ?? '' }),
  }
  if (Object.keys(details).length > 0) {
    await recordEvent(trx, client, scimGroupEvent('scim_group.updated', group, details))
  }
  if (added.length + removed.length > 0) {
    const counts = { addedMembers: added.length, removedMembers: removed.length }
    await recordEvent(trx, client, scimGroupEvent('scim_group.members_changed', group, counts))
  }
}

/**
 * Deletes a group, and takes from its members what its mappings gave.
 * @throws Refusal `not_found`, `precondition_failed`; `forbidden` for members whom the key's owner does not manage
 */
export async function deleteScimGroup(
  services: Services,
  client: ScimClient,
  { id, ifMatch }: Omit<UserChange, 'body'>,
): Promise<void> {
  await services.db.transaction().execute(async (trx) => {
    await lockScimGroup(trx, id)
    const group = await getGroup(trx, id)
    requireVersion(toGroupVersion(group), ifMatch)
    await requireOwnMembers(trx, client, id)
    const members = await lockVisibleMembers(trx, client, id)
    await deleteScimGroupRow(trx, id)
    await recordEvent(trx, client, scimGroupEvent('scim_group.deleted', group, { members: members.length }))
    await applyToEach(trx, client, members)
  })
}

/** The name of a group is what mappings give access by, so a change of it would reach every member. */
async function requireOwnMembers(trx: DbTransaction, client: ScimClient, groupId: string): Promise<void> {
  const roles = await listMemberRoles(trx, groupId)
  if (roles.every((role) => mayManageRole(client.role, role))) return
  throw new Refusal('forbidden', {
    description: 'The group has members whom the owner of this API key may not manage.',
  })
}

type ChangedMembers = Readonly<{
  added: readonly string[]
  removed: readonly string[]
  takenOver: readonly string[]
}>

type GroupMembers = Readonly<{ groupId: string; change: MemberChange }>

/** Changes members under the locks of their users. Members whom the directory does not see stay. */
async function changeMembers(
  { services, trx, actor: client }: UnitOfWork<ScimClient>,
  { groupId, change }: GroupMembers,
): Promise<ChangedMembers> {
  const present = change.replace
    ? new Set(await listVisibleMemberIds(trx, client, groupId))
    : await findMembers(trx, groupId, [...change.added, ...change.removed])
  const added = [...change.added].filter((id) => !present.has(id)).toSorted()
  const isUnwanted = (id: string) => (change.replace ? !change.added.has(id) : change.removed.has(id))
  const unwanted = [...present].filter(isUnwanted)
  for (const userId of [...added, ...unwanted].toSorted()) await lockUser(trx, userId)
  const roles = provisionedRoles(client)
  if ((await findVisibleIds(trx, added, roles)).size < added.length) {
    throw scimRefusal('invalidValue', 'A member does not exist.')
  }
  const visible = await findVisibleIds(trx, unwanted, roles)
  const removed = unwanted.filter((id) => visible.has(id)).toSorted()
  await removeScimMembers(trx, groupId, removed)
  await addScimMembers(trx, groupId, added)
  if (((await countMembers(trx, [groupId])).get(groupId) ?? 0) > maxMembersOfGroup) {
    throw scimRefusal('tooMany', `A group has at most ${maxMembersOfGroup.toLocaleString('en-US')} members.`)
  }
  return { added, removed, takenOver: await takeOverMembers({ services, trx, actor: client }, added) }
}

/** Some directories find a user and give them a group without any other change. */
async function takeOverMembers(
  { services, trx, actor: client }: UnitOfWork<ScimClient>,
  userIds: readonly string[],
): Promise<readonly string[]> {
  const unmanaged = await findUnmanagedIds(trx, userIds)
  for (const id of unmanaged) {
    const user = await findScimUser(trx, id, provisionedRoles(client))
    if (user) await takeOver({ services, trx, actor: client }, user)
  }
  return unmanaged
}

async function listVisibleMemberIds(trx: DbTransaction, client: ScimClient, id: string): Promise<readonly string[]> {
  const members = await listMembers(trx, [id], provisionedRoles(client))
  return (members.get(id) ?? []).map((user) => user.id)
}

/** In the order of IDs: two of these at once don't wait for each other. */
async function lockVisibleMembers(trx: DbTransaction, client: ScimClient, id: string): Promise<readonly string[]> {
  const ids = await listVisibleMemberIds(trx, client, id)
  for (const userId of ids) await lockUser(trx, userId)
  return ids
}

async function applyToEach(trx: DbTransaction, client: ScimClient, userIds: Iterable<string>): Promise<void> {
  for (const userId of userIds) await applyMemberships(trx, client, userId)
}

async function getGroup(trx: DbTransaction, id: string): Promise<ScimGroup> {
  const group = await findScimGroup(trx, id)
  if (!group) throw new Refusal('not_found')
  return group
}

async function readResource(
  { services: { env }, trx, actor: client }: UnitOfWork<ScimClient>,
  id: string,
): Promise<GroupResource> {
  const members = await listMembers(trx, [id], provisionedRoles(client))
  return toScimGroupResource(env.baseUrl, await getGroup(trx, id), members.get(id) ?? [])
}
