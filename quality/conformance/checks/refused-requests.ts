import { type Ask, formType } from '../../resilience/harness/http.ts'
import type { Product } from '../harness/product.ts'

/** A request that is refused, as the specification spells it. */
export type RefusedRequest = Readonly<{ name: string; status: number; error: string; ask: Ask }>

type Fields = Readonly<Record<string, string>>
type Row = readonly [name: string, sent: Fields | string, status: number, error: string, rest?: Partial<Ask>]

const names: Readonly<Record<string, string>> = {
  grantType: 'grant_type',
  clientId: 'client_id',
  clientSecret: 'client_secret',
  refreshToken: 'refresh_token',
}

/** The same text with the fields as RFC 6749 spells them. */
export function spellStandard(text: string): string {
  return text.replaceAll(new RegExp(`\\b(?:${Object.keys(names).join('|')})\\b`, 'g'), (name) => names[name] ?? name)
}

/** The same request with the fields as RFC 6749 spells them. */
export function inStandardSpelling({ path, body, ...ask }: Ask): Ask {
  return { ...ask, path: spellStandard(path), ...(body !== undefined && { body: spellStandard(body) }) }
}

/** What the endpoints that take a key refuse, whichever way it is spelled. */
export function refusedRequests(product: Product): readonly RefusedRequest[] {
  return [
    ...[...keyRows(product), ...refreshRows(product), ...formRows].map((row) => toRequest('/auth/v1/token', row)),
    ...['GET', 'PUT', 'DELETE', 'PATCH'].map(toRefusedMethod),
    ...tokenRows(product).map((row) => toRequest('/auth/v1/revoke', row)),
    ...tokenRows(product).map((row) => toRequest('/auth/v1/introspect', row)),
  ]
}

function keyRows({ keyId, secret }: Product): readonly Row[] {
  const [grantType, unknown] = ['client_credentials', 'lkid_00000000000000000000']
  const key = { grantType, clientId: keyId }
  return [
    ['no grant type', { clientId: keyId, clientSecret: secret }, 400, 'invalid_request'],
    ['an empty grant type', { ...key, grantType: '', clientSecret: secret }, 400, 'invalid_request'],
    ['another grant type', { ...key, grantType: 'password' }, 400, 'unsupported_grant_type'],
    ['no key ID', { grantType, clientSecret: secret }, 400, 'invalid_request'],
    ['no secret', key, 400, 'invalid_request'],
    ['a wrong secret', { ...key, clientSecret: 'nonsense' }, 401, 'invalid_client'],
    ['a mistyped secret', { ...key, clientSecret: `${secret.slice(0, -1)}-` }, 401, 'invalid_client'],
    ['an unknown key', { grantType, clientId: unknown, clientSecret: secret }, 401, 'invalid_client'],
    ['a secret in the address', key, 400, 'invalid_request', { path: '/auth/v1/token?clientSecret=x' }],
    [
      'Basic beside another key ID',
      { grantType, clientId: unknown },
      400,
      'invalid_request',
      basic(`${keyId}:${secret}`),
    ],
    ['Basic beside the form', { ...key, clientSecret: secret }, 400, 'invalid_request', basic(`${keyId}:${secret}`)],
    ['Basic with a wrong secret', { grantType }, 401, 'invalid_client', basic(`${keyId}:nonsense`)],
    ['Basic without a colon', { grantType }, 400, 'invalid_request', basic(keyId)],
  ]
}

function refreshRows({ username: clientId }: Product): readonly Row[] {
  const [grantType, refreshToken] = ['refresh_token', 'lkrt1.aaaa.1.bbbb']
  return [
    ['no refresh token', { grantType, clientId }, 400, 'invalid_request'],
    ['a refresh without a client', { grantType, refreshToken }, 400, 'invalid_request'],
    ['a made-up refresh token', { grantType, clientId, refreshToken }, 400, 'invalid_grant'],
    ['a refresh by an unknown client', { grantType, clientId: 'unknown', refreshToken }, 400, 'invalid_grant'],
  ]
}

const formRows: readonly Row[] = [
  ['a field sent twice', 'grantType=refresh_token&clientId=a&clientId=a', 400, 'invalid_request'],
  ['a broken percent-encoding', 'grantType=%zz', 400, 'invalid_request'],
  ['what is not UTF-8', 'grantType=%ff%fe', 400, 'invalid_request'],
  ['20 kB', `grantType=${'a'.repeat(20_000)}`, 413, 'invalid_request'],
  ['JSON', '{"grantType":"password"}', 400, 'invalid_request', { headers: { 'Content-Type': 'application/json' } }],
  ['plain text', 'grantType=password', 400, 'invalid_request', { headers: { 'Content-Type': 'text/plain' } }],
]

/** Introspection and revocation requests. */
function tokenRows({ keyId, secret }: Product): readonly Row[] {
  return [
    ['no token', { clientId: keyId, clientSecret: secret }, 400, 'invalid_request'],
    ['no key ID', { token: 'x', clientSecret: secret }, 400, 'invalid_request'],
    ['a wrong secret', { token: 'x', clientId: keyId, clientSecret: 'nonsense' }, 401, 'invalid_client'],
    [
      'Basic beside a secret',
      { token: 'x', clientSecret: secret },
      400,
      'invalid_request',
      basic(`${keyId}:${secret}`),
    ],
    ['Basic beside another key ID', { token: 'x', clientId: 'x' }, 400, 'invalid_request', basic(`${keyId}:${secret}`)],
  ]
}

function basic(text: string): Partial<Ask> {
  return { headers: { Authorization: `Basic ${Buffer.from(text).toString('base64')}` } }
}

function toRequest(endpoint: string, [what, sent, status, error, rest = {}]: Row): RefusedRequest {
  const body = typeof sent === 'string' ? sent : new URLSearchParams(sent).toString()
  const headers = { 'Content-Type': formType, ...rest.headers }
  return {
    name: `${endpoint}, ${what}`,
    status,
    error,
    ask: { method: 'POST', path: endpoint, ...rest, headers, body },
  }
}

function toRefusedMethod(method: string): RefusedRequest {
  const body = method === 'GET' ? {} : { body: 'grantType=client_credentials' }
  const ask = { path: '/auth/v1/token', method, ...body }
  return { name: `${ask.path}, ${method}`, status: 405, error: 'invalid_request', ask }
}
