import { lostSessionPage } from '#lib/account-pages/lost-session-page.ts'
import { accountPage } from '#lib/account-pages/opened-account-page.ts'
import { parseDeepPath } from '#lib/accounts/deep-path.ts'
import { accountOfPath } from '#lib/endpoints/account-of-path.ts'
import { findVisitedSession } from '#lib/endpoints/find-visited-session.ts'
import type { EndpointResponse } from '#lib/http/endpoint-response.ts'
import { requestPreferences } from '#lib/http/request-preferences.ts'
import { services } from '#lib/services.ts'
import { getSessionUser } from '#lib/users/get-user.ts'

type Shown = Readonly<{
  /** The path and query that the page stands for. */
  place: string
  requestId: string
}>

/**
 * The page of the account that this request's address lies under, or the one that says why it is not open here.
 * @throws Refusal `not_found` where the address cannot be an account's
 */
export async function showAccount(request: Request, { place, requestId }: Shown): Promise<EndpointResponse> {
  const opened = await services()
  const accountId = accountOfPath(request)
  const preferences = requestPreferences(request)
  const found = await findVisitedSession(opened, request, accountId)
  if (!found.ok) {
    const { pathname, search } = new URL(request.url)
    const deepPath = parseDeepPath(pathname + search, accountId)
    return lostSessionPage(opened, { lost: found, accountId, deepPath, preferences, requestId })
  }
  const { session } = found
  const user = await getSessionUser(opened, session)
  return accountPage({ session, user, place, baseUrl: opened.env.baseUrl, preferences, requestId })
}
