import type { GroupMapping } from '#lib/domain/people/group-mappings/group-mapping.ts'
import { scimSource } from '#lib/domain/people/group-mappings/group-mapping.ts'
import {
  addMapping,
  type ListedMapping,
  listMappings,
  removeMapping,
} from '#lib/domain/people/group-mappings/manage-mappings.ts'
import type { GroupMappingInput } from '#lib/domain/people/group-mappings/schema.ts'
import { mappingSource } from '#lib/domain/people/scim/apply-memberships.ts'
import {
  findScimGroupNamed,
  listGroupsByName,
  listMappedGroupNames,
  listMemberIds,
} from '#lib/domain/people/scim/groups-store.ts'
import { maxScimGroups } from '#lib/domain/people/scim/scim-group.ts'
import { applyGroupMappings } from '#lib/domain/people/user-lifecycle/apply-group-mappings.ts'
import { lockUser } from '#lib/domain/people/users/store.ts'
import type { Actor } from '#lib/foundation/authorization/actor.ts'
import { requireManager } from '#lib/foundation/authorization/permissions.ts'
import type { Services } from '#lib/foundation/services.ts'
import { runWithoutWaitBudget } from '#lib/kernel/wait-budget.ts'

/** A group of the directory for the portal. `id` and `members`: null while the directory has not provisioned it. */
export type ProvisionedGroup = Readonly<{
  id: string | null
  name: string
  members: number | null
  mappings: readonly ListedMapping[]
}>

/**
 * The groups of the directory by name with what each gives, and mappings of groups that it has not provisioned.
 * @returns mappings to owners and the operator only: admins see none
 * @throws Refusal `forbidden`
 */
export async function listProvisionedGroups(services: Services, actor: Actor): Promise<readonly ProvisionedGroup[]> {
  requireManager(actor)
  const groups = await listGroupsByName(services.db, maxScimGroups)
  const mayMap = actor.kind === 'operator' || (actor.kind === 'person' && actor.role === 'owner')
  const mappings = Map.groupBy(mayMap ? await listMappings(services, actor, scimSource) : [], (map) => map.groupName)
  const names = new Set(groups.map(({ name }) => name))
  const missing = [...mappings.keys()].filter((name) => !names.has(name))
  return [
    ...groups.map((group) => ({ ...group, mappings: mappings.get(group.name) ?? [] })),
    ...missing.map((name) => ({ id: null, name, members: null, mappings: mappings.get(name) ?? [] })),
  ]
}

/**
 * Maps a group of the directory to a role or an account group, and gives it to its members at once: a directory tells
 * memberships only when they change.
 * @throws Refusal as `addMapping`
 */
export async function mapScimGroup(services: Services, actor: Actor, input: GroupMappingInput): Promise<GroupMapping> {
  const mapping = await addMapping(services, actor, { ...input, source: scimSource })
  await applyToMembers(services, actor, mapping.groupName)
  return mapping
}

/** Removes a mapping, and takes its access from the members at once. @throws Refusal as `removeMapping` */
export async function unmapScimGroup(services: Services, actor: Actor, id: string): Promise<void> {
  const mapping = (await listMappings(services, actor, scimSource)).find((listed) => listed.id === id)
  await removeMapping(services, actor, { source: scimSource, id })
  if (mapping) await applyToMembers(services, actor, mapping.groupName)
}

/** Users per transaction, so that other writers don't wait for all of them. */
const batchSize = 50

/**
 * If this is interrupted, the rest follows when the directory changes a member, or the mapping is removed and added.
 */
async function applyToMembers({ db }: Services, actor: Actor, groupName: string): Promise<void> {
  const group = await findScimGroupNamed(db, groupName)
  if (!group) return
  const userIds = await listMemberIds(db, group.id)
  await runWithoutWaitBudget(async () => {
    for (let start = 0; start < userIds.length; start += batchSize) {
      const batch = userIds.slice(start, start + batchSize)
      await db.transaction().execute(async (trx) => {
        for (const userId of batch) await lockUser(trx, userId)
        for (const userId of batch) {
          const groupNames = await listMappedGroupNames(trx, userId)
          await applyGroupMappings(trx, actor, { userId, source: mappingSource, groupNames })
        }
      })
    }
  })
}
