import { randomInt } from 'node:crypto'
import { request as sendRequest } from 'node:http'
import {
  expect,
  issueTokens,
  product,
  requestGrantUrl,
  type TestAccount,
  type TestKey,
  type Tokens,
  test,
} from './fixtures.ts'

type Answer = Readonly<{ status: number; headers: Record<string, string | string[] | undefined>; body: string }>
type Asked = Readonly<{ method?: string; path?: string; headers?: Record<string, string>; body?: string }>

const formType = { 'Content-Type': 'application/x-www-form-urlencoded' }

/** An outside client that sends exactly what it is told to: no defaults, no redirects followed. */
function ask({ method = 'POST', path = '/auth/v1/token', headers = {}, body }: Asked): Promise<Answer> {
  const from = `203.0.113.${randomInt(1, 255)}`
  const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }
  return new Promise((resolve, reject) => {
    const request = sendRequest(
      `${product.baseUrl}${path}`,
      { method, headers: { 'X-Forwarded-For': from, ...length, ...headers } },
      (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (chunk) => {
          text += chunk
        })
        response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }))
      },
    )
    request.on('error', reject)
    request.end(body)
  })
}

function form(fields: Record<string, string>): string {
  return new URLSearchParams(fields).toString()
}

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

function expectRefusal(answer: Answer, status: number, error: string): void {
  expect(answer.status).toBe(status)
  const body = JSON.parse(answer.body)
  expect(Object.keys(body).sort()).toEqual(['error', 'error_description', 'requestId'])
  expect(body.error).toBe(error)
  expect(answer.headers['x-request-id']).toBe(body.requestId)
  expectCommonHeaders(answer)
}

function expectCommonHeaders({ headers }: Answer): void {
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    pragma: 'no-cache',
    'x-content-type-options': 'nosniff',
  })
  expect(headers['x-request-id']).toMatch(/^req_[0-9A-Za-z]{20}$/)
  expect(headers['set-cookie']).toBeUndefined()
}

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

