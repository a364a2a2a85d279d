import { z } from 'zod'
import type { ApiKey } from '#lib/api-keys/api-key.ts'
import { requireWorkingSecret } from '#lib/api-keys/authenticate-api-key.ts'
import { findApiKey, listApiKeysById } from '#lib/api-keys/find-api-keys.ts'
import { type Generated, generateApiKeyOnce } from '#lib/api-keys/generate-api-key.ts'
import { keysQuery, newKeyBody, patchKeyFields, toKeyResource, toListedKey } from '#lib/api-keys/key-resource.ts'
import { countExcess } from '#lib/api-keys/set-call-limit.ts'
import { defineApiEndpoint } from '#lib/endpoints/api-endpoint.ts'
import { conditionalResponse, createdResponse, readRepeatable, resourceResponse } from '#lib/endpoints/api-resource.ts'
import { Refusal } from '#lib/errors.ts'
import { handOverNewKeyOnce, type NewKeyLink } from '#lib/hand-over/hand-over-key.ts'
import { toHandOverLink } from '#lib/hand-over/hand-over-resource.ts'
import { jsonResponse } from '#lib/http/endpoint.ts'
import { entityTag, requirePreconditions } from '#lib/http/entity-tag.ts'
import { readQuery } from '#lib/http/form-body.ts'
import { readJsonObject, readMergePatch } from '#lib/http/json-body.ts'
import { decodeCursor, encodeCursor } from '#lib/list-cursor.ts'
import { parseInput } from '#lib/parse-input.ts'
import { countCallsInLastDay } from '#lib/usage/count-calls-in-last-day.ts'
import { keyUsageQuery, toKeyUsageResource } from '#lib/usage/key-usage-resource.ts'
import { readKeyUsage } from '#lib/usage/read-key-usage.ts'
import { patchApiKey } from '#lib/user-lifecycle/patch-api-key.ts'

const path = '/api/v1/keys'
const onlyOnce = z.unknown().optional()
const created = z.looseObject({
  id: z.string(),
  secret: z.string().optional(),
  handOver: onlyOnce,
  sameNameKeyId: onlyOnce,
})

/** `GET` and `POST /api/v1/keys`. */
export const keysEndpoint = defineApiEndpoint({
  GET: [
    'keys:read',
    async ({ request, services, client }) => {
      const query = parseInput(keysQuery, readQuery(request, keysQuery.keyof().options))
      const { limit, cursor, search, state, ownerId, unused } = query
      const after = cursor === undefined ? '' : decodeCursor(path, cursor)
      const match = { search, state, ownerId, age: unused ? 'unused' : 'any' } as const
      const { keys, more } = await listApiKeysById(services, client, { ...match, after, limit })
      const calls = await countCallsInLastDay(services, client, keys)
      const last = more ? keys.at(-1) : undefined
      const items = keys.map((key) => toListedKey(key, calls.get(key.id) ?? 0))
      return jsonResponse({ items, next: last ? encodeCursor(path, last.id) : null })
    },
  ],
  POST: [
    'keys:write',
    async ({ request, services, client }) => {
      const body = await readJsonObject(request)
      const { handOver, ...input } = parseInput(newKeyBody, body.object)
      const repeatable = readRepeatable(request, client, body)
      const text = handOver
        ? await handOverNewKeyOnce(services, client, input, { repeatable, represent: representHandedOver })
        : await generateApiKeyOnce(services, client, input, { repeatable, represent: representNew })
      const { secret, handOver: _link, sameNameKeyId: _other, ...key } = created.parse(JSON.parse(text))
      if (secret !== undefined) await requireWorkingSecret(services, { keyId: key.id, secret })
      const location = `${services.env.baseUrl}${path}/${key.id}`
      return createdResponse(text, { ETag: entityTag(JSON.stringify(key)), Location: location })
    },
  ],
})

/** `GET` and `PATCH /api/v1/keys/<keyId>`. */
export const keyEndpoint = defineApiEndpoint({
  GET: [
    'keys:read',
    async ({ request, services, client, id }) => {
      const key = await findApiKey(services, client, id)
      if (!key) throw new Refusal('not_found')
      return conditionalResponse(request, represent(key))
    },
  ],
  PATCH: [
    'keys:write',
    async ({ request, services, client, id }) => {
      const { object: patch } = await readMergePatch(request)
      const change = (current: ApiKey) => patchKeyFields(current, patch)
      const precondition = (current: ApiKey) => requirePreconditions(request, entityTag(represent(current)))
      return resourceResponse(represent(await patchApiKey(services, client, { id, change, precondition })))
    },
  ],
})

/** `GET /api/v1/keys/<keyId>/usage`. */
export const keyUsageEndpoint = defineApiEndpoint({
  GET: [
    'keys:read',
    async ({ request, services, client, id: keyId }) => {
      const { period } = parseInput(keyUsageQuery, readQuery(request, keyUsageQuery.keyof().options))
      const usage = await readKeyUsage(services, client, { keyId, period })
      return jsonResponse(toKeyUsageResource(usage, await countExcess(services, client, keyId)))
    },
  ],
})

function representNew({ key, secret, sameNameKeyId }: Generated): string {
  const once = { ...(sameNameKeyId !== undefined && { sameNameKeyId }), ...(secret !== undefined && { secret }) }
  return JSON.stringify({ ...toKeyResource(key), ...once })
}

function representHandedOver({ key, link }: NewKeyLink): string {
  return JSON.stringify({ ...toKeyResource(key), handOver: toHandOverLink(link) })
}

function represent(key: ApiKey): string {
  return JSON.stringify(toKeyResource(key))
}
