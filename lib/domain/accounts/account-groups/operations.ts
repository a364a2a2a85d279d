import { z } from 'zod'
import type { AccountGroupWithRules } from '#lib/domain/accounts/account-groups/account-group.ts'
import { addMember, editMembers, keptByRule, removeMember } from '#lib/domain/accounts/account-groups/edit-members.ts'
import {
  getAccountGroup,
  getMember,
  listGroupsById,
  listMembersById,
} from '#lib/domain/accounts/account-groups/find-groups.ts'
import {
  editedMembersResource,
  groupPatchBody,
  groupResource,
  groupsQuery,
  listedGroupResource,
  memberResource,
  membersBody,
  membersQuery,
  newGroupBody,
  patchGroupFields,
  toEditedMembers,
  toGroupInput,
  toGroupResource,
  toListedGroup,
  toMemberResource,
} from '#lib/domain/accounts/account-groups/group-resource.ts'
import { createGroup, deleteGroup } from '#lib/domain/accounts/account-groups/manage-groups.ts'
import { patchGroup } from '#lib/domain/accounts/account-groups/write-group.ts'
import { type Noun, operation } from '#lib/foundation/api/operation.ts'
import { toListPart } from '#lib/kernel/list-query.ts'

const group: Noun = {
  tag: 'Account groups',
  parameters: {
    groupId: z.string().meta({ description: 'The ID of the group.', example: 'grp_7Hq2LmW9cXv4TzKp1RbY' }),
    accountId: z.string().meta({ description: 'The ID of the account.', example: 'at-100021' }),
  },
  version: 'The version of the group, for `If-Match`. It does not change with its accounts.',
  condition: 'Change the group only if this is its `ETag`.',
  location: 'The URL of the group.',
}
const noGroup = { code: 'not_found', condition: 'There is no such group.' } as const
const noMember = { code: 'not_found', condition: 'There is no such group, or no such account in it.' } as const
const noAccount = { code: 'not_found', condition: 'There is no such group or account.' } as const
const taken = { code: 'conflict', condition: 'Another group has the name, apart from case and accents.' } as const

