import { defineEndpoint } from '#lib/http/define-endpoint.ts'
import { jsonResponse } from '#lib/http/endpoint.ts'
import { refuseTokenInQuery } from '#lib/oauth/bearer-token.ts'
import { withPresentedToken } from '#lib/oauth/presented-token.ts'
import { readOwnReceipt } from '#lib/sso-grants/read-receipt.ts'
import { toReceiptAnswer } from '#lib/sso-grants/receipt-schema.ts'

/** `GET /api/v1/grants/<grantId>`: what became of a link. */
export const grantReceiptEndpoint = defineEndpoint({
  GET: async (request, context) => {
    refuseTokenInQuery(request)
    const grantId = new URL(request.url).pathname.split('/').at(-1) ?? ''
    return withPresentedToken(request, context, {}, async (holder) => {
      return jsonResponse(toReceiptAnswer(await readOwnReceipt(context.services, holder, grantId)))
    })
  },
})
