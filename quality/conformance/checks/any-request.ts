import fc from 'fast-check'
import { anyCharacter } from '../../../lib/testing/any-character.ts'
import { type Ask, formType } from '../../resilience/harness/http.ts'
import { spellStandard } from './refused-requests.ts'

/** What is good in its place, and now and then stands in another. */
export type GoodValues = Readonly<
  Record<'keyId' | 'secret' | 'username' | 'accessToken' | 'refreshToken' | 'accountId', string>
>

const formPaths = ['/auth/v1/token', '/auth/v1/revoke', '/auth/v1/introspect', '/auth/v1/sso']
const readPaths = [
  '/sso',
  '/auth/v1/keys/rotate',
  '/auth/v1/verify',
  '/api/v1/events',
  '/api/v1/account-groups',
  '/api/v1/account-groups/grp_1/accounts/acme',
  '/api/v1/accounts',
  '/api/v1/accounts/acme',
  '/api/v1/accounts/import',
  '/api/v1/return-addresses/https:%2F%2Fcrm.example',
  '/api/v1/sessions',
  '/api/v1/sessions/ases_1KrXv3bQ81xYbT2nVcRs',
  '/api/v1/settings',
  '/api/v1/grants',
  '/api/v1/refusals',
  '/api/v1/grants/grt_5f2c8d0b9e3a417d86b1c4f7a2e05d93',
  '/api/v1/refusals/req_1',
  '/api/v1/webhooks/whk_1/deliveries',
  '/.well-known/jwks.json',
  '/.well-known/latchkey-journal',
  '/.well-known/oauth-authorization-server',
  '/openapi.json',
]
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS']

const fieldNames = ['grantType', 'clientId', 'clientSecret', 'refreshToken', 'scope', 'token', 'token_type_hint']
const grantFieldNames = ['accountId', 'backUrl', 'locale', 'deepPath', 'userId', 'timestamp']

const printable = fc.stringMatching(/^[!-~]{0,60}$/)

type Headers = Readonly<Record<string, string>>

/** A request to one of the endpoints, in either spelling or in none: good, nearly good, or nothing of the kind. */
export function anyRequest(good: GoodValues): fc.Arbitrary<Ask> {
  const fields = fc.array(fc.tuple(anyOf([...fieldNames, ...grantFieldNames]), anyValue(good)), { maxLength: 6 })
  // With more of it the connection ends: Node.js takes no head of more than 16 KiB.
  const query = mostly(
    '',
    fields.map((pairs) => `?${encode(pairs).slice(0, 8_000)}`),
  )
  const form = fc.oneof({ weight: 2, arbitrary: fields.map(encode) }, goodForm(good), fc.string({ maxLength: 200 }))
  const body = fc.tuple(form, fc.boolean()).map(([text, isStandard]) => (isStandard ? spellStandard(text) : text))
  const headers = fc
    .tuple(anyContentType(), anyAuthorization(good), anyOriginalAddress())
    .map((parts): Headers => Object.assign({}, ...parts))
  const toForm = { method: mostly('POST', anyOf(methods)), path: withQuery(formPaths, query), headers, body }
  const toRead = { method: mostly('GET', anyOf(methods)), path: withQuery(readPaths, query), headers, body }
  return fc
    .oneof({ weight: 3, arbitrary: fc.record(toForm) }, fc.record(toRead))
    .map(({ body, ...ask }) => (/GET|HEAD|OPTIONS/.test(ask.method) ? ask : { ...ask, body }))
}

function withQuery(paths: readonly string[], query: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.tuple(anyOf(paths), query).map((parts) => parts.join(''))
}

function mostly(usual: string, rest: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.oneof({ weight: 6, arbitrary: fc.constant(usual) }, rest)
}

/** What is granted, with at most one thing about it changed. */
function goodForm({ keyId, secret, username, accessToken, refreshToken, accountId }: GoodValues): fc.Arbitrary<string> {
  const forms: Record<string, string>[] = [
    { grantType: 'client_credentials', clientId: keyId, clientSecret: secret },
    { grantType: 'refresh_token', clientId: username, refreshToken },
    { token: accessToken, clientId: keyId, clientSecret: secret },
    { accountId },
  ]
  const extra = fc.tuple(anyOf(fieldNames), anyValue({ keyId, secret, username, accessToken, refreshToken, accountId }))
  return fc
    .tuple(anyOf(forms), fc.option(extra))
    .map(([form, more]) => encode([...Object.entries(form), ...(more ? [more] : [])]))
}

function anyValue(good: GoodValues): fc.Arbitrary<string> {
  const known = ['client_credentials', 'refresh_token', 'sso', 'introspect', 'sso introspect', 'de-at', '/', '0', '']
  return fc.oneof(
    anyOf([...Object.values(good), ...known]),
    anyOf(Object.values(good)).map((value) => value.slice(0, -1)),
    fc.string({ unit: anyCharacter, maxLength: 40 }),
    fc.integer({ min: 1, max: 20_000 }).map((length) => 'x'.repeat(length)),
  )
}

function anyContentType(): fc.Arbitrary<Headers> {
  const others = ['application/json', 'multipart/form-data; boundary=x', `${formType}; charset=latin1`, 'nonsense']
  const type = mostly(formType, anyOf(others)).map((value) => ({ 'Content-Type': value }))
  return fc.oneof({ weight: 20, arbitrary: type }, fc.constant({}))
}

function anyAuthorization({ keyId, secret, accessToken }: GoodValues): fc.Arbitrary<Headers> {
  const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`
  const sent = fc.oneof(
    anyOf([basic(`${keyId}:${secret}`), basic(`${keyId}:x`), basic(':'), `Bearer ${accessToken}`, 'Bearer', 'Basic']),
    printable.map((text) => `Bearer ${text}`),
    printable.map(basic),
    printable,
  )
  return fc.oneof(
    { weight: 3, arbitrary: fc.constant({}) },
    sent.map((Authorization) => ({ Authorization })),
  )
}

function anyOriginalAddress(): fc.Arbitrary<Headers> {
  const sent = printable.map((text) => ({ 'X-Original-URI': `/${text}` }))
  return fc.oneof({ weight: 6, arbitrary: fc.constant({}) }, sent)
}

function anyOf<Value>(values: readonly Value[]): fc.Arbitrary<Value> {
  return fc.constantFrom(...values)
}

/** A lone surrogate has no UTF-8 encoding: clients send U+FFFD instead. */
function encode(pairs: Iterable<[string, string]>): string {
  return new URLSearchParams([...pairs]).toString()
}
