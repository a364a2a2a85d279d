import type { AccountGroupWithRules, GroupMembership } from '#lib/account-groups/account-group.ts'
import { editMembers } from '#lib/account-groups/edit-members.ts'
import { listGroupsById, listMembersById } from '#lib/account-groups/find-groups.ts'
import {
  membersBody,
  patchGroupFields,
  toEditedMembers,
  toGroupResource,
  toListedGroup,
  toMemberResource,
} from '#lib/account-groups/group-resource.ts'
import { createGroup, deleteGroup } from '#lib/account-groups/manage-groups.ts'
import type { GroupInput } from '#lib/account-groups/schema.ts'
import { patchGroup } from '#lib/account-groups/write-group.ts'
import { parseInput } from '#lib/parse-input.ts'
import type { CommandContext } from '../run.ts'
import { type Patch, unconditional } from './patch.ts'
import { itemsPerPage, readPages } from './read-pages.ts'

/** The accounts to add to a group, and those to remove. */
type MembersEdit = Readonly<Partial<Record<'add' | 'remove', readonly string[]>>>

/** Groups as the management API shows them. */
export function localAccountGroups(context: CommandContext) {
  const { services, actor } = context
  return {
    /** By ID. */
    list: async () => (await listGroups(context)).map(toListedGroup),
    create: async (input: GroupInput) => toGroupResource({ ...(await createGroup(services, actor, input)), rules: [] }),
    change: async (id: string, patch: Patch) => {
      const change = (current: AccountGroupWithRules) => patchGroupFields(current, patch)
      return toGroupResource(await patchGroup(services, actor, { id, change, precondition: unconditional }))
    },
    delete: (id: string) => deleteGroup(services, actor, id),
    /** By ID. */
    listAccounts: async (groupId: string) => (await listMembers(context, groupId)).map(toMemberResource),
    editAccounts: async (groupId: string, edit: MembersEdit) =>
      toEditedMembers(await editMembers(services, actor, { groupId, ...parseInput(membersBody, edit) })),
  }
}

function listGroups({ services, actor }: CommandContext) {
  return readPages<AccountGroupWithRules>(async (last) => {
    const page = await listGroupsById(services, actor, { after: last?.id ?? '', limit: itemsPerPage })
    return { items: page.groups, more: page.more }
  })
}

function listMembers({ services, actor }: CommandContext, groupId: string) {
  return readPages<GroupMembership>(async (last) => {
    const request = { groupId, after: last?.accountId ?? '', limit: itemsPerPage }
    const page = await listMembersById(services, actor, request)
    return { items: page.members, more: page.more }
  })
}