export const accountGroupOperations = [
  operation(group, {
    id: 'listAccountGroups',
    route: 'GET /api/v1/account-groups',
    scope: 'accounts:read',
    summary: 'List account groups',
    description: 'In the order of their IDs.',
    query: groupsQuery,
    list: listedGroupResource,
    sample: { label: 'The first groups', path: '/api/v1/account-groups?limit=200' },
    handle: async ({ services, actor, query: { limit, search }, after = '' }) => {
      const { groups: rows, more } = await listGroupsById(services, actor, { after, limit, search })
      return toListPart({ rows, more }, ({ id }) => id, toListedGroup)
    },
  }),
  operation(group, {
    id: 'createAccountGroup',
    route: 'POST /api/v1/account-groups',
    scope: 'accounts:write',
    summary: 'Create an account group',
    description: 'It has no accounts yet, and no user has it. There are at most 1,000.',
    creates: true,
    conditional: true,
    body: newGroupBody,
    response: groupResource,
    returns: 'The new group.',
    refusals: [taken],
    sample: { label: 'A new group', json: { name: 'Alpine', note: 'Sales region south' } },
    handle: async ({ services, actor, body }) =>
      toGroupResource({ ...(await createGroup(services, actor, toGroupInput(body))), rules: [] }),
  }),
  operation(group, {
    id: 'getAccountGroup',
    route: 'GET /api/v1/account-groups/{groupId}',
    scope: 'accounts:read',
    summary: 'Get an account group',
    description: 'With its rules, without its accounts.',
    conditional: true,
    response: groupResource,
    returns: 'The group.',
    refusals: [noGroup],
    handle: async ({ services, actor, params: { groupId } }) =>
      toGroupResource(await getAccountGroup(services, actor, groupId)),
  }),
  operation(group, {
    id: 'patchAccountGroup',
    route: 'PATCH /api/v1/account-groups/{groupId}',
    scope: 'accounts:write',
    summary: 'Rename an account group',
    description: 'A JSON merge patch (RFC 7396) of name and note.',
    conditional: true,
    object: groupPatchBody,
    response: groupResource,
    returns: 'The group as it is now.',
    refusals: [noGroup, taken],
    handle: async ({ services, actor, params: { groupId: id }, object, requireUnchanged }) => {
      const change = (current: AccountGroupWithRules) => patchGroupFields(current, object)
      const precondition = (current: AccountGroupWithRules) => requireUnchanged(toGroupResource(current))
      return toGroupResource(await patchGroup(services, actor, { id, change, precondition }))
    },
  }),
  operation(group, {
    id: 'deleteAccountGroup',
    route: 'DELETE /api/v1/account-groups/{groupId}',
    scope: 'accounts:write',
    summary: 'Delete an account group',
    description:
      'Its users can no longer open accounts because of it, from their next request. Its accounts stay. Repeat it if it was interrupted.',
    returns: 'It is deleted.',
    refusals: [noGroup],
    handle: ({ services, actor, params: { groupId } }) => deleteGroup(services, actor, groupId),
  }),
  operation(group, {
    id: 'listAccountsOfGroup',
    route: 'GET /api/v1/account-groups/{groupId}/accounts',
    scope: 'accounts:read',
    summary: 'List the accounts of a group',
    description: 'In the order of their IDs, with the reason of each.',
    query: membersQuery,
    list: memberResource,
    refusals: [noGroup],
    handle: async ({ services, actor, params: { groupId }, query: { limit }, after = '' }) => {
      const { members: rows, more } = await listMembersById(services, actor, { groupId, after, limit })
      return toListPart({ rows, more }, ({ accountId }) => accountId, toMemberResource)
    },
  }),
  operation(group, {
    id: 'changeAccountsOfGroup',
    route: 'POST /api/v1/account-groups/{groupId}/accounts',
    scope: 'accounts:write',
    summary: 'Add and remove accounts of a group',
    description:
      'Up to 1,000 accounts in each list. Unknown IDs are named in the response, and the others take effect. Repeating the request changes nothing.',
    body: membersBody,
    response: editedMembersResource,
    returns: 'What changed.',
    refusals: [noGroup],
    handle: async ({ services, actor, params: { groupId }, body }) =>
      toEditedMembers(await editMembers(services, actor, { groupId, ...body })),
  }),
  operation(group, {
    id: 'getAccountOfGroup',
    route: 'GET /api/v1/account-groups/{groupId}/accounts/{accountId}',
    scope: 'accounts:read',
    summary: 'Check whether an account is in a group',
    description: 'And why it is.',
    response: memberResource,
    returns: 'The account is in the group.',
    refusals: [noMember],
    handle: async ({ services, actor, params }) => toMemberResource(await getMember(services, actor, params)),
  }),
  operation(group, {
    id: 'addAccountToGroup',
    route: 'PUT /api/v1/account-groups/{groupId}/accounts/{accountId}',
    scope: 'accounts:write',
    summary: 'Add an account to a group',
    description:
      'Users who have the group can open the account from their next request. Needs no body, and can be repeated.',
    returns: 'The account is in the group.',
    refusals: [noAccount],
    handle: ({ services, actor, params }) => addMember(services, actor, params),
  }),
  operation(group, {
    id: 'removeAccountFromGroup',
    route: 'DELETE /api/v1/account-groups/{groupId}/accounts/{accountId}',
    scope: 'accounts:write',
    summary: 'Remove an account from a group',
    description: 'Can be repeated.',
    returns: 'The account is not in the group.',
    refusals: [
      noAccount,
      { code: 'conflict', condition: 'A rule of the group matches the account.', description: keptByRule },
    ],
    handle: ({ services, actor, params }) => removeMember(services, actor, params),
  }),
] as const
