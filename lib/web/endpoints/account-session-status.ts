import { peekAccountSession } from '#lib/domain/accounts/account-sessions/read-account-session.ts'
import { readAccountCredential } from '#lib/web/cookies/account-cookie.ts'
import { requestedAccountId } from '#lib/web/endpoints/requested-account.ts'
import { defineEndpoint } from '#lib/web/http/define-endpoint.ts'
import { jsonResponse } from '#lib/web/http/endpoint.ts'

/** `GET /accounts/<accountId>/-/status`, for the script of an open page: it must not extend the session. */
export const accountSessionStatusEndpoint = defineEndpoint({
  GET: async (request, { services }) => {
    const credential = await readAccountCredential(services, request.headers.get('cookie'))
    const found = await peekAccountSession(services, credential, requestedAccountId(request))
    if (!found.ok) return jsonResponse({ open: false, reason: found.reason })
    const { endsAt, readAt } = found.session
    return jsonResponse({ open: true, remainingSeconds: Math.max(0, Math.floor((endsAt - readAt) / 1_000)) })
  },
})
