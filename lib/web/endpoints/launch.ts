import { launchAccount } from '#lib/domain/links/launch/launch-account.ts'
import { parseLaunch } from '#lib/domain/links/launch/launch-path.ts'
import { signInPath } from '#lib/domain/sign-in/portal-sessions/next-path.ts'
import { readTraceContext } from '#lib/kernel/trace-context.ts'
import { readSignedInUser } from '#lib/web/cookies/read-signed-in-user.ts'
import { definePageEndpoint } from '#lib/web/http/define-endpoint.ts'
import { seeOther } from '#lib/web/http/endpoint.ts'
import { isNavigation, prefetchResponse } from '#lib/web/http/navigation.ts'

/** `GET /launch/<accountId>` (docs/protocol.md, section 7). */
export const launchEndpoint = definePageEndpoint({
  GET: async (request, context) => {
    const { services, requestId } = context
    if (!isNavigation(request)) return prefetchResponse(requestId)
    const url = new URL(request.url)
    const user = await readSignedInUser(context, request.headers.get('cookie'))
    if (!user) return seeOther(signInPath(url.pathname + url.search), requestId)
    const trace = readTraceContext(request.headers.get('traceparent'))
    return seeOther(await launchAccount(services, user, parseLaunch(url), trace), requestId)
  },
})
