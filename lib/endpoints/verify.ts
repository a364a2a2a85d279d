import { issueAccountAssertion } from '#lib/account-assertions/issue-account-assertion.ts'
import { liesInAccount } from '#lib/accounts/deep-path.ts'
import { readAccountId } from '#lib/endpoints/account-of-path.ts'
import { findVisitedSession } from '#lib/endpoints/find-visited-session.ts'
import { notVerifiedDescription, Refusal } from '#lib/errors.ts'
import { defineEndpoint } from '#lib/http/define-endpoint.ts'
import { services } from '#lib/services.ts'

/** nginx is told to send the first one; Caddy and Traefik send the second one by themselves. */
const addressHeaders = ['x-original-uri', 'x-forwarded-uri']

/** RFC 3986 §2: an address is printable ASCII on its way. One that was sent twice is joined by a comma and a space. */
const printable = /^[!-~]+$/

/**
 * `GET /auth/v1/verify`: answers the forward-auth request of a proxy in front of an application, before that proxy lets
 * a request for a page below `/accounts/<accountId>` through. 200 tells who is in the account, by headers alone; every
 * 401 is the same.
 */
export const verifyEndpoint = defineEndpoint({
  GET: async (request) => {
    const opened = await services()
    const found = await findVisitedSession(opened, request, readOriginalAccount(request))
    if (!found.ok) throw notVerified(`no session: ${found.reason}`)
    const { session } = found
    const headers = {
      'X-Latchkey-User': session.userId,
      'X-Latchkey-Account': session.accountId,
      'X-Latchkey-Locale': session.locale,
      'X-Latchkey-Assertion': await issueAccountAssertion(opened, session),
    }
    return { status: 200, headers, body: null }
  },
})

/**
 * The account that the original address lies under, judged as it came: the proxy, the application and we might resolve
 * dots, doubled or encoded slashes in different ways. The query is the application's.
 * @throws Refusal `unauthorized` for what is not within one account, or is Latchkey's own
 */
function readOriginalAccount({ headers }: Request): string {
  const [address, second] = addressHeaders.map((name) => headers.get(name)).filter((value) => value !== null)
  if (address === undefined || second !== undefined) throw notVerified('not exactly one original address')
  const [path = ''] = address.split('?', 1)
  const accountId = readAccountId(path)
  if (!printable.test(address) || accountId === undefined || !liesInAccount(path, accountId)) {
    throw notVerified('the original address is not in an account')
  }
  return accountId
}

/** @param detail for the log alone */
function notVerified(detail: string): Refusal {
  return new Refusal('unauthorized', { description: notVerifiedDescription, detail })
}
