import { generateApiKey } from '#lib/domain/keys/api-keys/generate-api-key.ts'
import type { NewApiKeyInput } from '#lib/domain/keys/api-keys/schema.ts'
import type { Role } from '#lib/foundation/authorization/roles.ts'
import type { Services } from '#lib/foundation/services.ts'
import { randomBase62 } from '#lib/kernel/crypto.ts'
import { callEndpoint } from '#lib/testing/call-endpoint.ts'
import { insertUser, root } from '#lib/testing/people.ts'
import { testBaseUrl } from '#lib/testing/test-services.ts'
import { introspectEndpoint } from '#lib/web/endpoints/introspect.ts'
import { revokeEndpoint } from '#lib/web/endpoints/revoke.ts'
import { tokenEndpoint } from '#lib/web/endpoints/token.ts'
import type { Endpoint } from '#lib/web/http/endpoint.ts'

/** An API key with its secret, and its owner's names for `clientId`. */
export type TestKey = Readonly<{ id: string; secret: string; ownerId: string; email: string; username: string }>

export type TokenAnswer = Readonly<{ accessToken: string; expiresIn: number; tokenType: string; refreshToken: string }>

/** Generates a key for a new user, or for a given owner, whose names are then not in the result. */
export async function makeTestKey(
  services: Services,
  { role = 'agent', ...given }: { role?: Role } & Partial<NewApiKeyInput> = {},
): Promise<TestKey> {
  const username = `Agent.${randomBase62(8)}`
  const email = `${username}@Example.com`
  const ownerId = given.ownerId ?? (await insertUser(services, { role, username, email })).id
  const { id, secret } = await generateApiKey(services, root, { name: 'Test key', ...given, ownerId })
  return { id, secret, ownerId, email, username }
}

type Sent = Readonly<{ address?: string; headers?: Record<string, string>; query?: string }>

/** `POST /auth/v1/token` with a form. */
export function postToken(fields: Readonly<Record<string, string>>, sent: Sent = {}): Promise<Response> {
  return postForm(tokenEndpoint, '/auth/v1/token', fields, sent)
}

/** `POST /auth/v1/revoke` with a form. */
export function postRevocation(fields: Readonly<Record<string, string>>, sent: Sent = {}): Promise<Response> {
  return postForm(revokeEndpoint, '/auth/v1/revoke', fields, sent)
}

/** `POST /auth/v1/introspect` with a form. */
export function postIntrospection(fields: Readonly<Record<string, string>>, sent: Sent = {}): Promise<Response> {
  return postForm(introspectEndpoint, '/auth/v1/introspect', fields, sent)
}

function postForm(
  endpoint: Endpoint,
  path: string,
  fields: Readonly<Record<string, string>>,
  { address = '192.0.2.1', headers = {}, query = '' }: Sent,
): Promise<Response> {
  const request = new Request(`${testBaseUrl}${path}${query}`, {
    method: 'POST',
    headers: { 'X-Request-Id': 'req_1', ...headers },
    body: new URLSearchParams(fields),
  })
  return callEndpoint(endpoint, request, address)
}

/** Sends a `client_credentials` request that must succeed. */
export async function issueTestTokens(key: TestKey): Promise<TokenAnswer> {
  return readTokens(await postToken(clientFields(key)))
}

/** The form of a `client_credentials` request. */
export function clientFields(key: Pick<TestKey, 'id' | 'secret'>): Record<string, string> {
  return { grantType: 'client_credentials', clientId: key.id, clientSecret: key.secret }
}

/** The form of a `refresh_token` request. */
export function refreshFields(clientId: string, refreshToken: string): Record<string, string> {
  return { grantType: 'refresh_token', clientId, refreshToken }
}

/** The tokens of a response that must be successful. */
export async function readTokens(response: Response): Promise<TokenAnswer> {
  if (response.status !== 200) throw new Error(`no tokens: ${response.status} ${await response.text()}`)
  return response.json()
}

/** HTTP Basic with a key, as RFC 6749 §2.3.1 has it. */
export function basic(keyId: string, secret: string): Record<string, string> {
  return { Authorization: `Basic ${Buffer.from(`${keyId}:${secret}`).toString('base64')}` }
}

/** The headers of every JSON response to a request with the ID `req_1`. */
export const commonHeaders = {
  'cache-control': 'no-store',
  'content-type': 'application/json',
  pragma: 'no-cache',
  'x-content-type-options': 'nosniff',
  'x-request-id': 'req_1',
}

/** The body of a refusal, to the byte. */
export function refusalBody(error: string, description: string): string {
  return `{"error":"${error}","error_description":"${description}","requestId":"req_1"}`
}

/** Status, headers and body of a response. */
export async function show(response: Response) {
  return { status: response.status, headers: Object.fromEntries(response.headers), body: await response.text() }
}
