import { endAccountSession } from '#lib/account-sessions/end-account-session.ts'
import { accountPath } from '#lib/accounts/account.ts'
import { clearAccountCookie, readAccountCredential } from '#lib/cookies/account-cookie.ts'
import { showAccount } from '#lib/endpoints/account-page.ts'
import { requestedAccountId } from '#lib/endpoints/requested-account.ts'
import { definePageEndpoint } from '#lib/http/define-endpoint.ts'
import { seeOther } from '#lib/http/endpoint.ts'
import { requireSameOrigin } from '#lib/http/same-origin.ts'

/**
 * `/accounts/<accountId>/-/end`, "End and return". GET ends nothing and shows the account's page, so that an application
 * in place of that page can link here. POST takes a plain form, so that it works without JavaScript.
 */
export const endAccountSessionEndpoint = definePageEndpoint({
  GET: (request, context) => showAccount(request, context, accountPath(requestedAccountId(request))),

  POST: async (request, context) => {
    const { services, requestId } = context
    const { baseUrl } = services.env
    requireSameOrigin(request, baseUrl)
    const accountId = requestedAccountId(request)
    const credential = await readAccountCredential(services, request.headers.get('cookie'))
    const backUrl = await endAccountSession(services, context, { credential, accountId })
    return seeOther(backUrl ?? '/', requestId, [clearAccountCookie(baseUrl, accountId)])
  },
})
