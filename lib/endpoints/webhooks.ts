import { z } from 'zod'
import { defineApiEndpoint } from '#lib/endpoints/api-endpoint.ts'
import {
  conditionalResponse,
  createdResponse,
  noContent,
  readRepeatable,
  resourceResponse,
} from '#lib/endpoints/api-resource.ts'
import { jsonResponse } from '#lib/http/endpoint.ts'
import { entityTag, requirePreconditions } from '#lib/http/entity-tag.ts'
import { readQuery } from '#lib/http/form-body.ts'
import { readJsonObject, readMergePatch } from '#lib/http/json-body.ts'
import { decodeCursor, encodeCursor } from '#lib/list-cursor.ts'
import { parseInput } from '#lib/parse-input.ts'
import { replayWebhook } from '#lib/webhooks/control-webhook.ts'
import { replayBody, toDeliveriesResource, toTestResource } from '#lib/webhooks/delivery-resource.ts'
import {
  addWebhookOnce,
  getWebhook,
  listWebhooks,
  type NewWebhook,
  removeWebhook,
} from '#lib/webhooks/manage-webhooks.ts'
import { patchWebhook } from '#lib/webhooks/patch-webhook.ts'
import { endFormerSecret, rotateSigningSecretOnce } from '#lib/webhooks/rotate-signing-secret.ts'
import { sendTest } from '#lib/webhooks/send-test.ts'
import type { Webhook } from '#lib/webhooks/webhook.ts'
import { readWebhookPage } from '#lib/webhooks/webhook-page.ts'
import { newWebhookBody, patchWebhookFields, toWebhookResource, webhooksQuery } from '#lib/webhooks/webhook-resource.ts'

const path = '/api/v1/webhooks'
const noBody = { text: '', object: {} }
const withSecret = z.looseObject({ id: z.string(), secret: z.string() })

/** `GET` and `POST /api/v1/webhooks`. */
export const webhooksEndpoint = defineApiEndpoint({
  GET: [
    'webhooks:read',
    async ({ request, services, client }) => {
      const { limit, cursor } = parseInput(webhooksQuery, readQuery(request, webhooksQuery.keyof().options))
      const after = cursor === undefined ? '' : decodeCursor(path, cursor)
      const rest = (await listWebhooks(services, client)).filter(({ id }) => id > after).toSorted(byId)
      const shown = rest.slice(0, limit)
      const last = rest.length > limit ? shown.at(-1) : undefined
      return jsonResponse({ items: shown.map(toWebhookResource), next: last ? encodeCursor(path, last.id) : null })
    },
  ],
  POST: [
    'webhooks:write',
    async ({ request, services, client }) => {
      const body = await readJsonObject(request)
      const { description, ...given } = parseInput(newWebhookBody, body.object)
      const repeatable = readRepeatable(request, client, body)
      const input = { ...given, description: description ?? '' }
      const text = await addWebhookOnce(services, client, input, { repeatable, represent: representNew })
      const { secret: _, ...webhook } = withSecret.parse(JSON.parse(text))
      const location = `${services.env.baseUrl}${path}/${webhook.id}`
      return createdResponse(text, { ETag: entityTag(JSON.stringify(webhook)), Location: location })
    },
  ],
})

/** `GET`, `PATCH` and `DELETE /api/v1/webhooks/<webhookId>`. */
export const webhookEndpoint = defineApiEndpoint({
  GET: [
    'webhooks:read',
    async ({ request, services, client, id }) =>
      conditionalResponse(request, represent(await getWebhook(services, client, id))),
  ],
  PATCH: [
    'webhooks:write',
    async ({ request, services, client, id }) => {
      const { object: patch } = await readMergePatch(request)
      const change = (current: Webhook) => patchWebhookFields(current, patch)
      const precondition = (current: Webhook) => requirePreconditions(request, entityTag(represent(current)))
      return resourceResponse(represent(await patchWebhook(services, client, { id, change, precondition })))
    },
  ],
  DELETE: [
    'webhooks:write',
    async ({ services, client, id }) => {
      await removeWebhook(services, client, id)
      return noContent
    },
  ],
})

/** `GET /api/v1/webhooks/<webhookId>/deliveries`. */
export const webhookDeliveriesEndpoint = defineApiEndpoint({
  GET: [
    'webhooks:read',
    async ({ services, client, id }) => jsonResponse(toDeliveriesResource(await readWebhookPage(services, client, id))),
  ],
})

/** `POST /api/v1/webhooks/<webhookId>/replays`. */
export const webhookReplaysEndpoint = defineApiEndpoint({
  POST: [
    'webhooks:write',
    async ({ request, services, client, id }) => {
      const { from } = parseInput(replayBody, (await readJsonObject(request)).object)
      await replayWebhook(services, client, { id, from })
      return noContent
    },
  ],
})

/** `POST /api/v1/webhooks/<webhookId>/secrets`. */
export const webhookSecretsEndpoint = defineApiEndpoint({
  POST: [
    'webhooks:write',
    async ({ request, services, client, id }) => {
      const repeatable = readRepeatable(request, client, noBody)
      const represent = ({ secret }: Readonly<{ secret: string }>) => JSON.stringify({ secret })
      return createdResponse(await rotateSigningSecretOnce(services, client, id, { repeatable, represent }))
    },
  ],
})

/** `DELETE /api/v1/webhooks/<webhookId>/secrets/former`. */
export const formerSecretEndpoint = defineApiEndpoint({
  DELETE: [
    'webhooks:write',
    async ({ services, client, id }) => {
      await endFormerSecret(services, client, id)
      return noContent
    },
  ],
})

/** `POST /api/v1/webhooks/<webhookId>/tests`. */
export const webhookTestsEndpoint = defineApiEndpoint({
  POST: [
    'webhooks:write',
    async ({ services, client, id }) => jsonResponse(toTestResource(await sendTest(services, client, { id }))),
  ],
})

function byId(one: Webhook, other: Webhook): number {
  return one.id < other.id ? -1 : 1
}

function representNew({ webhook, secret }: NewWebhook): string {
  return JSON.stringify({ ...toWebhookResource(webhook), secret })
}

function represent(webhook: Webhook): string {
  return JSON.stringify(toWebhookResource(webhook))
}
