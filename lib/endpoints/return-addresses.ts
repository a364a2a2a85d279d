import { defineApiEndpoint } from '#lib/endpoints/api-endpoint.ts'
import { conditionalResponse, noContent, readRepeatable, resourceResponse } from '#lib/endpoints/api-resource.ts'
import { Refusal } from '#lib/errors.ts'
import { jsonResponse } from '#lib/http/endpoint.ts'
import { readQuery } from '#lib/http/form-body.ts'
import { readJsonObject } from '#lib/http/json-body.ts'
import { decodeCursor, encodeCursor } from '#lib/list-cursor.ts'
import { parseInput } from '#lib/parse-input.ts'
import {
  addReturnAddressOnce,
  listReturnAddresses,
  removeReturnAddress,
} from '#lib/return-addresses/manage-return-addresses.ts'
import type { ReturnAddress } from '#lib/return-addresses/return-address.ts'
import {
  newReturnAddressBody,
  returnAddressesQuery,
  toListedReturnAddress,
  toReturnAddressResource,
} from '#lib/return-addresses/return-address-resource.ts'

const path = '/api/v1/return-addresses'

/** `GET` and `POST /api/v1/return-addresses`. */
export const returnAddressesEndpoint = defineApiEndpoint({
  GET: [
    'return-addresses:read',
    async ({ request, services, client }) => {
      const { limit, cursor } = parseInput(
        returnAddressesQuery,
        readQuery(request, returnAddressesQuery.keyof().options),
      )
      const after = cursor === undefined ? '' : decodeCursor(path, cursor)
      const rest = (await listReturnAddresses(services, client)).filter(({ origin }) => origin > after)
      const shown = rest.slice(0, limit)
      const last = rest.length > limit ? shown.at(-1) : undefined
      return jsonResponse({
        items: shown.map(toListedReturnAddress),
        next: last ? encodeCursor(path, last.origin) : null,
      })
    },
  ],
  POST: [
    'return-addresses:write',
    async ({ request, services, client }) => {
      const body = await readJsonObject(request)
      const input = parseInput(newReturnAddressBody, body.object)
      const repeatable = readRepeatable(request, client, body)
      const text = await addReturnAddressOnce(services, client, input, { repeatable, represent })
      const { origin } = newReturnAddressBody.loose().parse(JSON.parse(text))
      const location = `${services.env.baseUrl}${path}/${encodeURIComponent(origin)}`
      return resourceResponse(text, { status: 201, location })
    },
  ],
})

/** `GET` and `DELETE /api/v1/return-addresses/<origin>`. */
export const returnAddressEndpoint = defineApiEndpoint({
  GET: [
    'return-addresses:read',
    async ({ request, services, client, id }) => {
      const found = (await listReturnAddresses(services, client)).find(({ origin }) => origin === id)
      if (!found) throw new Refusal('not_found')
      return conditionalResponse(request, represent(found))
    },
  ],
  DELETE: [
    'return-addresses:write',
    async ({ services, client, id }) => {
      await removeReturnAddress(services, client, { origin: id })
      return noContent
    },
  ],
})

function represent(address: ReturnAddress): string {
  return JSON.stringify(toReturnAddressResource(address))
}
