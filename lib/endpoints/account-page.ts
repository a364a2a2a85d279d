import { showAccount } from '#lib/endpoints/show-account.ts'
import { Refusal } from '#lib/errors.ts'
import { definePageEndpoint } from '#lib/http/define-page-endpoint.ts'

/** `GET /accounts/<accountId>/…`, section 6 of the protocol: what a redeemed grant opens, as long as it is open. */
export const accountPageEndpoint = definePageEndpoint({
  GET: async (request, { requestId }) => showAccount(request, { place: readPlace(request), requestId }),
})

/** @throws Refusal `not_found` for pages of our own that do not exist: only what lies under `-` is reserved */
function readPlace(request: Request): string {
  const { pathname, search } = new URL(request.url)
  if (pathname.split('/')[3] === '-') throw new Refusal('not_found')
  return pathname + search
}
