import { expect, test } from './fixtures.ts'
import { type Asked, ask, expectRefusal, form, formType } from './outside-client.ts'

type Refused = readonly [name: string, asked: Asked, status: number, error: string]

const tokenRefusals: readonly Refused[] = [
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
    { path: '/auth/v1/token?clientSecret=x', headers: formType, body: form({ grantType: 'client_credentials' }) },
    400,
    'invalid_request',
  ],
  ['a missing field', { headers: formType, body: form({ grantType: 'client_credentials' }) }, 400, 'invalid_request'],
  ['10 MB', { headers: formType, body: `grantType=${'a'.repeat(10_000_000)}` }, 413, 'invalid_request'],
  [
    'an unknown grant type',
    { headers: formType, body: form({ grantType: 'password' }) },
    400,
    'unsupported_grant_type',
  ],
  [
    'an unknown key',
    {
      headers: formType,
      body: form({ grantType: 'client_credentials', clientId: 'lkid_00000000000000000000', clientSecret: 'x' }),
    },
    401,
    'invalid_client',
  ],
  [
    'a hand-made refresh token',
    {
      headers: formType,
      body: form({ grantType: 'refresh_token', clientId: 'someone', refreshToken: 'lkrt1.aaaa.1.bbbb' }),
    },
    400,
    'invalid_grant',
  ],
]

const ssoRefusals: readonly Refused[] = [
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

test.describe('POST /auth/v1/token refuses', () => {
  for (const [name, asked, status, error] of tokenRefusals) {
    test(`${name} with ${status} ${error}`, async () => {
      const answer = await ask(asked)
      expectRefusal(answer, status, error)
      if (status === 405) expect(answer.headers.allow).toContain('POST')
      if (status === 401) expect(answer.headers['www-authenticate']).toBeTruthy()
    })
  }
})

test.describe('POST /auth/v1/sso refuses', () => {
  for (const [name, asked, status, error] of ssoRefusals) {
    test(`${name} with ${status} ${error}`, async () => {
      const answer = await ask({ path: '/auth/v1/sso', ...asked })
      expectRefusal(answer, status, error)
      if (error === 'unauthorized') expect(answer.headers['www-authenticate']).toBe('Bearer realm="Latchkey"')
    })
  }
})
