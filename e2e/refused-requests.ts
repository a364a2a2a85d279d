import type { Asked } from './http-client.ts'

/** Requests and their errors. `quality/conformance` sends them too, through a proxy that validates `/openapi.json`. */
export type Refused = readonly [name: string, asked: Asked, status: number, error: string]

const formType = { 'Content-Type': 'application/x-www-form-urlencoded' }

export const tokenRefusals: readonly Refused[] = [
  ['GET', { method: 'GET' }, 405, 'invalid_request'],
  ['PUT', { method: 'PUT', headers: formType, body: 'a=b' }, 405, 'invalid_request'],
  ['a method that routers do not know', { method: 'PROPFIND' }, 405, 'invalid_request'],
  ['JSON', { headers: { 'Content-Type': 'application/json' }, body: '{}' }, 400, 'invalid_request'],
  ['no content type', { body: 'grantType=client_credentials' }, 400, 'invalid_request'],
  ['an empty body', { headers: formType, body: '' }, 400, 'invalid_request'],
  ['broken percent-encoding', { headers: formType, body: 'grantType=%zz' }, 400, 'invalid_request'],
  ['bytes that are not UTF-8', { headers: formType, body: 'grantType=%ff%fe' }, 400, 'invalid_request'],
  ['a repeated field', { headers: formType, body: 'grantType=a&grantType=a' }, 400, 'invalid_request'],
  [
    'credentials in the query',
    { path: '/auth/v1/token?clientSecret=x', headers: formType, body: 'grantType=client_credentials' },
    400,
    'invalid_request',
  ],
  ['a missing field', { headers: formType, body: 'grantType=client_credentials' }, 400, 'invalid_request'],
  ['10 MB', { headers: formType, body: `grantType=${'a'.repeat(10_000_000)}` }, 413, 'invalid_request'],
  ['an unknown grant type', { headers: formType, body: 'grantType=password' }, 400, 'unsupported_grant_type'],
  [
    'an unknown key',
    { headers: formType, body: 'grantType=client_credentials&clientId=lkid_00000000000000000000&clientSecret=x' },
    401,
    'invalid_client',
  ],
  [
    'a hand-made refresh token',
    { headers: formType, body: 'grantType=refresh_token&clientId=someone&refreshToken=lkrt1.aaaa.1.bbbb' },
    400,
    'invalid_grant',
  ],
]

export const ssoRefusals: readonly Refused[] = [
  ['no Authorization', { headers: formType, body: 'accountId=a' }, 401, 'unauthorized'],
  [
    'another scheme',
    { headers: { ...formType, Authorization: 'Basic eA==' }, body: 'accountId=a' },
    401,
    'unauthorized',
  ],
  [
    'Bearer and nothing',
    { headers: { ...formType, Authorization: 'Bearer' }, body: 'accountId=a' },
    400,
    'invalid_request',
  ],
  [
    'two tokens',
    { headers: { ...formType, Authorization: 'Bearer a b' }, body: 'accountId=a' },
    400,
    'invalid_request',
  ],
  [
    'a hand-made token',
    { headers: { ...formType, Authorization: 'Bearer a.b.c' }, body: 'accountId=a' },
    401,
    'invalid_token',
  ],
]

/** Link requests with a valid token. `ACCOUNT` is replaced by the account that the token may open. */
export const grantRefusals = [
  ['no account', { locale: 'de-at' }, 400, 'invalid_request'],
  ['an account id that cannot be one', { accountId: '../y' }, 400, 'invalid_request'],
  ['an account that is not theirs', { accountId: 'unknown-account' }, 403, 'access_denied'],
  [
    'a return address nobody registered',
    { accountId: 'ACCOUNT', backUrl: 'https://evil.example/' },
    400,
    'invalid_request',
  ],
  ['a path outside the account', { accountId: 'ACCOUNT', deepPath: '/accounts/other' }, 400, 'invalid_request'],
  ['a locale in the wrong form', { accountId: 'ACCOUNT', locale: 'de_AT' }, 400, 'invalid_request'],
] as const satisfies readonly (readonly [string, Readonly<Record<string, string>>, number, string])[]
