import { type Ask, formType } from '../../trials/rig/http.ts'
import type { Product } from '../rig/product.ts'

/** A request that is refused, as the specification spells it. */
export type RefusedRequest = Readonly<{ name: string; status: number; error: string } & Partial<Ask>>

type Fields = Readonly<Record<string, string>>
type Row = readonly [name: string, sent: Fields | string, status: number, error: string, rest?: Partial<Ask>]

const names = {
  grantType: 'grant_type',
  clientId: 'client_id',
  clientSecret: 'client_secret',
  refreshToken: 'refresh_token',
} as const

/** The same text with the fields as RFC 6749 spells them. */
export function spellStandard(text: string): string {
  return text.replaceAll(
    /\b(?:grantType|clientId|clientSecret|refreshToken)\b/g,
    (name) => names[name as keyof typeof names],
  )
}

/** The same request with the fields as RFC 6749 spells them. */
export function inStandardSpelling({ path, body, ...ask }: Ask): Ask {
  return { ...ask, path: spellStandard(path), ...(body !== undefined && { body: spellStandard(body) }) }
}

/** What `POST /auth/v1/token` refuses, whichever way it is spelled. */
export function refusedTokenRequests({ keyId, secret, username }: Product): readonly RefusedRequest[] {
  const [key, refresh] = [{ grantType: 'client_credentials', clientId: keyId }, { grantType: 'refresh_token' }]
  const madeUp = 'lkrt1.aaaa.1.bbbb'
  const basic = (text: string) => ({ Authorization: `Basic ${Buffer.from(text).toString('base64')}` })
  const rows: readonly Row[] = [
    ['no grant type', { clientId: keyId, clientSecret: secret }, 400, 'invalid_request'],
    ['an empty grant type', { ...key, grantType: '', clientSecret: secret }, 400, 'invalid_request'],
    ['another grant type', { ...key, grantType: 'password' }, 400, 'unsupported_grant_type'],
    ['no key ID', { grantType: 'client_credentials', clientSecret: secret }, 400, 'invalid_request'],
    ['no secret', key, 400, 'invalid_request'],
    ['a wrong secret', { ...key, clientSecret: `${secret.slice(0, -1)}-` }, 401, 'invalid_client'],
    ['another secret', { ...key, clientSecret: 'nonsense' }, 401, 'invalid_client'],
    ['an unknown key', { ...key, clientId: 'lkid_00000000000000000000', clientSecret: secret }, 401, 'invalid_client'],
    ['no refresh token', { ...refresh, clientId: username }, 400, 'invalid_request'],
    ['nobody who refreshes', { ...refresh, refreshToken: madeUp }, 400, 'invalid_request'],
    ['a made-up refresh token', { ...refresh, clientId: username, refreshToken: madeUp }, 400, 'invalid_grant'],
    ['a refresh by nobody', { ...refresh, clientId: 'nobody', refreshToken: madeUp }, 400, 'invalid_grant'],
    ['a field sent twice', 'grantType=refresh_token&clientId=a&clientId=a', 400, 'invalid_request'],
    ['a broken percent-encoding', 'grantType=%zz', 400, 'invalid_request'],
    ['what is not UTF-8', 'grantType=%ff%fe', 400, 'invalid_request'],
    ['20 kB', `grantType=${'a'.repeat(20_000)}`, 413, 'invalid_request'],
    ['JSON', '{"grantType":"client_credentials"}', 400, 'invalid_request', contentType('application/json')],
    ['another content type', 'grantType=client_credentials', 400, 'invalid_request', contentType('text/plain')],
    ['a secret in the address', key, 400, 'invalid_request', { path: '/auth/v1/token?clientSecret=x' }],
    [
      'Basic and a secret in the form',
      { ...key, clientSecret: secret },
      400,
      'invalid_request',
      {
        headers: basic(`${keyId}:${secret}`),
      },
    ],
    [
      'Basic that is none',
      { grantType: 'client_credentials' },
      400,
      'invalid_request',
      {
        headers: { Authorization: 'Basic %%%' },
      },
    ],
    [
      'Basic with a wrong secret',
      { grantType: 'client_credentials' },
      401,
      'invalid_client',
      {
        headers: basic(`${keyId}:nonsense`),
      },
    ],
  ]
  return [...rows.map(toRequest), ...refusedMethods]
}

const refusedMethods = ['GET', 'PUT', 'DELETE', 'PATCH'].map((method): RefusedRequest => {
  const body = method === 'GET' ? {} : { body: 'grantType=client_credentials' }
  return { name: method, method, status: 405, error: 'invalid_request', ...body }
})

function toRequest([name, sent, status, error, rest = {}]: Row): RefusedRequest {
  const body = typeof sent === 'string' ? sent : new URLSearchParams(sent).toString()
  const headers = { 'Content-Type': formType, ...rest.headers }
  return { name, status, error, ...rest, headers, body }
}

function contentType(type: string): Partial<Ask> {
  return { headers: { 'Content-Type': type } }
}
