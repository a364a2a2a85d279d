import { accountPage } from '#lib/account-pages/account-page.ts'
import { lostSessionPage } from '#lib/account-pages/lost-session-page.ts'
import { peekAccountSession, readAccountSession } from '#lib/account-sessions/read-account-session.ts'
import { parseDeepPath } from '#lib/accounts/deep-path.ts'
import { accountOfPath } from '#lib/endpoints/account-of-path.ts'
import { Refusal } from '#lib/errors.ts'
import { definePageEndpoint } from '#lib/http/define-page-endpoint.ts'
import { isNavigation } from '#lib/http/navigation.ts'
import { requestPreferences } from '#lib/http/request-preferences.ts'
import { services } from '#lib/services.ts'
import { findUser } from '#lib/users/find-user.ts'

/** `GET /accounts/<accountId>/…`, section 6 of the protocol: what a redeemed grant opens, as long as it is open. */
export const accountPageEndpoint = definePageEndpoint({
  GET: async (request, { requestId }) => {
    const opened = await services()
    const accountId = accountOfPath(request)
    const place = readPlace(request)
    const preferences = requestPreferences(request)
    // Only somebody who goes there uses the session: a prefetch does not keep it open.
    const read = isNavigation(request) ? readAccountSession : peekAccountSession
    const found = await read(opened, request.headers.get('cookie') ?? '', accountId)
    if (!found.ok) {
      const deepPath = parseDeepPath(place, accountId)
      return lostSessionPage(opened, { lost: found, accountId, deepPath, preferences, requestId })
    }
    const { session } = found
    const user = await findUser(opened.db, session.userId)
    if (!user) throw new Refusal('server_error', { detail: 'a session without its user' })
    const { baseUrl } = opened.env
    return accountPage({ session, user, place, baseUrl, preferences, requestId })
  },
})

/** @throws Refusal `not_found` for pages of our own that do not exist: only what lies under `-` is reserved */
function readPlace(request: Request): string {
  const { pathname, search } = new URL(request.url)
  if (pathname.split('/')[3] === '-') throw new Refusal('not_found')
  return pathname + search
}
