import { endAccountSession } from '#lib/account-sessions/end-account-session.ts'
import { accountPath } from '#lib/accounts/account.ts'
import { clearAccountCookie, readAccountCredential } from '#lib/cookies/account-cookie.ts'
import { accountOfPath } from '#lib/endpoints/account-of-path.ts'
import { showAccount } from '#lib/endpoints/show-account.ts'
import { definePageEndpoint } from '#lib/http/define-page-endpoint.ts'
import { requireOwnPage } from '#lib/http/own-page.ts'
import { seeOther } from '#lib/http/see-other.ts'
import { services } from '#lib/services.ts'

/**
 * `/accounts/<accountId>/-/end`: "End and return". Opening it ends nothing: it is the account's page, for a link from an
 * application that stands in the place of that page. A plain form ends it, so that it works with JavaScript off.
 */
export const endAccountSessionEndpoint = definePageEndpoint({
  GET: async (request, { requestId }) =>
    showAccount(request, { place: accountPath(accountOfPath(request)), requestId }),

  POST: async (request, source) => {
    const opened = await services()
    requireOwnPage(request, opened.env.baseUrl)
    const accountId = accountOfPath(request)
    const credential = await readAccountCredential(opened, request.headers.get('cookie') ?? '')
    const backUrl = await endAccountSession(opened, source, { credential, accountId })
    return seeOther(backUrl ?? '/', source.requestId, [clearAccountCookie(opened.env.baseUrl, accountId)])
  },
})
