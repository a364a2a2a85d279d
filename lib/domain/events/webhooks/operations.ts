import { z } from 'zod'
import { replayWebhook } from '#lib/domain/events/webhooks/control-webhook.ts'
import {
  deliveriesResource,
  replayBody,
  rotatedResource,
  testResource,
  toDeliveriesResource,
  toTestResource,
} from '#lib/domain/events/webhooks/delivery-resource.ts'
import {
  addWebhook,
  getWebhook,
  listWebhooks,
  readWebhook,
  removeWebhook,
} from '#lib/domain/events/webhooks/manage-webhooks.ts'
import { patchWebhook } from '#lib/domain/events/webhooks/patch-webhook.ts'
import { endFormerSecret, formerSigns, rotateSigningSecret } from '#lib/domain/events/webhooks/rotate-signing-secret.ts'
import { sendTest } from '#lib/domain/events/webhooks/send-test.ts'
import type { Webhook } from '#lib/domain/events/webhooks/webhook.ts'
import { readWebhookPage } from '#lib/domain/events/webhooks/webhook-page.ts'
import {
  addedWebhookResource,
  newWebhookBody,
  patchWebhookFields,
  toWebhookInput,
  toWebhookResource,
  webhookPatchBody,
  webhookResource,
  webhooksQuery,
} from '#lib/domain/events/webhooks/webhook-resource.ts'
import { type Noun, operation } from '#lib/foundation/api/operation.ts'
import { cutRows, toListPart } from '#lib/kernel/list-query.ts'

const webhook: Noun = {
  tag: 'Webhooks',
  parameters: {
    webhookId: z.string().meta({ description: 'The ID of the webhook.', example: 'whk_5tQz8NcX2rLm7VbJ0yKd' }),
  },
  version: 'The version of the webhook, for `If-Match`. It does not change with its deliveries.',
  condition: 'Change the webhook only if this is its `ETag`.',
  location: 'The URL of the webhook.',
}
const noWebhook = { code: 'not_found', condition: 'There is no such webhook.' } as const

