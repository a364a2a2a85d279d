import { readSignedInUser } from '#lib/cookies/read-signed-in-user.ts'
import { defineEndpoint } from '#lib/http/define-endpoint.ts'
import { jsonResponse } from '#lib/http/endpoint.ts'

/**
 * `GET /api/auth/session`, where next-auth shows who is signed in: null without a session of this very browser. Next-auth's
 * other endpoints are not served. It knows neither the browser nor the steps of signing in; the portal's pages do.
 */
export const ownSessionEndpoint = defineEndpoint({
  GET: async ({ headers }, context) => {
    const user = await readSignedInUser(context, headers.get('cookie'), { isPoll: true })
    return jsonResponse(user ? { user: { id: user.userId, name: user.name } } : null)
  },
})