test.describe('with a key', () => {
  let key: TestKey
  let tokens: Tokens
  let account: TestAccount

  test.beforeAll(async ({ world }) => {
    account = await world.createAccount('Protocol & Sons', 'de-at')
    key = await world.createKey(await world.createPerson('agent', [account]))
    tokens = await issueTokens(key)
  })

  test('OPTIONS is answered without a body', async () => {
    const answer = await ask({ method: 'OPTIONS' })
    expect(answer).toMatchObject({ status: 204, body: '' })
  })

  test('a token request is answered with exactly four fields', async () => {
    const body = form({ grantType: 'client_credentials', clientId: key.keyId, clientSecret: key.secret, unknown: 'x' })
    const answer = await ask({ headers: formType, body })
    expect(answer.status).toBe(200)
    expectCommonHeaders(answer)
    expect(JSON.parse(answer.body)).toEqual({
      accessToken: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      expiresIn: 36_000,
      tokenType: 'Bearer',
      refreshToken: expect.stringMatching(/^lkrt1\.[^.]+\.1\.[^.]+$/),
    })
  })

  test('a refresh rotates, and 200 parallel ones have one successor', async () => {
    const { refreshToken } = await issueTokens(key)
    const body = form({ grantType: 'refresh_token', clientId: key.owner.email.toUpperCase(), refreshToken })
    const answers = await Promise.all(Array.from({ length: 200 }, () => ask({ headers: formType, body })))
    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 200))
    const successors = new Set(answers.map((answer) => JSON.parse(answer.body).refreshToken))
    expect(successors.size).toBe(1)
    expect(successors.has(refreshToken)).toBe(false)
  })

  test('an older refresh token ends the family', async () => {
    const first = await issueTokens(key)
    const refresh = (refreshToken: string) =>
      ask({ headers: formType, body: form({ grantType: 'refresh_token', clientId: key.owner.username, refreshToken }) })
    const second = JSON.parse((await refresh(first.refreshToken)).body)
    const third = JSON.parse((await refresh(second.refreshToken)).body)
    expectRefusal(await refresh(first.refreshToken), 400, 'invalid_grant')
    expectRefusal(await refresh(third.refreshToken), 400, 'invalid_grant')
  })

  test('a grant is answered with exactly two fields', async () => {
    const headers = { ...formType, Authorization: `Bearer ${tokens.accessToken}` }
    const answer = await ask({ path: '/auth/v1/sso', headers, body: form({ accountId: account.id, locale: 'de-at' }) })
    expect(answer.status).toBe(200)
    expectCommonHeaders(answer)
    const body = JSON.parse(answer.body)
    expect(body).toEqual({ grantUrl: expect.any(String), expiresIn: 15 })
    const url = new URL(body.grantUrl)
    expect(`${url.origin}${url.pathname}`).toBe(`${product.baseUrl}/sso`)
    expect([...url.searchParams.keys()]).toEqual(['token', 'userId', 'timestamp', 'backUrl', 'deepPath'])
    expect(url.searchParams.get('userId')).toBe(key.owner.id)
    expect(Math.abs(Number(url.searchParams.get('timestamp')) - Date.now())).toBeLessThan(5_000)
  })

  for (const [name, fields, status, error] of [
    ['no account', { locale: 'de-at' }, 400, 'invalid_request'],
    ['an account id that cannot be one', { accountId: '../x' }, 400, 'invalid_request'],
    ['an account that is not theirs', { accountId: 'unknown-account' }, 403, 'access_denied'],
    [
      'a return address nobody registered',
      { accountId: 'ACCOUNT', backUrl: 'https://evil.example/' },
      400,
      'invalid_request',
    ],
    ['a path outside the account', { accountId: 'ACCOUNT', deepPath: '/accounts/other' }, 400, 'invalid_request'],
    ['a locale in the wrong form', { accountId: 'ACCOUNT', locale: 'de_AT' }, 400, 'invalid_request'],
  ] as const) {
    test(`a grant with ${name} is refused with ${status}`, async () => {
      const entries = Object.entries(fields).map(([field, value]) => [field, value.replace('ACCOUNT', account.id)])
      const headers = { ...formType, Authorization: `Bearer ${tokens.accessToken}` }
      const answer = await ask({ path: '/auth/v1/sso', headers, body: form(Object.fromEntries(entries)) })
      expectRefusal(answer, status, error)
    })
  }

  test('a grant opened 200 times at once opens one session', async () => {
    const path = (await requestGrantUrl(tokens, account)).slice(product.baseUrl.length)
    const answers = await Promise.all(Array.from({ length: 200 }, () => ask({ method: 'GET', path })))
    const opened = answers.filter((answer) => answer.status === 303)
    expect(opened).toHaveLength(1)
    expect(answers.filter((answer) => answer.status === 410)).toHaveLength(199)
    expect(opened[0]?.headers).toMatchObject({
      location: expect.stringMatching(new RegExp(`/accounts/${account.id}$`)),
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    })
  })

  test('a look at a grant leaves it unspent', async () => {
    const path = (await requestGrantUrl(tokens, account)).slice(product.baseUrl.length)
    const looks: Asked[] = [
      { method: 'HEAD' },
      ...[
        { 'Sec-Purpose': 'prefetch' },
        { Purpose: 'prefetch' },
        { 'X-Moz': 'prefetch' },
        { 'next-router-prefetch': '1' },
        { RSC: '1' },
        { 'Sec-Fetch-Dest': 'image' },
      ].map((headers) => ({ method: 'GET', headers })),
    ]
    for (const look of looks) {
      const answer = await ask({ path, ...look })
      expect(answer.status).toBe(204)
      expect(answer.headers['set-cookie']).toBeUndefined()
    }
    expect((await ask({ method: 'GET', path, headers: { 'Sec-Fetch-Mode': 'cors' } })).status).toBe(303)
  })

  test('every other method at the entry is refused', async () => {
    const path = (await requestGrantUrl(tokens, account)).slice(product.baseUrl.length)
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) expect((await ask({ method, path })).status).toBe(405)
    expect((await ask({ method: 'GET', path })).status).toBe(303)
  })

  test('an edited grant is refused without cookie, script or redirect, and burned', async () => {
    for (const field of ['token', 'userId', 'timestamp', 'backUrl', 'deepPath']) {
      const url = new URL(await requestGrantUrl(tokens, account))
      url.searchParams.set(field, `${url.searchParams.get(field)}1`)
      const answer = await ask({ method: 'GET', path: `${url.pathname}${url.search}` })
      expect(answer.status, field).toBe(403)
      expect(answer.headers['set-cookie']).toBeUndefined()
      expect(answer.headers.location).toBeUndefined()
      expect(answer.body).not.toContain('<script')
    }
  })

  test('a revoked key is refused everywhere at once', async ({ world }) => {
    const doomed = await world.createKey(key.owner)
    const held = await issueTokens(doomed)
    const path = (await requestGrantUrl(held, account)).slice(product.baseUrl.length)
    await world.revokeKey(doomed)
    const secretBody = form({ grantType: 'client_credentials', clientId: doomed.keyId, clientSecret: doomed.secret })
    expectRefusal(await ask({ headers: formType, body: secretBody }), 401, 'invalid_client')
    const refreshBody = form({
      grantType: 'refresh_token',
      clientId: doomed.owner.email,
      refreshToken: held.refreshToken,
    })
    expectRefusal(await ask({ headers: formType, body: refreshBody }), 400, 'invalid_grant')
    const bearer = { ...formType, Authorization: `Bearer ${held.accessToken}` }
    expectRefusal(
      await ask({ path: '/auth/v1/sso', headers: bearer, body: form({ accountId: account.id }) }),
      401,
      'invalid_token',
    )
    expect((await ask({ method: 'GET', path })).status).toBe(403)
  })
})
