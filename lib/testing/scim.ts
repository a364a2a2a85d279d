import { z } from 'zod'
import type { PortalRole } from '#lib/foundation/authorization/roles.ts'
import type { Services } from '#lib/foundation/services.ts'
import { callEndpoint } from '#lib/testing/call-endpoint.ts'
import { makeTestKey, type TestKey } from '#lib/testing/test-programs.ts'
import { testBaseUrl } from '#lib/testing/test-services.ts'
import { scimEndpoint } from '#lib/web/endpoints/scim.ts'

export const patchSchema = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'
export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group'

type Sent = Readonly<{ body?: unknown; headers?: Record<string, string> }>

// biome-ignore lint/suspicious/noExplicitAny: tests compare the body with what they expect.
type Answer = Readonly<{ status: number; headers: Record<string, string>; body: any }>

/** Sends requests as a directory does: `call('POST', '/Users', { body })`. */
export type Directory = Readonly<{
  key: TestKey
  token: string
  call: (method: string, path: string, sent?: Sent) => Promise<Answer>
  patch: (path: string, operations: readonly unknown[]) => Promise<Answer>
  /** Creates a user and returns their ID. */
  addUser: (userName: string, given?: object) => Promise<string>
  addGroup: (displayName: string, members?: readonly string[]) => Promise<string>
}>

/** A directory with a key of a new user of this role. */
export async function makeDirectory(services: Services, role: PortalRole = 'owner'): Promise<Directory> {
  const key = await makeTestKey(services, { role, scopes: ['scim'], name: 'Directory' })
  return toDirectory(key, `${key.id}.${key.secret}`)
}

export function toDirectory(key: TestKey, token: string): Directory {
  const call: Directory['call'] = (method, path, sent) => callScim(token, method, path, sent)
  const idOf = ({ status, body }: Answer) => {
    if (status !== 201) throw new Error(`not created: ${status} ${JSON.stringify(body)}`)
    return z.string().parse(body.id)
  }
  return {
    key,
    token,
    call,
    patch: (path, Operations) => call('PATCH', path, { body: { schemas: [patchSchema], Operations } }),
    addUser: async (userName, given = {}) =>
      idOf(await call('POST', '/Users', { body: { schemas: [userSchema], userName, ...given } })),
    addGroup: async (displayName, ids = []) => {
      const members = ids.map((value) => ({ value }))
      return idOf(await call('POST', '/Groups', { body: { schemas: [groupSchema], displayName, members } }))
    },
  }
}

/** A request below `/scim/v2`. A body that is no text is sent as JSON. */
export async function callScim(
  token: string | undefined,
  method: string,
  path: string,
  { body, headers }: Sent = {},
): Promise<Answer> {
  const request = new Request(`${testBaseUrl}/scim/v2${path}`, {
    method,
    headers: {
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'Content-Type': 'application/scim+json' }),
      'X-Request-Id': 'req_1',
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const response = await callEndpoint(scimEndpoint, request)
  const text = await response.text()
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: text === '' ? null : JSON.parse(text),
  }
}

/** The body of an error (RFC 7644 §3.12). */
export function scimError(status: number, detail: string, scimType?: string) {
  const schemas = ['urn:ietf:params:scim:api:messages:2.0:Error']
  return { schemas, status: String(status), ...(scimType && { scimType }), detail }
}
