import { z } from 'zod'
import { listSchema } from '#lib/list-query.ts'
import {
  idempotencyHeader,
  jsonRefusals,
  managementHeaders,
  managementRefusals,
} from '#lib/openapi/management-refusals.ts'
import type { Operation } from '#lib/openapi/operation.ts'
import { deliveriesResource, replayBody, rotatedResource, testResource } from '#lib/webhooks/delivery-resource.ts'
import { formerSigns } from '#lib/webhooks/rotate-signing-secret.ts'
import {
  addedWebhookResource,
  newWebhookBody,
  webhookPatchBody,
  webhookResource,
  webhooksQuery,
} from '#lib/webhooks/webhook-resource.ts'

const webhookPath = z.object({
  webhookId: z.string().meta({ description: 'The ID of the webhook.', example: 'whk_5tQz8NcX2rLm7VbJ0yKd' }),
})
const tag = { ETag: 'The version of the webhook, for `If-Match`. It does not change with its deliveries.' }
const authorization = { scheme: 'Bearer', token: { variable: 'ACCESS_TOKEN' } } as const
const security = ['accessToken'] as const
const noWebhook = { code: 'not_found', condition: 'There is no such webhook.' } as const

export const webhookOperations: readonly Operation[] = [
  {
    id: 'listWebhooks',
    method: 'GET',
    path: '/api/v1/webhooks',
    tag: 'Webhooks',
    summary: 'List webhooks',
    description: 'In the order of their IDs, without their secrets.\n\nRequires the scope `webhooks:read`.',
    security,
    parameters: { query: webhooksQuery },
    responses: [
      {
        status: 200,
        description: 'A part of the list.',
        headers: managementHeaders,
        content: listSchema(webhookResource),
      },
    ],
    refusals: [
      { code: 'invalid_request', condition: 'A query parameter is invalid. `fields` names it.' },
      ...managementRefusals('webhooks:read'),
    ],
    namesFields: true,
    samples: [{ label: 'All webhooks', path: '/api/v1/webhooks?limit=200', authorization }],
  },
  {
    id: 'addWebhook',
    method: 'POST',
    path: '/api/v1/webhooks',
    tag: 'Webhooks',
    summary: 'Add a webhook',
    description:
      'It receives the events from now on. The response alone shows the signing secret. There are at most 20 webhooks.\n\nRequires the scope `webhooks:write`.',
    security,
    parameters: { header: idempotencyHeader },
    json: { contentType: 'application/json', schema: newWebhookBody },
    responses: [
      {
        status: 201,
        description: 'The new webhook, with its secret.',
        headers: { ...tag, Location: 'The URL of the webhook.', ...managementHeaders },
        content: addedWebhookResource,
      },
    ],
    refusals: [...jsonRefusals, 'idempotency_key_reused', ...managementRefusals('webhooks:write')],
    namesFields: true,
    samples: [
      {
        label: 'Two kinds of events',
        json: { url: 'https://hooks.example/latchkey', kinds: ['api_key.revoked', 'user.deactivated'] },
        authorization,
      },
    ],
  },
  {
    id: 'getWebhook',
    method: 'GET',
    path: '/api/v1/webhooks/{webhookId}',
    tag: 'Webhooks',
    summary: 'Get a webhook',
    description: 'Without its secret.\n\nRequires the scope `webhooks:read`.',
    security,
    parameters: { path: webhookPath },
    responses: [
      { status: 200, description: 'The webhook.', headers: { ...tag, ...managementHeaders }, content: webhookResource },
      { status: 304, description: 'The client has this version.', headers: { ...tag, ...managementHeaders } },
    ],
    refusals: [noWebhook, ...managementRefusals('webhooks:read')],
    namesFields: true,
  },
  {
    id: 'patchWebhook',
    method: 'PATCH',
    path: '/api/v1/webhooks/{webhookId}',
    tag: 'Webhooks',
    summary: 'Change, pause or resume a webhook',
    description:
      'A JSON merge patch (RFC 7396). Events wait for a paused webhook. One that is resumed receives them at once, apart from lost ones.\n\nRequires the scope `webhooks:write`.',
    security,
    parameters: {
      path: webhookPath,
      header: z.object({
        'If-Match': z.string().optional().meta({ description: 'Change the webhook only if this is its `ETag`.' }),
      }),
    },
    json: { contentType: 'application/merge-patch+json', schema: webhookPatchBody },
    responses: [
      {
        status: 200,
        description: 'The webhook as it is now.',
        headers: { ...tag, ...managementHeaders },
        content: webhookResource,
      },
    ],
    refusals: [...jsonRefusals, noWebhook, 'precondition_failed', ...managementRefusals('webhooks:write')],
    namesFields: true,
  },
  {
    id: 'removeWebhook',
    method: 'DELETE',
    path: '/api/v1/webhooks/{webhookId}',
    tag: 'Webhooks',
    summary: 'Remove a webhook',
    description: 'Nothing more is sent, apart from an attempt that has begun.\n\nRequires the scope `webhooks:write`.',
    security,
    parameters: { path: webhookPath },
    responses: [{ status: 204, description: 'It is removed.', headers: managementHeaders }],
    refusals: [noWebhook, ...managementRefusals('webhooks:write')],
    namesFields: true,
  },
  {
    id: 'getDeliveries',
    method: 'GET',
    path: '/api/v1/webhooks/{webhookId}/deliveries',
    tag: 'Webhooks',
    summary: 'Get the state of deliveries',
    description: 'What waits, what fails, and the last 20 attempts.\n\nRequires the scope `webhooks:read`.',
    security,
    parameters: { path: webhookPath },
    responses: [{ status: 200, description: 'The state.', headers: managementHeaders, content: deliveriesResource }],
    refusals: [noWebhook, ...managementRefusals('webhooks:read')],
    namesFields: true,
  },
  {
    id: 'replayWebhook',
    method: 'POST',
    path: '/api/v1/webhooks/{webhookId}/replays',
    tag: 'Webhooks',
    summary: 'Send events again',
    description:
      'Sends the events from a number of the journal on, in order. Those before it that were not sent are skipped. A paused webhook stays paused.\n\nRequires the scope `webhooks:write`.',
    security,
    parameters: { path: webhookPath },
    json: { contentType: 'application/json', schema: replayBody },
    responses: [{ status: 204, description: 'The events are sent from now on.', headers: managementHeaders }],
    refusals: [...jsonRefusals, noWebhook, ...managementRefusals('webhooks:write')],
    namesFields: true,
  },
  {
    id: 'rotateSigningSecret',
    method: 'POST',
    path: '/api/v1/webhooks/{webhookId}/secrets',
    tag: 'Webhooks',
    summary: 'Rotate the signing secret',
    description:
      'The response alone shows the new secret. Messages carry a signature by each of the two until the former one is ended. Needs no body.\n\nRequires the scope `webhooks:write`.',
    security,
    parameters: { path: webhookPath, header: idempotencyHeader },
    responses: [{ status: 201, description: 'The new secret.', headers: managementHeaders, content: rotatedResource }],
    refusals: [
      { code: 'invalid_request', condition: 'The `Idempotency-Key` is malformed.' },
      noWebhook,
      {
        code: 'conflict',
        condition: 'The former secret was not ended, or another request has just rotated it.',
        description: formerSigns,
      },
      'idempotency_key_reused',
      ...managementRefusals('webhooks:write'),
    ],
    namesFields: true,
  },
  {
    id: 'endFormerSigningSecret',
    method: 'DELETE',
    path: '/api/v1/webhooks/{webhookId}/secrets/former',
    tag: 'Webhooks',
    summary: 'End the former signing secret',
    description:
      'Messages carry a signature by the newest secret alone. Can be repeated.\n\nRequires the scope `webhooks:write`.',
    security,
    parameters: { path: webhookPath },
    responses: [{ status: 204, description: 'It no longer signs.', headers: managementHeaders }],
    refusals: [noWebhook, ...managementRefusals('webhooks:write')],
    namesFields: true,
  },
  {
    id: 'testWebhook',
    method: 'POST',
    path: '/api/v1/webhooks/{webhookId}/tests',
    tag: 'Webhooks',
    summary: 'Send a test',
    description:
      'Sends an event of the kind `webhook.test`, also while the webhook is paused, and waits up to 15 seconds for the result. At most 10 a minute for a webhook. Needs no body.\n\nRequires the scope `webhooks:write`.',
    security,
    parameters: { path: webhookPath },
    responses: [{ status: 200, description: 'The result.', headers: managementHeaders, content: testResource }],
    refusals: [noWebhook, ...managementRefusals('webhooks:write')],
    namesFields: true,
  },
]
