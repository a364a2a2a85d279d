import { parseSetCookie } from 'cookie'
import { callEndpoint } from '#lib/testing/call-endpoint.ts'
import { testBaseUrl } from '#lib/testing/test-services.ts'
import { accountSessionStatusEndpoint } from '#lib/web/endpoints/account-session-status.ts'
import { apiReferenceEndpoint } from '#lib/web/endpoints/api-reference.ts'
import { endAccountSessionEndpoint } from '#lib/web/endpoints/end-account-session.ts'
import { launchEndpoint } from '#lib/web/endpoints/launch.ts'
import { ssoConfirmEndpoint } from '#lib/web/endpoints/sso-confirm.ts'
import { ssoEntryEndpoint } from '#lib/web/endpoints/sso-entry.ts'
import type { Endpoint } from '#lib/web/http/endpoint.ts'

const routes: readonly (readonly [RegExp, Endpoint])[] = [
  [/^\/sso$/, ssoEntryEndpoint],
  [/^\/sso\/confirm$/, ssoConfirmEndpoint],
  [/^\/launch\//, launchEndpoint],
  [/^\/api-reference/, apiReferenceEndpoint],
  [/\/-\/end$/, endAccountSessionEndpoint],
  [/\/-\/status$/, accountSessionStatusEndpoint],
]

type Cookie = Readonly<{ name: string; value: string; path: string }>
type Headers = Readonly<Record<string, string>>

/** A browser in front of the endpoints: it keeps cookies by their paths and says of itself what browsers say. */
export class TestBrowser {
  #cookies: readonly Cookie[]

  /** @param cookieHeader what it starts with, for every path */
  constructor(cookieHeader = '') {
    const pairs = cookieHeader.split('; ').filter((pair) => pair !== '')
    this.#cookies = pairs.map((pair) => {
      const [name = '', ...value] = pair.split('=')
      return { name, value: value.join('='), path: '/' }
    })
  }

  /** Goes to an address, of ours or as an absolute URL. Redirects are not followed. */
  open(address: string, headers: Headers = {}, method = 'GET'): Promise<Response> {
    return this.#send(address, { method, headers: { 'Sec-Fetch-Dest': 'document', ...headers } })
  }

  /** Sends a form of one of our own pages. */
  post(address: string, fields: Headers = {}, headers: Headers = {}): Promise<Response> {
    const body = new URLSearchParams(fields)
    return this.#send(address, { method: 'POST', headers: { Origin: testBaseUrl, ...headers }, body })
  }

  /** What it sends as `Cookie` there (RFC 6265 §5.1.4). */
  cookieHeader(path: string): string {
    const matching = this.#cookies.filter(
      (cookie) => cookie.path === '/' || path === cookie.path || path.startsWith(`${cookie.path}/`),
    )
    return matching.map(({ name, value }) => `${name}=${value}`).join('; ')
  }

  async #send(address: string, init: RequestInit & { headers: Headers }): Promise<Response> {
    const url = new URL(address, testBaseUrl)
    const endpoint = routes.find(([path]) => path.test(url.pathname))?.[1]
    if (!endpoint) throw new Error(`no endpoint of this test answers ${url.pathname}`)
    const headers = { 'X-Request-Id': 'req_1', Cookie: this.cookieHeader(url.pathname), ...init.headers }
    const request = new Request(url, { ...init, headers })
    const response = await callEndpoint(endpoint, request)
    for (const header of response.headers.getSetCookie()) this.#keep(header)
    return response
  }

  #keep(header: string): void {
    const { name, value = '', path = '/', maxAge } = parseSetCookie(header)
    const others = this.#cookies.filter((cookie) => cookie.name !== name || cookie.path !== path)
    this.#cookies = maxAge === 0 ? others : [...others, { name, value, path }]
  }
}
