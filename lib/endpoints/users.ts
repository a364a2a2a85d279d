import { z } from 'zod'
import { defineApiEndpoint } from '#lib/endpoints/api-endpoint.ts'
import { conditionalResponse, readRepeatable, resourceResponse } from '#lib/endpoints/api-resource.ts'
import { jsonResponse } from '#lib/http/endpoint.ts'
import { entityTag, requirePreconditions } from '#lib/http/entity-tag.ts'
import { readQuery } from '#lib/http/form-body.ts'
import { readJsonObject, readMergePatch } from '#lib/http/json-body.ts'
import { decodeCursor, encodeCursor } from '#lib/list-cursor.ts'
import { parseInput } from '#lib/parse-input.ts'
import { patchUser } from '#lib/user-lifecycle/patch-user.ts'
import { createUserOnce } from '#lib/users/create-user.ts'
import { getUser, listUsersById, type UserWithAccounts } from '#lib/users/find-users.ts'
import { newUserBody, patchUserFields, toListedUser, toUserResource, usersQuery } from '#lib/users/user-resource.ts'

const path = '/api/v1/users'
const withId = z.looseObject({ id: z.string() })

/** `GET` and `POST /api/v1/users`. */
export const usersEndpoint = defineApiEndpoint({
  GET: [
    'users:read',
    async ({ request, services, client }) => {
      const query = parseInput(usersQuery, readQuery(request, usersQuery.keyof().options))
      const { cursor, active, limit, search, role } = query
      const status = active === undefined ? undefined : active === 'true' ? 'active' : 'deactivated'
      const after = cursor === undefined ? '' : decodeCursor(path, cursor)
      const { users, more } = await listUsersById(services, client, { after, limit, search, filter: { role, status } })
      const last = more ? users.at(-1) : undefined
      return jsonResponse({ items: users.map(toListedUser), next: last ? encodeCursor(path, last.id) : null })
    },
  ],
  POST: [
    'users:write',
    async ({ request, services, client }) => {
      const body = await readJsonObject(request)
      const input = parseInput(newUserBody, body.object)
      const repeatable = readRepeatable(request, client, body)
      const text = await createUserOnce(services, client, input, { repeatable, represent })
      const { id } = withId.parse(JSON.parse(text))
      return resourceResponse(text, { status: 201, location: `${services.env.baseUrl}${path}/${id}` })
    },
  ],
})

/** `GET` and `PATCH /api/v1/users/<userId>`. */
export const userEndpoint = defineApiEndpoint({
  GET: [
    'users:read',
    async ({ request, services, client, id }) =>
      conditionalResponse(request, represent(await getUser(services, client, id))),
  ],
  PATCH: [
    'users:write',
    async ({ request, services, client, id }) => {
      const { object: patch } = await readMergePatch(request)
      const change = (current: UserWithAccounts) => patchUserFields(current, patch)
      const precondition = (current: UserWithAccounts) => requirePreconditions(request, entityTag(represent(current)))
      return resourceResponse(represent(await patchUser(services, client, { id, change, precondition })))
    },
  ],
})

function represent(user: UserWithAccounts): string {
  return JSON.stringify(toUserResource(user))
}
