import fc from 'fast-check'
import { type Ask, formType } from '../../trials/rig/http.ts'
import { spellStandard } from './refused-requests.ts'

/** What is good in its place, and now and then stands in another. */
export type GoodValues = Readonly<
  Record<'keyId' | 'secret' | 'username' | 'accessToken' | 'refreshToken' | 'accountId', string>
>

const paths = [
  '/auth/v1/token',
  '/auth/v1/revoke',
  '/auth/v1/introspect',
  '/auth/v1/sso',
  '/sso',
  '/.well-known/jwks.json',
  '/.well-known/oauth-authorization-server',
  '/openapi.json',
]

const fieldNames = ['grantType', 'clientId', 'clientSecret', 'refreshToken', 'scope', 'token', 'token_type_hint']
const grantFieldNames = ['accountId', 'backUrl', 'locale', 'deepPath', 'userId', 'timestamp']

/** A request to one of the endpoints, in either spelling or in none: good, nearly good, or nothing of the kind. */
export function anyRequest(good: GoodValues): fc.Arbitrary<Ask> {
  const fields = fc.array(fc.tuple(anyOf([...fieldNames, ...grantFieldNames]), anyValue(good)), { maxLength: 6 })
  const form = fc.oneof({ weight: 4, arbitrary: fields.map(encode) }, goodForm(good), fc.string({ maxLength: 200 }))
  const spelled = fc.tuple(form, fc.boolean()).map(([text, isStandard]) => (isStandard ? spellStandard(text) : text))
  const query = fc.oneof(
    { weight: 6, arbitrary: fc.constant('') },
    fields.map((pairs) => `?${encode(pairs)}`),
  )
  return fc
    .record({
      method: fc.oneof(
        { weight: 12, arbitrary: fc.constant('POST') },
        anyOf(['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS']),
      ),
      path: fc.tuple(anyOf([...paths, ...paths.slice(0, 3)]), query).map((parts) => parts.join('')),
      headers: fc
        .tuple(anyContentType(), anyAuthorization(good))
        .map(([type, authorization]) => ({ ...type, ...authorization })),
      body: spelled,
    })
    .map(({ body, ...ask }) => (/GET|HEAD|OPTIONS/.test(ask.method) ? ask : { ...ask, body }))
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
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.integer({ min: 1, max: 20_000 }).map((length) => 'x'.repeat(length)),
  )
}

function anyContentType(): fc.Arbitrary<Record<string, string>> {
  const others = ['application/json', 'multipart/form-data; boundary=x', `${formType}; charset=latin1`, 'nonsense']
  const usual = { weight: 12, arbitrary: fc.constant<Record<string, string>>({ 'Content-Type': formType }) }
  return fc.oneof(
    usual,
    anyOf(others).map((type) => ({ 'Content-Type': type })),
    fc.constant({}),
  )
}

function anyAuthorization({ keyId, secret, accessToken }: GoodValues): fc.Arbitrary<Record<string, string>> {
  const printable = fc.stringMatching(/^[!-~]{0,60}$/)
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

function anyOf<Value>(values: readonly Value[]): fc.Arbitrary<Value> {
  return fc.constantFrom(...values)
}

/** Half of a pair of surrogates has no encoding; whoever sends it sends a question mark. */
function encode(pairs: Iterable<[string, string]>): string {
  return new URLSearchParams([...pairs]).toString()
}
