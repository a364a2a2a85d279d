import type { Command } from 'commander'
import { listGroupChoices } from '#lib/domain/accounts/account-groups/manage-groups.ts'
import { mappedRoles } from '#lib/domain/people/group-mappings/group-mapping.ts'
import {
  listProvisionedGroups,
  mapScimGroup,
  type ProvisionedGroup,
  unmapScimGroup,
} from '#lib/domain/people/scim/map-groups.ts'
import { scimPath } from '#lib/domain/people/scim/schemas.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import { choice, option } from './options.ts'
import { formatTable } from './output.ts'
import type { CommandContext } from './run.ts'
import { verbsOf } from './verb.ts'

export function addScimCommands(program: Command): void {
  const verb = verbsOf(program.command('scim').description('Provisioning of users and groups by a directory.'))
  const about = 'List the groups of the directory with what each gives to its members.'
  verb('groups', about).here(async ({ services, actor }) => {
    const groups = await listProvisionedGroups(services, actor)
    const baseUrl = `${services.env.baseUrl}${scimPath}`
    return { json: { baseUrl, groups }, lines: [`SCIM base URL: ${baseUrl}`, ...formatGroups(groups)] }
  })
  const mapping = 'Give a role or an account group to the members of a group, also of one that is provisioned later.'
  verb('map <group>', mapping, {
    role: choice('--role <role>', 'the role', mappedRoles).conflicts('accountGroup'),
    accountGroup: option('--account-group <name>', 'the name or ID of the account group'),
  }).here(async (context, group, { role, accountGroup }) => {
    const target = accountGroup === undefined ? { role } : { accountGroupId: await findGroupId(context, accountGroup) }
    const mapped = await mapScimGroup(context.services, context.actor, { groupName: group, ...target })
    return { json: mapped, lines: [`Mapped ${group}: ${mapped.id}`] }
  })
  verb('unmap <mappingId>', 'Remove a mapping, and take what it gave.').here(async ({ services, actor }, id) => {
    await unmapScimGroup(services, actor, id)
    return { json: { id }, lines: [`Removed ${id}.`] }
  })
}

function formatGroups(groups: readonly ProvisionedGroup[]): string[] {
  const rows = groups.flatMap(({ name, members, mappings }) => {
    const count = members === null ? '–' : String(members)
    if (mappings.length === 0) return [[name, count, '–', '–']]
    return mappings.map(({ id, role, accountGroupName }) => [name, count, role ?? accountGroupName ?? '', id])
  })
  return formatTable(['GROUP', 'MEMBERS', 'GIVES', 'MAPPING'], rows)
}

async function findGroupId({ services, actor }: CommandContext, nameOrId: string): Promise<string> {
  const groups = await listGroupChoices(services, actor)
  const found = groups.find(({ id, name }) => id === nameOrId || name === nameOrId)
  if (!found) throw new Refusal('input_invalid', { fields: { accountGroupId: 'unknown' } })
  return found.id
}
