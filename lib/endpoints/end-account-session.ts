import { endAccountSession } from '#lib/account-sessions/end-account-session.ts'
import { clearSessionCookie } from '#lib/account-sessions/session-cookie.ts'
import { accountOfPath } from '#lib/endpoints/account-of-path.ts'
import { definePageEndpoint } from '#lib/http/define-page-endpoint.ts'
import { requireOwnPage } from '#lib/http/own-page.ts'
import { seeOther } from '#lib/http/see-other.ts'
import { services } from '#lib/services.ts'

/** `POST /accounts/<accountId>/-/end`: "End and return". A plain form, so that it works with JavaScript off. */
export const endAccountSessionEndpoint = definePageEndpoint({
  POST: async (request, source) => {
    const opened = await services()
    requireOwnPage(request, opened.env.baseUrl)
    const accountId = accountOfPath(request)
    const cookieHeader = request.headers.get('cookie') ?? ''
    const backUrl = await endAccountSession(opened, source, { cookieHeader, accountId })
    return seeOther(backUrl ?? '/', source.requestId, [clearSessionCookie(opened.env.baseUrl, accountId)])
  },
})
