import { z } from 'zod'
import {
  rehearsalBody,
  rehearsalResource,
  retirementQuery,
  rotatedSecretResource,
  rotationBody,
  secretsResource,
} from '#lib/key-rotation/secret-resource.ts'
import { beyondReach, keyPath, noKey } from '#lib/openapi/key-operations.ts'
import {
  idempotencyHeader,
  jsonRefusals,
  managementHeaders,
  managementRefusals,
} from '#lib/openapi/management-refusals.ts'
import type { Operation } from '#lib/openapi/operation.ts'

const security = ['accessToken'] as const
const secretPath = keyPath.extend({
  secretId: z
    .string()
    .meta({ description: 'The `id` of the secret in the list.', example: 'ksec_1nQ7cX5rT0aYhW3nKx2J' }),
})

export const keySecretOperations: readonly Operation[] = [
  {
    id: 'listKeySecrets',
    method: 'GET',
    path: '/api/v1/keys/{keyId}/secrets',
    tag: 'API keys',
    summary: 'List the secrets of an API key',
    description: 'Their states and their use, not the secrets themselves.\n\nRequires the scope `keys:read`.',
    security,
    parameters: { path: keyPath },
    responses: [
      { status: 200, description: 'The newest 20 secrets.', headers: managementHeaders, content: secretsResource },
    ],
    refusals: [noKey, ...managementRefusals('keys:read')],
    namesFields: true,
  },
  {
    id: 'rotateKeySecret',
    method: 'POST',
    path: '/api/v1/keys/{keyId}/secrets',
    tag: 'API keys',
    summary: 'Rotate the secret of an API key',
    description:
      'Generates another secret, which the response alone shows. Its first use makes it current; the former one works for some time more.\n\nRequires the scope `keys:write`.',
    security,
    parameters: { path: keyPath, header: idempotencyHeader },
    json: { contentType: 'application/json', schema: rotationBody },
    responses: [
      { status: 201, description: 'The new secret.', headers: managementHeaders, content: rotatedSecretResource },
    ],
    refusals: [
      ...jsonRefusals,
      noKey,
      beyondReach,
      { code: 'conflict', condition: 'The key is revoked or expired.' },
      'former_secret_works',
      'idempotency_key_reused',
      ...managementRefusals('keys:write'),
    ],
    namesFields: true,
  },
  {
    id: 'retireKeySecret',
    method: 'DELETE',
    path: '/api/v1/keys/{keyId}/secrets/{secretId}',
    tag: 'API keys',
    summary: 'Retire a secret of an API key',
    description:
      'Ends the retiring secret now, or discards the pending one. The current secret can’t be retired: rotate it, or disable the key. A program retires the secrets of every key that it may manage.\n\nRequires the scope `keys:write`.',
    security,
    parameters: { path: secretPath, query: retirementQuery },
    responses: [{ status: 204, description: 'It is refused from now on.', headers: managementHeaders }],
    refusals: [
      { code: 'invalid_request', condition: 'A query parameter is invalid. `fields` names it.' },
      { code: 'not_found', condition: 'There is no such key or secret, or the client may not manage the key.' },
      { code: 'conflict', condition: 'The secret is the current one, or it no longer works.' },
      ...managementRefusals('keys:write'),
    ],
    namesFields: true,
  },
  {
    id: 'rehearseKeyRetirement',
    method: 'PUT',
    path: '/api/v1/keys/{keyId}/rehearsal',
    tag: 'API keys',
    summary: 'Rehearse the retirement of a secret',
    description:
      'Refuses the retiring secret for some minutes, as its retirement will. It then works again by itself. Its refresh tokens are not affected. `/api/v1/keys/{keyId}/usage` counts what was refused.\n\nRequires the scope `keys:write`.',
    security,
    parameters: { path: keyPath },
    json: { contentType: 'application/json', schema: rehearsalBody },
    responses: [{ status: 200, description: 'The rehearsal.', headers: managementHeaders, content: rehearsalResource }],
    refusals: [
      ...jsonRefusals,
      noKey,
      beyondReach,
      { code: 'conflict', condition: 'No secret of the key is retiring.' },
      ...managementRefusals('keys:write'),
    ],
    namesFields: true,
  },
  {
    id: 'endKeyRehearsal',
    method: 'DELETE',
    path: '/api/v1/keys/{keyId}/rehearsal',
    tag: 'API keys',
    summary: 'End a rehearsal',
    description:
      'The retiring secret works again. Without a rehearsal, nothing changes.\n\nRequires the scope `keys:write`.',
    security,
    parameters: { path: keyPath },
    responses: [{ status: 204, description: 'No rehearsal refuses a secret.', headers: managementHeaders }],
    refusals: [noKey, beyondReach, ...managementRefusals('keys:write')],
    namesFields: true,
  },
]
