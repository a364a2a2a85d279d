import { beginProviderSignIn } from '#lib/company-sign-in/begin-provider-sign-in.ts'
import { identifyBrowser } from '#lib/cookies/browser-cookie.ts'
import { setProviderCookie } from '#lib/cookies/provider-cookie.ts'
import { readSignedInUser } from '#lib/cookies/read-signed-in-user.ts'
import { definePageEndpoint } from '#lib/http/define-endpoint.ts'
import { type EndpointContext, type EndpointResponse, seeOther } from '#lib/http/endpoint.ts'
import { readQuery } from '#lib/http/form-body.ts'
import { isNavigation, prefetchResponse } from '#lib/http/navigation.ts'
import { signInPath, toNextPath } from '#lib/portal-sessions/next-path.ts'
import { leaveProvider } from './leave-provider.ts'

/**
 * Leads to a provider's sign-in: from the sign-in page, from an invitation (`link`), or to confirm who is signed in
 * (`confirm`). A plain link, complete without scripts; only the browser's cookie remembers it.
 */
export const providerStartEndpoint = definePageEndpoint({ GET: startSignIn })

async function startSignIn(request: Request, context: EndpointContext): Promise<EndpointResponse> {
  const { services, requestId } = context
  if (!isNavigation(request)) return prefetchResponse(requestId)
  const { link, confirm, ...given } = readQuery(request, ['next', 'link', 'confirm'])
  const next = toNextPath(given.next)
  const cookieHeader = request.headers.get('cookie')
  const user = await readSignedInUser(context, cookieHeader)
  if (confirm && !user) return seeOther(signInPath(next), requestId)
  if (!confirm && user && link === undefined) return seeOther(next, requestId)
  const { baseUrl } = services.env
  const { hash: browserHash, cookies } = identifyBrowser(cookieHeader, baseUrl)
  const providerId = new URL(request.url).pathname.split('/')[3] ?? ''
  const sessionId = confirm ? user?.sessionId : undefined
  const begun = await beginProviderSignIn(services, { providerId, browserHash, next, link, sessionId })
  if (begun === 'unavailable') {
    return leaveProvider(request, context, { problem: 'unavailable', next, isConfirmation: sessionId !== undefined })
  }
  return seeOther(begun.url, requestId, [...cookies, ...setProviderCookie(cookieHeader, baseUrl, begun)])
}
