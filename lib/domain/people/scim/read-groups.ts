import { countMembers, findScimGroup, listMembers, listScimGroups } from '#lib/domain/people/scim/groups-store.ts'
import { includesAttribute, type ListQuery, type Projection } from '#lib/domain/people/scim/list-query.ts'
import { provisionedRoles, type ScimClient } from '#lib/domain/people/scim/scim-client.ts'
import {
  type GroupResource,
  maxMembersOfGroup,
  type ScimGroup,
  toScimGroupResource,
} from '#lib/domain/people/scim/scim-group.ts'
import type { Services } from '#lib/foundation/services.ts'
import { Refusal } from '#lib/kernel/errors.ts'

/** Its members are those whom the key's owner manages. @throws Refusal `not_found` */
export async function readScimGroup(
  { db, env }: Services,
  client: ScimClient,
  { id, projection }: Readonly<{ id: string; projection: Projection }>,
): Promise<GroupResource> {
  const group = await findScimGroup(db, id)
  if (!group) throw new Refusal('not_found')
  if (!includesAttribute(projection, 'members')) return toScimGroupResource(env.baseUrl, group, undefined)
  const members = await listMembers(db, [id], provisionedRoles(client))
  return toScimGroupResource(env.baseUrl, group, members.get(id) ?? [])
}

/**
 * A page of the groups that the filter finds. With members, a page ends before it has more than
 * {@link maxMembersOfGroup}, but has one group at least.
 * @throws Refusal `invalidFilter`
 */
export async function readScimGroups(
  { db, env }: Services,
  client: ScimClient,
  { query, projection }: Readonly<{ query: ListQuery; projection: Projection }>,
): Promise<Readonly<{ total: number; resources: readonly GroupResource[] }>> {
  const { total, groups } = await listScimGroups(db, query)
  if (!includesAttribute(projection, 'members')) {
    return { total, resources: groups.map((group) => toScimGroupResource(env.baseUrl, group, undefined)) }
  }
  const counts = await countMembers(
    db,
    groups.map(({ id }) => id),
  )
  const page = takePage(groups, counts)
  const members = await listMembers(
    db,
    page.map(({ id }) => id),
    provisionedRoles(client),
  )
  return { total, resources: page.map((group) => toScimGroupResource(env.baseUrl, group, members.get(group.id) ?? [])) }
}

function takePage(groups: readonly ScimGroup[], counts: ReadonlyMap<string, number>): readonly ScimGroup[] {
  let room = maxMembersOfGroup
  return groups.filter(({ id }, index) => {
    room -= counts.get(id) ?? 0
    return index === 0 || room >= 0
  })
}
