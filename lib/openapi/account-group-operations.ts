import { z } from 'zod'
import { keptByRule } from '#lib/account-groups/edit-members.ts'
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
} from '#lib/account-groups/group-resource.ts'
import { listSchema } from '#lib/list-query.ts'
import {
  idempotencyHeader,
  jsonRefusals,
  managementHeaders,
  managementRefusals,
} from '#lib/openapi/management-refusals.ts'
import type { Operation } from '#lib/openapi/operation.ts'

const groupPath = z.object({
  groupId: z.string().meta({ description: 'The ID of the group.', example: 'grp_7Hq2LmW9cXv4TzKp1RbY' }),
})
const memberPath = groupPath.extend({
  accountId: z.string().meta({ description: 'The ID of the account.', example: 'at-100021' }),
})
const tag = { ETag: 'The version of the group, for `If-Match`. It does not change with its accounts.' }
const authorization = { scheme: 'Bearer', token: { variable: 'ACCESS_TOKEN' } } as const
const security = ['accessToken'] as const
const wrongQuery = { code: 'invalid_request', condition: 'A query parameter is invalid. `fields` names it.' } as const
const noGroup = { code: 'not_found', condition: 'There is no such group.' } as const
const noMember = { code: 'not_found', condition: 'There is no such group, or no such account in it.' } as const
const noAccount = { code: 'not_found', condition: 'There is no such group or account.' } as const
const taken = { code: 'conflict', condition: 'Another group has the name, apart from case and accents.' } as const

