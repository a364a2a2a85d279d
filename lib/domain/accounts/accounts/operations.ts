import type { Account } from '#lib/domain/accounts/accounts/account.ts'
import {
  accountBody,
  accountPatchBody,
  accountResource,
  accountsQuery,
  listedAccountResource,
  newAccountBody,
  parseAccountAt,
  patchAccountFields,
  toAccountResource,
  toListedAccount,
  toWanted,
} from '#lib/domain/accounts/accounts/account-resource.ts'
import { createAccount, findManagedAccount, listAccounts } from '#lib/domain/accounts/accounts/manage-accounts.ts'
import { accountIdSchema, isAccountId } from '#lib/domain/accounts/accounts/schema.ts'
import { patchAccount, putAccount } from '#lib/domain/accounts/accounts/write-account.ts'
import { Created, type Noun, operation } from '#lib/foundation/api/operation.ts'
import { Refusal } from '#lib/kernel/errors.ts'

const account: Noun = {
  tag: 'Accounts',
  parameters: { accountId: accountIdSchema.meta({ description: 'The ID of the account.', example: 'at-100021' }) },
  version: 'The version of the account, for `If-Match`.',
  condition: 'Change it only if this is its `ETag`.',
  location: 'The URL of the account.',
}
const noAccount = { code: 'not_found', condition: 'There is no such account.' } as const
const resourceOf = (current: Account | undefined) => current && toAccountResource(current)

export const accountOperations = [
  operation(account, {
    id: 'listAccounts',
    route: 'GET /api/v1/accounts',
    scope: 'accounts:read',
    summary: 'List accounts',
    description: 'All accounts in the order of their IDs, or those that a search finds.',
    query: accountsQuery,
    list: listedAccountResource,
    sample: { label: 'The first accounts', path: '/api/v1/accounts?limit=200' },
    handle: async ({ services, actor, query: { limit, search, suspended, locale }, after }) => {
      const { accounts, next } = await listAccounts(services, actor, {
        limit,
        locale,
        after,
        query: search,
        order: { by: 'id', descending: false },
        ...(suspended !== undefined && { state: suspended === 'true' ? 'suspended' : 'active' }),
      })
      return { items: accounts.map(toListedAccount), next }
    },
  }),
  operation(account, {
    id: 'createAccount',
    route: 'POST /api/v1/accounts',
    scope: 'accounts:write',
    summary: 'Create an account',
    description: 'The client chooses the ID. To create or replace without knowing whether the account exists, use PUT.',
    creates: true,
    conditional: true,
    body: newAccountBody,
    response: accountResource,
    returns: 'The new account.',
    refusals: [{ code: 'conflict', condition: 'An account with this ID exists.' }],
    sample: { label: 'A new account', json: { id: 'at-100021', name: 'Alpine Orders', locale: 'de-at' } },
    handle: async ({ services, actor, body }) =>
      toAccountResource(await createAccount(services, actor, toWanted(body))),
  }),
  operation(account, {
    id: 'getAccount',
    route: 'GET /api/v1/accounts/{accountId}',
    scope: 'accounts:read',
    summary: 'Get an account',
    description: 'With `If-None-Match`, a client that has this version gets 304.',
    conditional: true,
    response: accountResource,
    returns: 'The account.',
    refusals: [noAccount],
    sample: { label: 'An account', path: '/api/v1/accounts/acme' },
    handle: async ({ services, actor, params: { accountId } }) => {
      const found = await findManagedAccount(services, actor, accountId)
      if (!found) throw new Refusal('not_found')
      return toAccountResource(found)
    },
  }),
  operation(account, {
    id: 'putAccount',
    route: 'PUT /api/v1/accounts/{accountId}',
    scope: 'accounts:write',
    summary: 'Create or replace an account',
    description:
      'Repeating it has no further effect. An omitted optional text, such as `locale`, is cleared. An omitted `suspended` keeps the state.',
    conditional: true,
    object: accountBody,
    response: accountResource,
    returns: 'The account existed and is as wanted now.',
    mayCreate: 'The account was created.',
    sample: { label: 'An account', path: '/api/v1/accounts/acme', json: { name: 'Acme Ltd' } },
    handle: async ({ services, actor, params: { accountId }, object, requireUnchanged }) => {
      const wanted = parseAccountAt(accountId, object)
      const precondition = (current: Account | undefined) => requireUnchanged(resourceOf(current))
      const put = await putAccount(services, actor, { wanted, precondition })
      const resource = toAccountResource(put.account)
      return put.isNew ? new Created(resource) : resource
    },
  }),
  operation(account, {
    id: 'patchAccount',
    route: 'PATCH /api/v1/accounts/{accountId}',
    scope: 'accounts:write',
    summary: 'Change, suspend or reactivate an account',
    description:
      'A JSON merge patch (RFC 7396): changes the given fields; null clears an optional text, such as `locale`. A suspended account and its open sessions are closed from the next request on.',
    conditional: true,
    object: accountPatchBody,
    response: accountResource,
    returns: 'The account as it is now.',
    refusals: [noAccount],
    sample: { label: 'Suspend an account', path: '/api/v1/accounts/acme', json: { suspended: true } },
    handle: async ({ services, actor, params: { accountId: id }, object, requireUnchanged }) => {
      if (!isAccountId(id)) throw new Refusal('not_found')
      const change = (current: Account) => patchAccountFields(current, object)
      const precondition = (current: Account | undefined) => requireUnchanged(resourceOf(current))
      return toAccountResource(await patchAccount(services, actor, { id, change, precondition }))
    },
  }),
] as const
