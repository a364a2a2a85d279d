import { liesInAccount } from '#lib/domain/accounts/accounts/deep-path.ts'
import { issueAccountAssertion } from '#lib/domain/tokens/account-assertions/issue-account-assertion.ts'
import { notVerifiedDescription, Refusal, type RefusalFacts } from '#lib/kernel/errors.ts'
import { parseAccountId, readRequestedSession } from '#lib/web/endpoints/requested-account.ts'
import { defineEndpoint } from '#lib/web/http/define-endpoint.ts'

/** nginx is configured to send the first; Caddy and Traefik send the second by default. */
const originalUrlHeaders = ['x-original-uri', 'x-forwarded-uri']

/**
 * RFC 3986 §2: a URL is printable ASCII. `Headers` joins a repeated header with a comma and a space, which fail this.
 */
const printableAscii = /^[!-~]+$/

/** `GET /auth/v1/verify`, forward auth: 200 names user and account in its headers; every 401 is identical. */
export const verifyEndpoint = defineEndpoint({
  GET: async (request, { services }) => {
    const found = await readRequestedSession(services, request, readOriginalAccountId(request))
    if (!found.ok) throw notVerified({ detail: `no session: ${found.reason}` })
    const { session } = found
    const headers = {
      'X-Latchkey-User': session.userId,
      'X-Latchkey-Account': session.accountId,
      'X-Latchkey-Locale': session.locale,
      'X-Latchkey-Assertion': await issueAccountAssertion(services, session),
    }
    return { status: 200, headers, body: null }
  },
})

/**
 * The account ID in the URL that the proxy received. The URL is not normalized: proxy, application and Latchkey may
 * resolve dot segments, doubled slashes and encoded slashes differently. The query belongs to the application.
 * @throws Refusal `unauthorized` if the URL is not within one account, or is one of Latchkey's own
 */
function readOriginalAccountId({ headers }: Request): string {
  const [url, second] = originalUrlHeaders.map((name) => headers.get(name)).filter((value) => value !== null)
  if (url === undefined || second !== undefined) throw notVerified({ reason: 'original_url_missing' })
  const [path = ''] = url.split('?', 1)
  const accountId = parseAccountId(path)
  if (!printableAscii.test(url) || accountId === undefined || !liesInAccount(path, accountId)) {
    throw notVerified({ reason: 'original_url_outside' })
  }
  return accountId
}

/** Browsers without a session are everyday traffic and have no reason; a proxy's wrong configuration has one. */
function notVerified(cause: Pick<RefusalFacts, 'reason' | 'detail'>): Refusal {
  return new Refusal('unauthorized', { description: notVerifiedDescription, ...cause })
}