export const accountGroupOperations: readonly Operation[] = [
  {
    id: 'listAccountGroups',
    method: 'GET',
    path: '/api/v1/account-groups',
    tag: 'Account groups',
    summary: 'List account groups',
    description: 'In the order of their IDs.\n\nRequires the scope `accounts:read`.',
    security,
    parameters: { query: groupsQuery },
    responses: [
      {
        status: 200,
        description: 'A part of the list.',
        headers: managementHeaders,
        content: listSchema(listedGroupResource),
      },
    ],
    refusals: [wrongQuery, ...managementRefusals('accounts:read')],
    namesFields: true,
    samples: [{ label: 'The first groups', path: '/api/v1/account-groups?limit=200', authorization }],
  },
  {
    id: 'createAccountGroup',
    method: 'POST',
    path: '/api/v1/account-groups',
    tag: 'Account groups',
    summary: 'Create an account group',
    description:
      'It has no accounts yet, and no user has it. There are at most 1,000.\n\nRequires the scope `accounts:write`.',
    security,
    parameters: { header: idempotencyHeader },
    json: { contentType: 'application/json', schema: newGroupBody },
    responses: [
      {
        status: 201,
        description: 'The new group.',
        headers: { ...tag, Location: 'The URL of the group.', ...managementHeaders },
        content: groupResource,
      },
    ],
    refusals: [...jsonRefusals, taken, 'idempotency_key_reused', ...managementRefusals('accounts:write')],
    namesFields: true,
    samples: [{ label: 'A new group', json: { name: 'Alpine', note: 'Sales region south' }, authorization }],
  },
  {
    id: 'getAccountGroup',
    method: 'GET',
    path: '/api/v1/account-groups/{groupId}',
    tag: 'Account groups',
    summary: 'Get an account group',
    description: 'With its rules, without its accounts.\n\nRequires the scope `accounts:read`.',
    security,
    parameters: { path: groupPath },
    responses: [
      { status: 200, description: 'The group.', headers: { ...tag, ...managementHeaders }, content: groupResource },
      { status: 304, description: 'The client has this version.', headers: { ...tag, ...managementHeaders } },
    ],
    refusals: [noGroup, ...managementRefusals('accounts:read')],
    namesFields: true,
  },
  {
    id: 'patchAccountGroup',
    method: 'PATCH',
    path: '/api/v1/account-groups/{groupId}',
    tag: 'Account groups',
    summary: 'Rename an account group',
    description: 'A JSON merge patch (RFC 7396) of name and note.\n\nRequires the scope `accounts:write`.',
    security,
    parameters: {
      path: groupPath,
      header: z.object({
        'If-Match': z.string().optional().meta({ description: 'Change the group only if this is its `ETag`.' }),
      }),
    },
    json: { contentType: 'application/merge-patch+json', schema: groupPatchBody },
    responses: [
      {
        status: 200,
        description: 'The group as it is now.',
        headers: { ...tag, ...managementHeaders },
        content: groupResource,
      },
    ],
    refusals: [...jsonRefusals, noGroup, taken, 'precondition_failed', ...managementRefusals('accounts:write')],
    namesFields: true,
  },
  {
    id: 'deleteAccountGroup',
    method: 'DELETE',
    path: '/api/v1/account-groups/{groupId}',
    tag: 'Account groups',
    summary: 'Delete an account group',
    description:
      'Its users can no longer open accounts because of it, from their next request. Its accounts stay. Repeat it if it was interrupted.\n\nRequires the scope `accounts:write`.',
    security,
    parameters: { path: groupPath },
    responses: [{ status: 204, description: 'It is deleted.', headers: managementHeaders }],
    refusals: [noGroup, ...managementRefusals('accounts:write')],
    namesFields: true,
  },
  {
    id: 'listAccountsOfGroup',
    method: 'GET',
    path: '/api/v1/account-groups/{groupId}/accounts',
    tag: 'Account groups',
    summary: 'List the accounts of a group',
    description: 'In the order of their IDs, with the reason of each.\n\nRequires the scope `accounts:read`.',
    security,
    parameters: { path: groupPath, query: membersQuery },
    responses: [
      {
        status: 200,
        description: 'A part of the list.',
        headers: managementHeaders,
        content: listSchema(memberResource),
      },
    ],
    refusals: [wrongQuery, noGroup, ...managementRefusals('accounts:read')],
    namesFields: true,
  },
  {
    id: 'changeAccountsOfGroup',
    method: 'POST',
    path: '/api/v1/account-groups/{groupId}/accounts',
    tag: 'Account groups',
    summary: 'Add and remove accounts of a group',
    description:
      'Up to 1,000 accounts in each list. Unknown IDs are named in the response, and the others take effect. Repeating the request changes nothing.\n\nRequires the scope `accounts:write`.',
    security,
    parameters: { path: groupPath },
    json: { contentType: 'application/json', schema: membersBody },
    responses: [
      { status: 200, description: 'What changed.', headers: managementHeaders, content: editedMembersResource },
    ],
    refusals: [...jsonRefusals, noGroup, ...managementRefusals('accounts:write')],
    namesFields: true,
  },
  {
    id: 'getAccountOfGroup',
    method: 'GET',
    path: '/api/v1/account-groups/{groupId}/accounts/{accountId}',
    tag: 'Account groups',
    summary: 'Check whether an account is in a group',
    description: 'And why it is.\n\nRequires the scope `accounts:read`.',
    security,
    parameters: { path: memberPath },
    responses: [
      { status: 200, description: 'The account is in the group.', headers: managementHeaders, content: memberResource },
    ],
    refusals: [noMember, ...managementRefusals('accounts:read')],
    namesFields: true,
  },
  {
    id: 'addAccountToGroup',
    method: 'PUT',
    path: '/api/v1/account-groups/{groupId}/accounts/{accountId}',
    tag: 'Account groups',
    summary: 'Add an account to a group',
    description:
      'Users who have the group can open the account from their next request. Needs no body, and can be repeated.\n\nRequires the scope `accounts:write`.',
    security,
    parameters: { path: memberPath },
    responses: [{ status: 204, description: 'The account is in the group.', headers: managementHeaders }],
    refusals: [noAccount, ...managementRefusals('accounts:write')],
    namesFields: true,
  },
  {
    id: 'removeAccountFromGroup',
    method: 'DELETE',
    path: '/api/v1/account-groups/{groupId}/accounts/{accountId}',
    tag: 'Account groups',
    summary: 'Remove an account from a group',
    description: 'Can be repeated.\n\nRequires the scope `accounts:write`.',
    security,
    parameters: { path: memberPath },
    responses: [{ status: 204, description: 'The account is not in the group.', headers: managementHeaders }],
    refusals: [
      noAccount,
      { code: 'conflict', condition: 'A rule of the group matches the account.', description: keptByRule },
      ...managementRefusals('accounts:write'),
    ],
    namesFields: true,
  },
]
