import { includesAttribute, type ListQuery, type Projection } from '#lib/domain/people/scim/list-query.ts'
import { provisionedRoles, type ScimClient } from '#lib/domain/people/scim/scim-client.ts'
import { toScimUserResource, type UserResource } from '#lib/domain/people/scim/user-resource.ts'
import { findScimUser, listGroupsOfUsers, listScimUsers } from '#lib/domain/people/scim/users-store.ts'
import type { Services } from '#lib/foundation/services.ts'
import { Refusal } from '#lib/kernel/errors.ts'

/** @throws Refusal `not_found`, also for a user whom the key's owner does not manage */
export async function readScimUser({ db, env }: Services, client: ScimClient, id: string): Promise<UserResource> {
  const user = await findScimUser(db, id, provisionedRoles(client))
  if (!user) throw new Refusal('not_found')
  const groups = await listGroupsOfUsers(db, [id])
  return toScimUserResource(env.baseUrl, user, groups.get(id) ?? [])
}

/** A page of the users whom the filter finds. @throws Refusal `invalidFilter` */
export async function readScimUsers(
  { db, env }: Services,
  client: ScimClient,
  { query, projection }: Readonly<{ query: ListQuery; projection: Projection }>,
): Promise<Readonly<{ total: number; resources: readonly UserResource[] }>> {
  const { total, users } = await listScimUsers(db, provisionedRoles(client), query)
  const ids = includesAttribute(projection, 'groups') ? users.map(({ id }) => id) : []
  const groups = await listGroupsOfUsers(db, ids)
  return { total, resources: users.map((user) => toScimUserResource(env.baseUrl, user, groups.get(user.id) ?? [])) }
}
