import { groupSchemaId } from '#lib/domain/people/scim/attributes.ts'
import { scimPath } from '#lib/domain/people/scim/schemas.ts'
import { toMeta, toVersion } from '#lib/domain/people/scim/user-resource.ts'
import type { EventKind, NewEvent } from '#lib/foundation/audit/event.ts'

/** Mappings are applied to each member within the transaction. */
export const maxMembersPerRequest = 1_000
export const maxMembersOfGroup = 10_000
export const maxScimGroups = 5_000

/** A group of the directory. */
export type ScimGroup = Readonly<{
  id: string
  externalId: string | null
  name: string
  version: number
  createdAt: number
  changedAt: number
}>

export type GroupMember = Readonly<{ id: string; name: string }>

/** RFC 7643 §4.2. `members`: undefined if the client did not ask for them. */
export function toScimGroupResource(baseUrl: string, group: ScimGroup, members: readonly GroupMember[] | undefined) {
  const { id, externalId, name } = group
  return {
    schemas: [groupSchemaId],
    id,
    ...(externalId !== null && { externalId }),
    displayName: name,
    ...(members && { members: members.map((user) => ({ value: user.id, display: user.name, type: 'User' })) }),
    meta: toMeta('Group', group, { location: `${baseUrl}${scimPath}/Groups/${id}`, version: toGroupVersion(group) }),
  }
}

export type GroupResource = ReturnType<typeof toScimGroupResource>

export function toGroupVersion({ id, version }: Pick<ScimGroup, 'id' | 'version'>): string {
  return toVersion({ id, version })
}

export function scimGroupEvent(
  kind: Extract<EventKind, `scim_group.${string}`>,
  { id, name }: Pick<ScimGroup, 'id' | 'name'>,
  details: NewEvent['details'] = {},
): NewEvent {
  return { kind, subject: { kind: 'scim_group', id, name }, details }
}
