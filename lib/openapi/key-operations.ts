import { z } from 'zod'
import {
  generatedKeyResource,
  keyPatchBody,
  keyResource,
  keysQuery,
  listedKeyResource,
  newKeyBody,
} from '#lib/api-keys/key-resource.ts'
import { handOverLinkResource } from '#lib/hand-over/hand-over-resource.ts'
import { listSchema } from '#lib/list-query.ts'
import {
  idempotencyHeader,
  jsonRefusals,
  managementHeaders,
  managementRefusals,
} from '#lib/openapi/management-refusals.ts'
import type { Operation } from '#lib/openapi/operation.ts'
import { keyUsageQuery, keyUsageResource } from '#lib/usage/key-usage-resource.ts'

export const keyPath = z.object({
  keyId: z.string().meta({ description: 'The key ID.', example: 'lkid_4bVq8sPfT0aYhW3nKx2J' }),
})
const tag = { ETag: 'The version of the key, for `If-Match`.' }
const authorization = { scheme: 'Bearer', token: { variable: 'ACCESS_TOKEN' } } as const
export const noKey = { code: 'not_found', condition: 'There is no such key, or the client may not manage it.' } as const
export const beyondReach = {
  code: 'forbidden',
  condition: 'The scopes of the key are not within `sso` and `introspect`.',
} as const
const security = ['accessToken'] as const

export const keyOperations: readonly Operation[] = [
  {
    id: 'listKeys',
    method: 'GET',
    path: '/api/v1/keys',
    tag: 'API keys',
    summary: 'List API keys',
    description:
      'In the order of their IDs: the keys of the users whom the owner of the client’s key manages, and of the owner.\n\nRequires the scope `keys:read`.',
    security,
    parameters: { query: keysQuery },
    responses: [
      {
        status: 200,
        description: 'A part of the list.',
        headers: managementHeaders,
        content: listSchema(listedKeyResource),
      },
    ],
    refusals: [
      { code: 'invalid_request', condition: 'A query parameter is invalid. `fields` names it.' },
      ...managementRefusals('keys:read'),
    ],
    namesFields: true,
    samples: [{ label: 'Keys that nobody uses', path: '/api/v1/keys?unused=true&limit=200', authorization }],
  },
  {
    id: 'generateKey',
    method: 'POST',
    path: '/api/v1/keys',
    tag: 'API keys',
    summary: 'Generate an API key',
    description:
      'The response alone shows the secret, or with `handOver` a link: its recipient generates the secret. Scopes and limits are final. A program generates keys with the scopes `sso` and `introspect` only: others need a person, who confirms.\n\nRequires the scope `keys:write`.',
    security,
    parameters: { header: idempotencyHeader },
    json: { contentType: 'application/json', schema: newKeyBody },
    responses: [
      {
        status: 201,
        description: 'The new key, with its secret or the link.',
        headers: { ...tag, Location: 'The URL of the key.', ...managementHeaders },
        content: generatedKeyResource(handOverLinkResource),
      },
    ],
    refusals: [
      ...jsonRefusals,
      { code: 'conflict', condition: 'The owner has an active key of this name. See `allowSameName`.' },
      'idempotency_key_reused',
      {
        code: 'forbidden',
        condition: 'The client may not manage keys of the owner, or the scopes are not within `sso` and `introspect`.',
      },
      ...managementRefusals('keys:write'),
    ],
    namesFields: true,
    samples: [
      {
        label: 'A key for one year',
        json: { name: 'CRM', ownerId: 'usr_2f6Jm9dQ81xYbT2nVcRs', expiresInDays: 365 },
        authorization,
      },
    ],
  },
  {
    id: 'getKey',
    method: 'GET',
    path: '/api/v1/keys/{keyId}',
    tag: 'API keys',
    summary: 'Get an API key',
    description: 'Without its secret.\n\nRequires the scope `keys:read`.',
    security,
    parameters: { path: keyPath },
    responses: [
      { status: 200, description: 'The key.', headers: { ...tag, ...managementHeaders }, content: keyResource },
      { status: 304, description: 'The client has this version.', headers: { ...tag, ...managementHeaders } },
    ],
    refusals: [noKey, ...managementRefusals('keys:read')],
    namesFields: true,
  },
  {
    id: 'patchKey',
    method: 'PATCH',
    path: '/api/v1/keys/{keyId}',
    tag: 'API keys',
    summary: 'Change, disable or revoke an API key',
    description:
      'A JSON merge patch (RFC 7396). A program disables and revokes every key that it may manage. It changes other things only of keys whose scopes are within `sso` and `introspect`.\n\nRequires the scope `keys:write`.',
    security,
    parameters: {
      path: keyPath,
      header: z.object({
        'If-Match': z.string().optional().meta({ description: 'Change the key only if this is its `ETag`.' }),
      }),
    },
    json: { contentType: 'application/merge-patch+json', schema: keyPatchBody },
    responses: [
      {
        status: 200,
        description: 'The key as it is now.',
        headers: { ...tag, ...managementHeaders },
        content: keyResource,
      },
    ],
    refusals: [
      ...jsonRefusals,
      noKey,
      beyondReach,
      { code: 'conflict', condition: 'The key is revoked or expired, or the owner has an active key of this name.' },
      'precondition_failed',
      ...managementRefusals('keys:write'),
    ],
    namesFields: true,
  },
  {
    id: 'getKeyUsage',
    method: 'GET',
    path: '/api/v1/keys/{keyId}/usage',
    tag: 'API keys',
    summary: 'Get the usage of an API key',
    description: 'What the key did, by hour, day or week, in UTC.\n\nRequires the scope `keys:read`.',
    security,
    parameters: { path: keyPath, query: keyUsageQuery },
    responses: [{ status: 200, description: 'The usage.', headers: managementHeaders, content: keyUsageResource }],
    refusals: [
      noKey,
      { code: 'invalid_request', condition: 'A query parameter is invalid. `fields` names it.' },
      ...managementRefusals('keys:read'),
    ],
    namesFields: true,
  },
]
