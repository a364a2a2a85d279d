import { defineApiEndpoint } from '#lib/endpoints/api-endpoint.ts'
import { jsonResponse } from '#lib/http/endpoint.ts'
import { readQuery } from '#lib/http/form-body.ts'
import { decodePlace, encodePlace } from '#lib/newest-first.ts'
import { parseInput } from '#lib/parse-input.ts'
import { listReceipts } from '#lib/sso-grants/read-receipt.ts'
import { receiptsQuery, toReceiptAnswer } from '#lib/sso-grants/receipt-schema.ts'

const path = '/api/v1/grants'

/** `GET /api/v1/grants`. */
export const grantsEndpoint = defineApiEndpoint({
  GET: [
    'grants:read',
    async ({ request, services, client }) => {
      const { cursor, ...query } = parseInput(receiptsQuery, readQuery(request, receiptsQuery.keyof().options))
      const after = cursor === undefined ? undefined : decodePlace(path, cursor)
      const { receipts, next } = await listReceipts(services, client, { ...query, after })
      return jsonResponse({ items: receipts.map(toReceiptAnswer), next: next ? encodePlace(path, next) : null })
    },
  ],
})
