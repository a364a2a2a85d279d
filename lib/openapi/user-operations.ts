import { z } from 'zod'
import { listSchema } from '#lib/list-query.ts'
import {
  idempotencyHeader,
  jsonRefusals,
  managementHeaders,
  managementRefusals,
} from '#lib/openapi/management-refusals.ts'
import type { Operation } from '#lib/openapi/operation.ts'
import { listedUserResource, newUserBody, userPatchBody, userResource, usersQuery } from '#lib/users/user-resource.ts'

const userPath = z.object({
  userId: z.string().meta({ description: 'The ID of the user.', example: 'usr_2f6Jm9dQ81xYbT2nVcRs' }),
})
const tag = { ETag: 'The version of the user, for `If-Match`.' }
const authorization = { scheme: 'Bearer', token: { variable: 'ACCESS_TOKEN' } } as const
const noUser = { code: 'not_found', condition: 'There is no such user.' } as const

export const userOperations: readonly Operation[] = [
  {
    id: 'listUsers',
    method: 'GET',
    path: '/api/v1/users',
    tag: 'Users',
    summary: 'List users',
    description:
      'In the order of their IDs, without their lists of accounts and account groups.\n\nRequires the scope `users:read`.',
    security: ['accessToken'],
    parameters: { query: usersQuery },
    responses: [
      {
        status: 200,
        description: 'A part of the list.',
        headers: managementHeaders,
        content: listSchema(listedUserResource),
      },
    ],
    refusals: [
      { code: 'invalid_request', condition: 'A query parameter is invalid. `fields` names it.' },
      ...managementRefusals('users:read'),
    ],
    namesFields: true,
    samples: [{ label: 'The first users', path: '/api/v1/users?limit=200', authorization }],
  },
  {
    id: 'createUser',
    method: 'POST',
    path: '/api/v1/users',
    tag: 'Users',
    summary: 'Create a user',
    description:
      'The user has no password yet: the company’s own sign-in or a password link from a manager is the way in. A service user owns API keys and does not sign in.\n\nRequires the scope `users:write`.',
    security: ['accessToken'],
    parameters: { header: idempotencyHeader },
    json: { contentType: 'application/json', schema: newUserBody },
    responses: [
      {
        status: 201,
        description: 'The new user.',
        headers: { ...tag, Location: 'The URL of the user.', ...managementHeaders },
        content: userResource,
      },
    ],
    refusals: [
      ...jsonRefusals,
      { code: 'conflict', condition: 'A user has this username or email address.' },
      'idempotency_key_reused',
      'forbidden',
      'key_cannot_give_role',
      ...managementRefusals('users:write'),
    ],
    namesFields: true,
    samples: [
      {
        label: 'An agent without accounts',
        json: { email: 'anna@corp.example', username: 'anna', name: 'Anna Berger', role: 'agent' },
        authorization,
      },
    ],
  },
  {
    id: 'getUser',
    method: 'GET',
    path: '/api/v1/users/{userId}',
    tag: 'Users',
    summary: 'Get a user',
    description: 'With the list of accounts and the account groups.\n\nRequires the scope `users:read`.',
    security: ['accessToken'],
    parameters: { path: userPath },
    responses: [
      { status: 200, description: 'The user.', headers: { ...tag, ...managementHeaders }, content: userResource },
      { status: 304, description: 'The client has this version.', headers: { ...tag, ...managementHeaders } },
    ],
    refusals: [noUser, ...managementRefusals('users:read')],
    namesFields: true,
  },
  {
    id: 'patchUser',
    method: 'PATCH',
    path: '/api/v1/users/{userId}',
    tag: 'Users',
    summary: 'Change, deactivate or reactivate a user',
    description:
      'A JSON merge patch (RFC 7396). A deactivation ends the sessions, links and tokens of the user at once, and a reactivation does not bring them back.\n\nRequires the scope `users:write`.',
    security: ['accessToken'],
    parameters: {
      path: userPath,
      header: z.object({
        'If-Match': z.string().optional().meta({ description: 'Change the user only if this is their `ETag`.' }),
      }),
    },
    json: { contentType: 'application/merge-patch+json', schema: userPatchBody },
    responses: [
      {
        status: 200,
        description: 'The user as they are now.',
        headers: { ...tag, ...managementHeaders },
        content: userResource,
      },
    ],
    refusals: [
      ...jsonRefusals,
      noUser,
      'forbidden',
      'key_cannot_give_role',
      'last_owner',
      'precondition_failed',
      ...managementRefusals('users:write'),
    ],
    namesFields: true,
  },
]
