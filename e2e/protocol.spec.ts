import { variations } from './complete.ts'
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
import { type Asked, ask, expectCommonHeaders, expectRefusal, form, formType } from './http-client.ts'
import { grantRefusals } from './refused-requests.ts'

test.describe('with a key', () => {
  let key: TestKey
  let tokens: Tokens
  let account: TestAccount

  test.beforeAll(async ({ world }) => {
    account = await world.createAccount('Protocol & Sons', 'de-at')
    key = await world.createKey(await world.createPerson('agent', [account]))
    tokens = await issueTokens(key)
  })

  test('OPTIONS has no body', async () => {
    const answer = await ask({ method: 'OPTIONS' })
    expect(answer).toMatchObject({ status: 204, body: '' })
  })

  test('a token response has exactly four fields', async () => {
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

  test('an older refresh token revokes the family', async () => {
    const first = await issueTokens(key)
    const refresh = (refreshToken: string) =>
      ask({ headers: formType, body: form({ grantType: 'refresh_token', clientId: key.owner.username, refreshToken }) })
    const second = JSON.parse((await refresh(first.refreshToken)).body)
    const third = JSON.parse((await refresh(second.refreshToken)).body)
    expectRefusal(await refresh(first.refreshToken), 400, 'invalid_grant')
    expectRefusal(await refresh(third.refreshToken), 400, 'invalid_grant')
  })

  test('a grant response has exactly two fields', async () => {
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

  for (const [name, fields, status, error] of variations(grantRefusals)) {
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
      'cross-origin-opener-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    })
  })

  test('a prefetch doesn’t redeem a grant', async () => {
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

  test('/sso refuses every other method', async () => {
    const path = (await requestGrantUrl(tokens, account)).slice(product.baseUrl.length)
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) expect((await ask({ method, path })).status).toBe(405)
    expect((await ask({ method: 'GET', path })).status).toBe(303)
  })

  test('an edited grant is refused without cookie, script or redirect, and invalidated', async () => {
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

  test('a revoked key is refused at every endpoint at once', async ({ world }) => {
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