export const webhookOperations = [
  operation(webhook, {
    id: 'listWebhooks',
    route: 'GET /api/v1/webhooks',
    scope: 'webhooks:read',
    summary: 'List webhooks',
    description: 'In the order of their IDs, without their secrets.',
    query: webhooksQuery,
    list: webhookResource,
    sample: { label: 'All webhooks', path: '/api/v1/webhooks?limit=200' },
    handle: async ({ services, actor, query: { limit }, after = '' }) => {
      const rest = (await listWebhooks(services, actor)).filter(({ id }) => id > after).toSorted(byId)
      return toListPart(cutRows(rest, limit), ({ id }) => id, toWebhookResource)
    },
  }),
  operation(webhook, {
    id: 'addWebhook',
    route: 'POST /api/v1/webhooks',
    scope: 'webhooks:write',
    summary: 'Add a webhook',
    description:
      'It receives the events from now on. Only the response shows the signing secret. There are at most 20 webhooks.',
    creates: true,
    conditional: true,
    shownOnce: ['secret'],
    body: newWebhookBody,
    response: addedWebhookResource,
    returns: 'The new webhook, with its secret.',
    sample: {
      label: 'Two kinds of events',
      json: { url: 'https://hooks.example/latchkey', kinds: ['api_key.revoked', 'user.deactivated'] },
    },
    handle: async ({ services, actor, body }) => {
      const { id, secret } = await addWebhook(services, actor, toWebhookInput(body))
      return { ...toWebhookResource(await readWebhook(services.db, id)), secret }
    },
  }),
  operation(webhook, {
    id: 'getWebhook',
    route: 'GET /api/v1/webhooks/{webhookId}',
    scope: 'webhooks:read',
    summary: 'Get a webhook',
    description: 'Without its secret.',
    conditional: true,
    response: webhookResource,
    returns: 'The webhook.',
    refusals: [noWebhook],
    handle: async ({ services, actor, params: { webhookId } }) =>
      toWebhookResource(await getWebhook(services, actor, webhookId)),
  }),
  operation(webhook, {
    id: 'patchWebhook',
    route: 'PATCH /api/v1/webhooks/{webhookId}',
    scope: 'webhooks:write',
    summary: 'Change, pause or resume a webhook',
    description:
      'A JSON merge patch (RFC 7396). Events wait for a paused webhook. One that is resumed receives them at once, apart from lost ones.',
    conditional: true,
    object: webhookPatchBody,
    response: webhookResource,
    returns: 'The webhook as it is now.',
    refusals: [noWebhook],
    handle: async ({ services, actor, params: { webhookId: id }, object, requireUnchanged }) => {
      const change = (current: Webhook) => patchWebhookFields(current, object)
      const precondition = (current: Webhook) => requireUnchanged(toWebhookResource(current))
      return toWebhookResource(await patchWebhook(services, actor, { id, change, precondition }))
    },
  }),
  operation(webhook, {
    id: 'removeWebhook',
    route: 'DELETE /api/v1/webhooks/{webhookId}',
    scope: 'webhooks:write',
    summary: 'Remove a webhook',
    description: 'Nothing more is sent, apart from an attempt that has begun.',
    returns: 'It is removed.',
    refusals: [noWebhook],
    handle: ({ services, actor, params: { webhookId } }) => removeWebhook(services, actor, webhookId),
  }),
  operation(webhook, {
    id: 'getDeliveries',
    route: 'GET /api/v1/webhooks/{webhookId}/deliveries',
    scope: 'webhooks:read',
    summary: 'Get the state of deliveries',
    description: 'What waits, what fails, and the last 20 attempts.',
    response: deliveriesResource,
    returns: 'The state.',
    refusals: [noWebhook],
    handle: async ({ services, actor, params: { webhookId } }) =>
      toDeliveriesResource(await readWebhookPage(services, actor, webhookId)),
  }),
  operation(webhook, {
    id: 'replayWebhook',
    route: 'POST /api/v1/webhooks/{webhookId}/replays',
    scope: 'webhooks:write',
    summary: 'Send events again',
    description:
      'Sends the events from a number of the journal on, in order. Those before it that were not sent are skipped. A paused webhook stays paused.',
    body: replayBody,
    returns: 'The events are sent from now on.',
    refusals: [noWebhook],
    handle: ({ services, actor, params: { webhookId: id }, body: { from } }) =>
      replayWebhook(services, actor, { id, from }),
  }),
  operation(webhook, {
    id: 'rotateSigningSecret',
    route: 'POST /api/v1/webhooks/{webhookId}/secrets',
    scope: 'webhooks:write',
    summary: 'Rotate the signing secret',
    description:
      'Only the response shows the new secret. Messages carry a signature by each of the two until the former one is ended. Needs no body.',
    creates: true,
    response: rotatedResource,
    returns: 'The new secret.',
    refusals: [
      noWebhook,
      {
        code: 'conflict',
        condition: 'The former secret was not ended, or another request has just rotated it.',
        description: formerSigns,
      },
    ],
    handle: async ({ services, actor, params: { webhookId } }) => {
      const { secret } = await rotateSigningSecret(services, actor, webhookId)
      return { secret }
    },
  }),
  operation(webhook, {
    id: 'endFormerSigningSecret',
    route: 'DELETE /api/v1/webhooks/{webhookId}/secrets/former',
    scope: 'webhooks:write',
    summary: 'End the former signing secret',
    description: 'Messages carry a signature only by the newest secret. Can be repeated.',
    returns: 'It no longer signs.',
    refusals: [noWebhook],
    handle: ({ services, actor, params: { webhookId } }) => endFormerSecret(services, actor, webhookId),
  }),
  operation(webhook, {
    id: 'testWebhook',
    route: 'POST /api/v1/webhooks/{webhookId}/tests',
    scope: 'webhooks:write',
    summary: 'Send a test',
    description:
      'Sends an event of the kind `webhook.test`, also while the webhook is paused, and waits up to 15 seconds for the result. At most 10 a minute for a webhook. Needs no body.',
    response: testResource,
    returns: 'The result.',
    refusals: [noWebhook],
    handle: async ({ services, actor, params: { webhookId: id } }) =>
      toTestResource(await sendTest(services, actor, { id })),
  }),
] as const

function byId(one: Webhook, other: Webhook): number {
  return one.id < other.id ? -1 : 1
}
