import type { z } from 'zod'
import type { Account } from '#lib/accounts/account.ts'
import {
  accountsQuery,
  parseAccountAt,
  parseWantedAccount,
  patchAccountFields,
  toAccountResource,
  toListedAccount,
} from '#lib/accounts/account-resource.ts'
import { type AccountListRequest, findManagedAccount, listAccounts } from '#lib/accounts/manage-accounts.ts'
import { isAccountId } from '#lib/accounts/schema.ts'
import { createAccountOnce, patchAccount, putAccount } from '#lib/accounts/write-account.ts'
import { type ApiOperations, defineApiEndpoint } from '#lib/endpoints/api-endpoint.ts'
import { conditionalResponse, readRepeatable, resourceResponse } from '#lib/endpoints/api-resource.ts'
import { Refusal } from '#lib/errors.ts'
import { jsonResponse } from '#lib/http/endpoint.ts'
import { entityTag, requirePreconditions } from '#lib/http/entity-tag.ts'
import { readQuery } from '#lib/http/form-body.ts'
import { readJsonObject, readMergePatch } from '#lib/http/json-body.ts'
import { decodeCursor, encodeCursor } from '#lib/list-cursor.ts'
import { parseInput } from '#lib/parse-input.ts'

const path = '/api/v1/accounts'

/** `GET` and `POST /api/v1/accounts`. */
export const accountsEndpoint = defineApiEndpoint({
  GET: [
    'accounts:read',
    async ({ request, services, client }) => {
      const query = parseInput(accountsQuery, readQuery(request, accountsQuery.keyof().options))
      const { accounts, next } = await listAccounts(services, client, toListRequest(query))
      const items = accounts.map(toListedAccount)
      return jsonResponse({ items, next: next === null ? null : encodeCursor(path, next) })
    },
  ],
  POST: [
    'accounts:write',
    async ({ request, services, client }) => {
      const body = await readJsonObject(request)
      const wanted = parseWantedAccount(body.object)
      const repeatable = readRepeatable(request, client, body)
      const text = await createAccountOnce(services, client, wanted, { repeatable, represent })
      return resourceResponse(text, { status: 201, location: `${services.env.baseUrl}${path}/${wanted.id}` })
    },
  ],
})

/** `GET`, `PUT` and `PATCH /api/v1/accounts/<accountId>`. */
export const accountMethods: ApiOperations = {
  GET: [
    'accounts:read',
    async ({ request, services, client, id }) => {
      const account = await findManagedAccount(services, client, id)
      if (!account) throw new Refusal('not_found')
      return conditionalResponse(request, represent(account))
    },
  ],
  PUT: [
    'accounts:write',
    async ({ request, services, client, id }) => {
      const wanted = parseAccountAt(id, (await readJsonObject(request)).object)
      const { account, isNew } = await putAccount(services, client, wanted, requireAsRead(request))
      const created = { status: 201, location: `${services.env.baseUrl}${path}/${id}` } as const
      return resourceResponse(represent(account), isNew ? created : {})
    },
  ],
  PATCH: [
    'accounts:write',
    async ({ request, services, client, id }) => {
      const { object: patch } = await readMergePatch(request)
      if (!isAccountId(id)) throw new Refusal('not_found')
      const change = (current: Account) => patchAccountFields(current, patch)
      const precondition = requireAsRead(request)
      return resourceResponse(represent(await patchAccount(services, client, { id, change, precondition })))
    },
  ],
}

export const accountEndpoint = defineApiEndpoint(accountMethods)

function represent(account: Account): string {
  return JSON.stringify(toAccountResource(account))
}

function requireAsRead(request: Request) {
  return (current: Account | undefined) => requirePreconditions(request, current && entityTag(represent(current)))
}

function toListRequest({
  limit,
  cursor,
  search,
  suspended,
  locale,
}: z.output<typeof accountsQuery>): AccountListRequest {
  return {
    ...{ limit, locale, query: search, order: { by: 'id', descending: false } },
    ...(suspended !== undefined && { state: suspended === 'true' ? 'suspended' : 'active' }),
    after: cursor === undefined ? undefined : decodeCursor(path, cursor),
  }
}
