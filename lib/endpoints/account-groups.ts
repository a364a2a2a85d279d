import { z } from 'zod'
import type { AccountGroupWithRules } from '#lib/account-groups/account-group.ts'
import { addMember, editMembers, removeMember } from '#lib/account-groups/edit-members.ts'
import { getAccountGroup, getMember, listGroupsById, listMembersById } from '#lib/account-groups/find-groups.ts'
import {
  groupsQuery,
  membersBody,
  membersQuery,
  newGroupBody,
  patchGroupFields,
  toEditedMembers,
  toGroupInput,
  toGroupResource,
  toListedGroup,
  toMemberResource,
} from '#lib/account-groups/group-resource.ts'
import { deleteGroup } from '#lib/account-groups/manage-groups.ts'
import { createGroupOnce, patchGroup } from '#lib/account-groups/write-group.ts'
import { defineApiEndpoint } from '#lib/endpoints/api-endpoint.ts'
import { conditionalResponse, noContent, readRepeatable, resourceResponse } from '#lib/endpoints/api-resource.ts'
import { jsonResponse } from '#lib/http/endpoint.ts'
import { entityTag, requirePreconditions } from '#lib/http/entity-tag.ts'
import { readQuery } from '#lib/http/form-body.ts'
import { readJsonObject, readMergePatch } from '#lib/http/json-body.ts'
import { decodeCursor, encodeCursor } from '#lib/list-cursor.ts'
import { parseInput } from '#lib/parse-input.ts'

const path = '/api/v1/account-groups'
const withId = z.looseObject({ id: z.string() })

/** `GET` and `POST /api/v1/account-groups`. */
export const accountGroupsEndpoint = defineApiEndpoint({
  GET: [
    'accounts:read',
    async ({ request, services, client }) => {
      const { limit, cursor, search } = parseInput(groupsQuery, readQuery(request, groupsQuery.keyof().options))
      const after = cursor === undefined ? '' : decodeCursor(path, cursor)
      const { groups, more } = await listGroupsById(services, client, { after, limit, search })
      const last = more ? groups.at(-1) : undefined
      return jsonResponse({ items: groups.map(toListedGroup), next: last ? encodeCursor(path, last.id) : null })
    },
  ],
  POST: [
    'accounts:write',
    async ({ request, services, client }) => {
      const body = await readJsonObject(request)
      const input = toGroupInput(parseInput(newGroupBody, body.object))
      const repeatable = readRepeatable(request, client, body)
      const text = await createGroupOnce(services, client, input, { repeatable, represent })
      const { id } = withId.parse(JSON.parse(text))
      return resourceResponse(text, { status: 201, location: `${services.env.baseUrl}${path}/${id}` })
    },
  ],
})

/** `GET`, `PATCH` and `DELETE /api/v1/account-groups/<groupId>`. */
export const accountGroupEndpoint = defineApiEndpoint({
  GET: [
    'accounts:read',
    async ({ request, services, client, id }) =>
      conditionalResponse(request, represent(await getAccountGroup(services, client, id))),
  ],
  PATCH: [
    'accounts:write',
    async ({ request, services, client, id }) => {
      const { object: patch } = await readMergePatch(request)
      const change = (current: AccountGroupWithRules) => patchGroupFields(current, patch)
      const precondition = (current: AccountGroupWithRules) =>
        requirePreconditions(request, entityTag(represent(current)))
      return resourceResponse(represent(await patchGroup(services, client, { id, change, precondition })))
    },
  ],
  DELETE: [
    'accounts:write',
    async ({ services, client, id }) => {
      await deleteGroup(services, client, id)
      return noContent
    },
  ],
})

/** `GET` and `POST /api/v1/account-groups/<groupId>/accounts`. */
export const groupMembersEndpoint = defineApiEndpoint({
  GET: [
    'accounts:read',
    async ({ request, services, client, id: groupId }) => {
      const list = `${path}/${groupId}/accounts`
      const { limit, cursor } = parseInput(membersQuery, readQuery(request, membersQuery.keyof().options))
      const after = cursor === undefined ? '' : decodeCursor(list, cursor)
      const { members, more } = await listMembersById(services, client, { groupId, after, limit })
      const last = more ? members.at(-1) : undefined
      return jsonResponse({
        items: members.map(toMemberResource),
        next: last ? encodeCursor(list, last.accountId) : null,
      })
    },
  ],
  POST: [
    'accounts:write',
    async ({ request, services, client, id: groupId }) => {
      const edit = parseInput(membersBody, (await readJsonObject(request)).object)
      return jsonResponse(toEditedMembers(await editMembers(services, client, { groupId, ...edit })))
    },
  ],
})

/** `GET`, `PUT` and `DELETE /api/v1/account-groups/<groupId>/accounts/<accountId>`. */
export const groupMemberEndpoint = defineApiEndpoint({
  GET: [
    'accounts:read',
    async ({ services, client, id: groupId, nestedId: accountId }) =>
      jsonResponse(toMemberResource(await getMember(services, client, { groupId, accountId }))),
  ],
  PUT: [
    'accounts:write',
    async ({ services, client, id: groupId, nestedId: accountId }) => {
      await addMember(services, client, { groupId, accountId })
      return noContent
    },
  ],
  DELETE: [
    'accounts:write',
    async ({ services, client, id: groupId, nestedId: accountId }) => {
      await removeMember(services, client, { groupId, accountId })
      return noContent
    },
  ],
})

function represent(group: AccountGroupWithRules): string {
  return JSON.stringify(toGroupResource(group))
}
