import type { z } from 'zod'
import { verifyAccessToken } from '#lib/access-tokens/verify-access-token.ts'
import { defineEndpoint } from '#lib/http/define-endpoint.ts'
import { jsonResponse } from '#lib/http/endpoint.ts'
import { readBearerToken, refuseTokenInQuery } from '#lib/oauth/bearer-token.ts'
import { withTokenRateLimit } from '#lib/oauth/rate-limited.ts'
import type { GrantReceipt } from '#lib/sso-grants/grant-receipt.ts'
import { readOwnReceipt } from '#lib/sso-grants/read-receipt.ts'
import type { receiptAnswer } from '#lib/sso-grants/receipt-schema.ts'

/** `GET /api/v1/grants/<grantId>`: what became of a link. */
export const grantReceiptEndpoint = defineEndpoint({
  GET: async (request, { services, address, requestId }) => {
    refuseTokenInQuery(request)
    const accessToken = readBearerToken(request, {})
    const grantId = new URL(request.url).pathname.split('/').at(-1) ?? ''
    return withTokenRateLimit(services, { address, requestId }, 'invalid_token', async () => {
      const token = await verifyAccessToken(services, accessToken)
      return jsonResponse(
        toAnswer(await readOwnReceipt(services, { kind: 'program', token, address, requestId }, grantId)),
      )
    })
  },
})

function toAnswer({ steps, ...receipt }: GrantReceipt): z.output<typeof receiptAnswer> {
  return { ...receipt, steps: steps.map((step) => ({ ...step, at: new Date(step.at).toISOString() })) }
}
