import { parseDeepPath } from '#lib/domain/accounts/accounts/deep-path.ts'
import { readOrganization } from '#lib/domain/organization/organization/read-organization.ts'
import { getSessionUser } from '#lib/domain/people/users/find-users.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import { renderAccountPage } from '#lib/web/account-pages/render-account-page.ts'
import { renderEndedSessionPage } from '#lib/web/account-pages/render-ended-session-page.ts'
import { readRequestedSession, requestedAccountId } from '#lib/web/endpoints/requested-account.ts'
import { requestPreferences } from '#lib/web/http/cookies.ts'
import { definePageEndpoint } from '#lib/web/http/define-endpoint.ts'
import type { EndpointContext, EndpointResponse } from '#lib/web/http/endpoint.ts'

/** `GET /accounts/<accountId>/…` (docs/protocol.md, section 6). */
export const accountPageEndpoint = definePageEndpoint({
  GET: async (request, context) => {
    const { pathname, search } = new URL(request.url)
    // Paths under `/-/` are reserved for Latchkey's own endpoints; this one does not exist.
    if (pathname.split('/')[3] === '-') throw new Refusal('not_found')
    return showAccount(request, context, pathname + search)
  },
})

/**
 * The account's page, or the page that explains why this browser has no session in it.
 * @param shownPath path and query that the page displays and renews
 * @throws Refusal `not_found` if the request path holds no valid account ID
 */
export async function showAccount(
  request: Request,
  { services, requestId }: EndpointContext,
  shownPath: string,
): Promise<EndpointResponse> {
  const accountId = requestedAccountId(request)
  const preferences = requestPreferences(request)
  const found = await readRequestedSession(services, request, accountId)
  if (!found.ok) {
    const { pathname, search } = new URL(request.url)
    const deepPath = parseDeepPath(pathname + search, accountId)
    return renderEndedSessionPage(services, { ended: found, accountId, deepPath, preferences, requestId })
  }
  const { session } = found
  const [user, organization] = await Promise.all([getSessionUser(services, session), readOrganization(services)])
  const { baseUrl } = services.env
  return renderAccountPage({ session, user, shownPath, baseUrl, organization, preferences, requestId })
}
