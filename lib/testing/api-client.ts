import type { ManagementScope } from '#lib/foundation/authorization/management-scopes.ts'
import type { Role } from '#lib/foundation/authorization/roles.ts'
import type { Services } from '#lib/foundation/services.ts'
import { callEndpoint } from '#lib/testing/call-endpoint.ts'
import { issueTestTokens, makeTestKey, type TestKey } from '#lib/testing/test-programs.ts'
import { testBaseUrl } from '#lib/testing/test-services.ts'
import { findEndpoint } from '#lib/web/gateway/route-table.ts'

type Sent = Readonly<{ body?: unknown; headers?: Record<string, string>; token?: string | undefined }>

// biome-ignore lint/suspicious/noExplicitAny: tests compare the body with what they expect.
export type ApiAnswer = Readonly<{ status: number; headers: Record<string, string>; body: any; text: string }>

/** Sends requests to the management API: `call('PUT', '/accounts/acme', { body })`. */
export type ApiCaller = Readonly<{
  key: TestKey
  token: string
  call: (method: string, path: string, sent?: Sent) => Promise<ApiAnswer>
}>

/** A client with an access token of a new key that has these scopes. */
export async function makeApiCaller(
  services: Services,
  scopes: ManagementScope[],
  role: Role = 'admin',
): Promise<ApiCaller> {
  const key = await makeTestKey(services, { role, scopes, name: 'Sync' })
  const { accessToken: token } = await issueTestTokens(key)
  return { key, token, call: (method, path, sent) => callApi(method, path, { token, ...sent }) }
}

/** A request below `/api/v1`. A body that is no text is sent as JSON. */
export async function callApi(method: string, path: string, { body, headers, token }: Sent): Promise<ApiAnswer> {
  const url = new URL(`${testBaseUrl}/api/v1${path}`)
  const request = new Request(url, {
    method,
    headers: {
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      'X-Request-Id': 'req_1',
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const endpoint = findEndpoint(url.pathname)
  if (!endpoint) throw new Error(`no endpoint at ${url.pathname}`)
  const response = await callEndpoint(endpoint, request)
  const text = await response.text()
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: text === '' ? null : JSON.parse(text),
    text,
  }
}
