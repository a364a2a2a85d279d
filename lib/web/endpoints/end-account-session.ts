import { endAccountSession } from '#lib/domain/accounts/account-sessions/end-account-session.ts'
import { accountPath } from '#lib/domain/accounts/accounts/account.ts'
import { clearAccountCookie, readAccountCredential } from '#lib/web/cookies/account-cookie.ts'
import { showAccount } from '#lib/web/endpoints/account-page.ts'
import { requestedAccountId } from '#lib/web/endpoints/requested-account.ts'
import { definePageEndpoint } from '#lib/web/http/define-endpoint.ts'
import { seeOther } from '#lib/web/http/endpoint.ts'
import { requireSameOrigin } from '#lib/web/http/same-origin.ts'

/**
 * `/accounts/<accountId>/-/end`, "End and return". GET ends nothing and shows the account's page, so that an
 * application in place of that page can link here. POST takes a plain form, so that it works without JavaScript.
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
