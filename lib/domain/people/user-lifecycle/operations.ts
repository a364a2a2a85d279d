import { z } from 'zod'
import { patchUser } from '#lib/domain/people/user-lifecycle/patch-user.ts'
import { createUser } from '#lib/domain/people/users/create-user.ts'
import { getUser, listUsersById, type UserWithAccounts, withAccounts } from '#lib/domain/people/users/find-users.ts'
import {
  listedUserResource,
  newUserBody,
  patchUserFields,
  toListedUser,
  toNewUserInput,
  toUserResource,
  userPatchBody,
  userResource,
  usersQuery,
} from '#lib/domain/people/users/user-resource.ts'
import { type Noun, operation } from '#lib/foundation/api/operation.ts'
import { toListPart } from '#lib/kernel/list-query.ts'

const user: Noun = {
  tag: 'Users',
  parameters: {
    userId: z.string().meta({ description: 'The ID of the user.', example: 'usr_2f6Jm9dQ81xYbT2nVcRs' }),
  },
  version: 'The version of the user, for `If-Match`.',
  condition: 'Change the user only if this is their `ETag`.',
  location: 'The URL of the user.',
}
const noUser = { code: 'not_found', condition: 'There is no such user.' } as const

export const userOperations = [
  operation(user, {
    id: 'listUsers',
    route: 'GET /api/v1/users',
    scope: 'users:read',
    summary: 'List users',
    description: 'In the order of their IDs, without their lists of accounts and account groups.',
    query: usersQuery,
    list: listedUserResource,
    sample: { label: 'The first users', path: '/api/v1/users?limit=200' },
    handle: async ({ services, actor, query: { limit, search, role, active }, after = '' }) => {
      const status = active === undefined ? undefined : active === 'true' ? 'active' : 'deactivated'
      const { users, more } = await listUsersById(services, actor, { after, limit, search, filter: { role, status } })
      return toListPart({ rows: users, more }, ({ id }) => id, toListedUser)
    },
  }),
  operation(user, {
    id: 'createUser',
    route: 'POST /api/v1/users',
    scope: 'users:write',
    summary: 'Create a user',
    description:
      'The user has no password yet: the company’s own sign-in or a password link from a manager is the way in. A service user owns API keys and does not sign in.',
    creates: true,
    conditional: true,
    body: newUserBody,
    response: userResource,
    returns: 'The new user.',
    refusals: [
      { code: 'conflict', condition: 'A user has this username or email address.' },
      'forbidden',
      'key_cannot_give_role',
    ],
    sample: {
      label: 'An agent without accounts',
      json: { email: 'anna@corp.example', username: 'anna', name: 'Anna Berger', role: 'agent' },
    },
    handle: async ({ services, actor, body }) =>
      toUserResource(await withAccounts(services.db, await createUser(services, actor, toNewUserInput(body)))),
  }),
  operation(user, {
    id: 'getUser',
    route: 'GET /api/v1/users/{userId}',
    scope: 'users:read',
    summary: 'Get a user',
    description: 'With the list of accounts and the account groups.',
    conditional: true,
    response: userResource,
    returns: 'The user.',
    refusals: [noUser],
    handle: async ({ services, actor, params: { userId } }) => toUserResource(await getUser(services, actor, userId)),
  }),
  operation(user, {
    id: 'patchUser',
    route: 'PATCH /api/v1/users/{userId}',
    scope: 'users:write',
    summary: 'Change, deactivate or reactivate a user',
    description:
      'A JSON merge patch (RFC 7396). A deactivation ends the sessions, links and tokens of the user at once, and a reactivation does not bring them back.',
    conditional: true,
    object: userPatchBody,
    response: userResource,
    returns: 'The user as they are now.',
    refusals: [noUser, 'forbidden', 'key_cannot_give_role', 'last_owner'],
    handle: async ({ services, actor, params: { userId: id }, object, requireUnchanged }) => {
      const change = (current: UserWithAccounts) => patchUserFields(current, object)
      const precondition = (current: UserWithAccounts) => requireUnchanged(toUserResource(current))
      return toUserResource(await patchUser(services, actor, { id, change, precondition }))
    },
  }),
] as const
