import type { EventKind, NewEvent } from '#lib/foundation/audit/event.ts'

/** How many of a user's external groups count: the first ones, in the order of the source. */
export const maxGroupNames = 200

/** The source of the groups that are provisioned by SCIM. Any other source is the ID of a sign-in provider. */
export const scimSource = 'scim'

export const mappedRoles = ['agent', 'admin'] as const
export type MappedRole = (typeof mappedRoles)[number]

/** Users in this group of this source get the role or the account group. Exactly one of the two is not null. */
export type GroupMapping = Readonly<{
  id: string
  /** {@link scimSource} or the ID of a sign-in provider. */
  source: string
  /** Compared exactly. */
  groupName: string
  role: MappedRole | null
  accountGroupId: string | null
}>

/** `role`: undefined if no group maps to one. */
export type MappedAccess = Readonly<{ role: MappedRole | undefined; accountGroupIds: readonly string[] }>

/**
 * What these groups map to: the higher role, and every account group once. Names after {@link maxGroupNames} don't
 * count.
 */
export function evaluateMappings(
  mappings: readonly Pick<GroupMapping, 'groupName' | 'role' | 'accountGroupId'>[],
  groupNames: readonly string[],
): MappedAccess {
  const names = new Set(groupNames.slice(0, maxGroupNames))
  const matching = mappings.filter(({ groupName }) => names.has(groupName))
  const roles = new Set(matching.map(({ role }) => role))
  return {
    role: mappedRoles.findLast((role) => roles.has(role)),
    accountGroupIds: [...new Set(matching.flatMap(({ accountGroupId }) => accountGroupId ?? []))],
  }
}

/** `accountGroup`: its name at that time; empty for a role. */
export function mappingEvent(
  kind: Extract<EventKind, `group_mapping.${string}`>,
  { id, groupName, role }: Pick<GroupMapping, 'id' | 'groupName' | 'role'>,
  names: Readonly<{ source: string; accountGroup: string }>,
): NewEvent {
  return { kind, subject: { kind: 'group_mapping', id, name: groupName }, details: { role: role ?? '', ...names } }
}
