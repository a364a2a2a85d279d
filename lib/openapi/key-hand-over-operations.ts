import { handOverBody, handOverLinkResource, handOverResource } from '#lib/hand-over/hand-over-resource.ts'
import { beyondReach, keyPath, noKey } from '#lib/openapi/key-operations.ts'
import {
  idempotencyHeader,
  jsonRefusals,
  managementHeaders,
  managementRefusals,
} from '#lib/openapi/management-refusals.ts'
import type { Operation } from '#lib/openapi/operation.ts'

const security = ['accessToken'] as const

export const keyHandOverOperations: readonly Operation[] = [
  {
    id: 'getKeyHandOver',
    method: 'GET',
    path: '/api/v1/keys/{keyId}/hand-over',
    tag: 'API keys',
    summary: 'Get the hand-over of an API key',
    description: 'The state of the newest link, not the link itself.\n\nRequires the scope `keys:read`.',
    security,
    parameters: { path: keyPath },
    responses: [{ status: 200, description: 'The hand-over.', headers: managementHeaders, content: handOverResource }],
    refusals: [
      { code: 'not_found', condition: 'There is no such key, the client may not manage it, or it has no hand-over.' },
      ...managementRefusals('keys:read'),
    ],
    namesFields: true,
  },
  {
    id: 'handOverKey',
    method: 'POST',
    path: '/api/v1/keys/{keyId}/hand-over',
    tag: 'API keys',
    summary: 'Hand over an API key',
    description:
      'Creates a link whose recipient generates the next secret of the key. It works once, and replaces an earlier link and a pending secret. The response alone shows it.\n\nRequires the scope `keys:write`.',
    security,
    parameters: { path: keyPath, header: idempotencyHeader },
    json: { contentType: 'application/json', schema: handOverBody },
    responses: [
      { status: 201, description: 'The new link.', headers: managementHeaders, content: handOverLinkResource },
    ],
    refusals: [
      ...jsonRefusals,
      noKey,
      beyondReach,
      { code: 'conflict', condition: 'The key is disabled, revoked or expired.' },
      'former_secret_works',
      'idempotency_key_reused',
      ...managementRefusals('keys:write'),
    ],
    namesFields: true,
  },
  {
    id: 'withdrawKeyHandOver',
    method: 'DELETE',
    path: '/api/v1/keys/{keyId}/hand-over',
    tag: 'API keys',
    summary: 'Withdraw the hand-over of an API key',
    description:
      'Ends the open link. If the recipient has used it, retire or rotate the secret instead. A program withdraws the links of every key that it may manage.\n\nRequires the scope `keys:write`.',
    security,
    parameters: { path: keyPath },
    responses: [{ status: 204, description: 'The link no longer works.', headers: managementHeaders }],
    refusals: [
      { code: 'not_found', condition: 'There is no such key, the client may not manage it, or it has no open link.' },
      ...managementRefusals('keys:write'),
    ],
    namesFields: true,
  },
]
