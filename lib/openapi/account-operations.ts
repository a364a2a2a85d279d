import { z } from 'zod'
import { accountLine } from '#lib/account-imports/account-line.ts'
import { importAccountsQuery, importResultLine } from '#lib/account-management/import-schema.ts'
import {
  accountBody,
  accountPatchBody,
  accountResource,
  accountsQuery,
  listedAccountResource,
  newAccountBody,
} from '#lib/accounts/account-resource.ts'
import { accountIdSchema } from '#lib/accounts/schema.ts'
import { listSchema } from '#lib/list-query.ts'
import {
  idempotencyHeader,
  jsonRefusals,
  managementHeaders,
  managementRefusals,
} from '#lib/openapi/management-refusals.ts'
import type { Operation } from '#lib/openapi/operation.ts'

const accountPath = z.object({
  accountId: accountIdSchema.meta({ description: 'The ID of the account.', example: 'at-100021' }),
})
const tag = { ETag: 'The version of the account, for `If-Match`.' }
const location = { Location: 'The URL of the account.' }
const authorization = { scheme: 'Bearer', token: { variable: 'ACCESS_TOKEN' } } as const
const conditions = z.object({
  'If-Match': z.string().optional().meta({ description: 'Change it only if this is its `ETag`.' }),
  'If-None-Match': z.string().optional().meta({ description: '`*`: only create it.' }),
})
const noAccount = { code: 'not_found', condition: 'There is no such account.' } as const

export const accountOperations: readonly Operation[] = [
  {
    id: 'listAccounts',
    method: 'GET',
    path: '/api/v1/accounts',
    tag: 'Accounts',
    summary: 'List accounts',
    description:
      'All accounts in the order of their IDs, or those that a search finds.\n\nRequires the scope `accounts:read`.',
    security: ['accessToken'],
    parameters: { query: accountsQuery },
    responses: [
      {
        status: 200,
        description: 'A part of the list.',
        headers: managementHeaders,
        content: listSchema(listedAccountResource),
      },
    ],
    refusals: [
      { code: 'invalid_request', condition: 'A query parameter is invalid. `fields` names it.' },
      ...managementRefusals('accounts:read'),
    ],
    namesFields: true,
    samples: [{ label: 'The first accounts', path: '/api/v1/accounts?limit=200', authorization }],
  },
  {
    id: 'createAccount',
    method: 'POST',
    path: '/api/v1/accounts',
    tag: 'Accounts',
    summary: 'Create an account',
    description:
      'The client chooses the ID. To create or replace without knowing whether the account exists, use PUT.\n\nRequires the scope `accounts:write`.',
    security: ['accessToken'],
    parameters: { header: idempotencyHeader },
    json: { contentType: 'application/json', schema: newAccountBody },
    responses: [
      {
        status: 201,
        description: 'The new account.',
        headers: { ...tag, ...location, ...managementHeaders },
        content: accountResource,
      },
    ],
    refusals: [
      ...jsonRefusals,
      { code: 'conflict', condition: 'An account with this ID exists.' },
      'idempotency_key_reused',
      ...managementRefusals('accounts:write'),
    ],
    namesFields: true,
    samples: [
      { label: 'A new account', json: { id: 'at-100021', name: 'Alpine Orders', locale: 'de-at' }, authorization },
    ],
  },
  {
    id: 'importAccounts',
    method: 'POST',
    path: '/api/v1/accounts/import',
    tag: 'Accounts',
    summary: 'Import accounts',
    description:
      'JSON Lines, one account per line: creates it, or changes the given fields of the existing one. The response has a result for each line, and a summary as its last line. Both are streams: read the response while you send. If you send everything first, ask for `results=problems`. An interrupted import can be repeated from the start. Invalid lines are skipped.\n\nThe last line has an `error` instead of a summary if the import ended early, or if missing accounts could not be suspended. Imported lines stay imported.\n\nRequires the scope `accounts:write`.',
    security: ['accessToken'],
    parameters: { query: importAccountsQuery },
    json: { contentType: 'application/x-ndjson', schema: accountLine },
    responses: [
      {
        status: 200,
        description: 'A result for each line, then a summary or an error.',
        headers: managementHeaders,
        contentType: 'application/x-ndjson',
        content: importResultLine,
      },
    ],
    refusals: [
      { code: 'invalid_request', condition: 'The content type or a query parameter is invalid. `fields` names it.' },
      ...managementRefusals('accounts:write'),
    ],
    namesFields: true,
  },
  {
    id: 'getAccount',
    method: 'GET',
    path: '/api/v1/accounts/{accountId}',
    tag: 'Accounts',
    summary: 'Get an account',
    description:
      'With `If-None-Match`, a client that has this version gets 304.\n\nRequires the scope `accounts:read`.',
    security: ['accessToken'],
    parameters: { path: accountPath },
    responses: [
      { status: 200, description: 'The account.', headers: { ...tag, ...managementHeaders }, content: accountResource },
      { status: 304, description: 'The client has this version.', headers: { ...tag, ...managementHeaders } },
    ],
    refusals: [noAccount, ...managementRefusals('accounts:read')],
    namesFields: true,
    samples: [{ label: 'An account', path: '/api/v1/accounts/acme', authorization }],
  },
  {
    id: 'putAccount',
    method: 'PUT',
    path: '/api/v1/accounts/{accountId}',
    tag: 'Accounts',
    summary: 'Create or replace an account',
    description:
      'Repeating it has no further effect. An omitted `locale` or `deepPath` is cleared; an omitted `suspended` keeps the state.\n\nRequires the scope `accounts:write`.',
    security: ['accessToken'],
    parameters: { path: accountPath, header: conditions },
    json: { contentType: 'application/json', schema: accountBody },
    responses: [
      {
        status: 200,
        description: 'The account existed and is as wanted now.',
        headers: { ...tag, ...managementHeaders },
        content: accountResource,
      },
      {
        status: 201,
        description: 'The account was created.',
        headers: { ...tag, ...location, ...managementHeaders },
        content: accountResource,
      },
    ],
    refusals: [...jsonRefusals, 'precondition_failed', ...managementRefusals('accounts:write')],
    namesFields: true,
    samples: [{ label: 'An account', path: '/api/v1/accounts/acme', json: { name: 'Acme Ltd' }, authorization }],
  },
  {
    id: 'patchAccount',
    method: 'PATCH',
    path: '/api/v1/accounts/{accountId}',
    tag: 'Accounts',
    summary: 'Change, suspend or reactivate an account',
    description:
      'A JSON merge patch (RFC 7396): changes the given fields; null clears `locale` or `deepPath`. A suspended account and its open sessions are closed from the next request on.\n\nRequires the scope `accounts:write`.',
    security: ['accessToken'],
    parameters: { path: accountPath, header: conditions.pick({ 'If-Match': true }) },
    json: { contentType: 'application/merge-patch+json', schema: accountPatchBody },
    responses: [
      {
        status: 200,
        description: 'The account as it is now.',
        headers: { ...tag, ...managementHeaders },
        content: accountResource,
      },
    ],
    refusals: [...jsonRefusals, noAccount, 'precondition_failed', ...managementRefusals('accounts:write')],
    namesFields: true,
    samples: [{ label: 'Suspend an account', path: '/api/v1/accounts/acme', json: { suspended: true }, authorization }],
  },
]
