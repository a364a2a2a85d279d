import { peekAccountSession } from '#lib/account-sessions/read-account-session.ts'
import { readAccountCredential } from '#lib/cookies/account-cookie.ts'
import { accountOfPath } from '#lib/endpoints/account-of-path.ts'
import { defineEndpoint } from '#lib/http/define-endpoint.ts'
import { jsonResponse } from '#lib/http/endpoint-response.ts'
import { services } from '#lib/services.ts'

/**
 * `GET /accounts/<accountId>/-/status`: whether this browser still has a session there, for a page that stays open.
 * Asking does not count as use, or a page left open would never become idle.
 */
export const accountSessionStatusEndpoint = defineEndpoint({
  GET: async (request) => {
    const opened = await services()
    const credential = await readAccountCredential(opened, request.headers.get('cookie') ?? '')
    const found = await peekAccountSession(opened, credential, accountOfPath(request))
    if (!found.ok) return jsonResponse({ open: false, reason: found.reason })
    const { endsAt, readAt } = found.session
    const remainingMs = endsAt - readAt
    return jsonResponse({ open: true, remainingSeconds: Math.max(0, Math.floor(remainingMs / 1_000)) })
  },
})
