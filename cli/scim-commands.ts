import { type Command, Option } from 'commander'
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
import { formatTable } from './output.ts'
import { addLocalVerb, type CommandContext } from './run.ts'

type Target = Readonly<{ role?: string; accountGroup?: string }>

export function addScimCommands(program: Command): void {
  const noun = program.command('scim').description('Provisioning of users and groups by a directory.')
  addLocalVerb(noun, 'groups', async ({ services, actor }) => {
    const groups = await listProvisionedGroups(services, actor)
    const baseUrl = `${services.env.baseUrl}${scimPath}`
    return { json: { baseUrl, groups }, lines: [`SCIM base URL: ${baseUrl}`, ...formatGroups(groups)] }
  }).description('List the groups of the directory with what each gives to its members.')
  addLocalVerb(noun, 'map <group>', async (context, group: string, { role, accountGroup }: Target) => {
    const target = accountGroup === undefined ? { role } : { accountGroupId: await findGroupId(context, accountGroup) }
    const mapping = await mapScimGroup(context.services, context.actor, { groupName: group, ...target })
    return { json: mapping, lines: [`Mapped ${group}: ${mapping.id}`] }
  })
    .description('Give a role or an account group to the members of a group, also of one that is provisioned later.')
    .addOption(new Option('--role <role>', 'the role').choices(mappedRoles).conflicts('accountGroup'))
    .option('--account-group <name>', 'the name or ID of the account group')
  addLocalVerb(noun, 'unmap <mappingId>', async ({ services, actor }, id: string) => {
    await unmapScimGroup(services, actor, id)
    return { json: { id }, lines: [`Removed ${id}.`] }
  }).description('Remove a mapping, and take what it gave.')
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
