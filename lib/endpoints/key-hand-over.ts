import { defineApiEndpoint } from '#lib/endpoints/api-endpoint.ts'
import { createdResponse, noContent, readRepeatable } from '#lib/endpoints/api-resource.ts'
import { Refusal } from '#lib/errors.ts'
import { type HandOverLink, handOverKeyOnce } from '#lib/hand-over/hand-over-key.ts'
import { handOverBody, toHandOverLink, toHandOverResource } from '#lib/hand-over/hand-over-resource.ts'
import { readHandOver } from '#lib/hand-over/read-hand-over.ts'
import { withdrawHandOver } from '#lib/hand-over/withdraw-hand-over.ts'
import { jsonResponse } from '#lib/http/endpoint.ts'
import { readJsonObject } from '#lib/http/json-body.ts'
import { parseInput } from '#lib/parse-input.ts'

/** `GET`, `POST` and `DELETE /api/v1/keys/<keyId>/hand-over`. */
export const keyHandOverEndpoint = defineApiEndpoint({
  GET: [
    'keys:read',
    async ({ services, client, id }) => {
      const handOver = await readHandOver(services, client, id)
      if (!handOver) throw new Refusal('not_found')
      return jsonResponse(toHandOverResource(handOver))
    },
  ],
  POST: [
    'keys:write',
    async ({ request, services, client, id: keyId }) => {
      const body = await readJsonObject(request)
      const input = { ...parseInput(handOverBody, body.object), keyId }
      const repeatable = readRepeatable(request, client, body)
      return createdResponse(await handOverKeyOnce(services, client, input, { repeatable, represent }))
    },
  ],
  DELETE: [
    'keys:write',
    async ({ services, client, id }) => {
      // The client must not believe that it withdrew a link that someone had used.
      if (!(await withdrawHandOver(services, client, id))) throw new Refusal('not_found')
      return noContent
    },
  ],
})

function represent(link: HandOverLink): string {
  return JSON.stringify(toHandOverLink(link))
}
