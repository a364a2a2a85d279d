import { decodeJwt, decodeProtectedHeader } from 'jose'
import { beforeEach, describe, expect, it } from 'vitest'
import { endSessionsOfUser } from '#lib/domain/accounts/account-sessions/store.ts'
import { createAccount, suspendAccount } from '#lib/domain/accounts/accounts/manage-accounts.ts'
import { disableApiKey, enableApiKey } from '#lib/domain/keys/api-keys/change-api-key-state.ts'
import { deactivateUser } from '#lib/domain/people/user-lifecycle/change-user.ts'
import { revokeApiKey } from '#lib/domain/people/user-lifecycle/revoke-api-key.ts'
import { minuteMs, secondMs } from '#lib/kernel/clock.ts'
import { account } from '#lib/testing/accounts.ts'
import { callEndpoint } from '#lib/testing/call-endpoint.ts'
import { insertUser, root, signInAs } from '#lib/testing/people.ts'
import { TestBrowser } from '#lib/testing/test-browser.ts'
import { issueLink, makeTestProgram, type TestProgram } from '#lib/testing/test-grants.ts'
import { refusalBody, show } from '#lib/testing/test-programs.ts'
import { openTestServices, type TestServices, testBaseUrl, testStart } from '#lib/testing/test-services.ts'
import { verifyEndpoint } from '#lib/web/endpoints/verify.ts'

let services: TestServices
let program: TestProgram
/** In which a link of the program has opened the account `acme`. */
let browser: TestBrowser

beforeEach(async () => {
  services = await openTestServices()
  program = await makeTestProgram(services)
  browser = new TestBrowser()
  await browser.open((await issueLink(program, { locale: 'de-at' })).href)
})

type Asked = { uri?: string; cookies?: string; headers?: Headers | Record<string, string>; method?: string }

/** The forward-auth request of a proxy, by default about the account's own page, as nginx sends it. */
function verify({ uri = '/accounts/acme', cookies, headers = {}, method = 'GET' }: Asked = {}): Promise<Response> {
  const sent = new Headers({ 'X-Request-Id': 'req_1', Cookie: cookies ?? browser.cookieHeader('/accounts/acme') })
  if (uri !== '') sent.set('X-Original-URI', uri)
  for (const [name, value] of new Headers(headers)) sent.append(name, value)
  const request = new Request(`${testBaseUrl}/auth/v1/verify`, { method, headers: sent })
  return callEndpoint(verifyEndpoint, request)
}

/** The one answer to everything that is not let through. */
const refused = {
  status: 401,
  headers: {
    'cache-control': 'no-store',
    'content-type': 'application/json',
    pragma: 'no-cache',
    'www-authenticate': 'Bearer realm="Latchkey"',
    'x-content-type-options': 'nosniff',
    'x-request-id': 'req_1',
  },
  body: refusalBody('unauthorized', 'No open account session covers the original address.'),
}

describe('200', () => {
  it('returns user and account, and nothing else', async () => {
    expect(await show(await verify())).toEqual({
      status: 200,
      headers: {
        'cache-control': 'no-store',
        pragma: 'no-cache',
        'x-content-type-options': 'nosniff',
        'x-latchkey-account': 'acme',
        'x-latchkey-assertion': expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
        'x-latchkey-locale': 'de-at',
        'x-latchkey-user': program.owner.id,
        'x-request-id': 'req_1',
      },
      body: '',
    })
  })

  it('asserts the same, signed, for a minute and for this account alone', async () => {
    services.clock.advance(1_500)
    const assertion = (await verify()).headers.get('x-latchkey-assertion') ?? ''
    expect(decodeProtectedHeader(assertion)).toEqual({
      alg: 'ES256',
      typ: 'latchkey-assertion+jwt',
      kid: expect.any(String),
    })
    expect(decodeJwt(assertion)).toEqual({
      iss: testBaseUrl,
      aud: `${testBaseUrl}/accounts/acme`,
      sub: program.owner.id,
      account_id: 'acme',
      locale: 'de-at',
      iat: testStart / secondMs + 1,
      exp: testStart / secondMs + 61,
      jti: expect.stringMatching(/^[0-9A-Za-z]{22}$/),
    })
  })

  it('issues a new assertion for every request', async () => {
    const assertions = [await verify(), await verify()].map(({ headers }) => headers.get('x-latchkey-assertion'))
    expect(new Set(assertions).size).toBe(2)
  })

  it('without a body for HEAD, which counts as looking', async () => {
    services.clock.advance(20 * minuteMs)
    expect((await verify({ method: 'HEAD' })).status).toBe(200)
    services.clock.advance(10 * minuteMs)
    expect((await verify()).status).toBe(401)
  })

  it.each([
    '/accounts/acme',
    '/accounts/acme/',
    '/accounts/acme?',
    '/accounts/acme/orders/7%20a/%C3%A4',
    '/accounts/acme/a?next=https://elsewhere.example//x/../y&q=%2f%5C%00#x',
    '/accounts/acme/a?/../../accounts/beta',
    `/accounts/acme/${'%E6%9D%B1'.repeat(200)}`,
    `/accounts/acme/a?q=${'x'.repeat(6_000)}`,
  ])('for %s', async (uri) => {
    for (const header of ['X-Original-URI', 'X-Forwarded-Uri']) {
      expect((await verify({ uri: '', headers: { [header]: uri } })).status).toBe(200)
    }
  })

  it('for a person who came from the portal', async () => {
    const { cookieHeader } = await signInAs(services, program.owner)
    const launched = new TestBrowser(cookieHeader)
    const link = await launched.open('/launch/acme')
    await launched.open(link.headers.get('location') ?? '')
    expect((await verify({ cookies: launched.cookieHeader('/accounts/acme') })).status).toBe(200)
  })
})

describe('what counts as use', () => {
  const background = { 'Sec-Fetch-Dest': 'empty', 'Sec-Fetch-Mode': 'cors' }

  it('is a navigation: the idle time restarts', async () => {
    for (const headers of [{ 'Sec-Fetch-Dest': 'document' }, {}, { 'Sec-Fetch-Dest': 'document' }]) {
      services.clock.advance(30 * minuteMs - 1)
      expect((await verify({ headers })).status).toBe(200)
    }
  })

  it.each<[string, Record<string, string>]>([
    ['what an open page fetches', background],
    ['a picture', { 'Sec-Fetch-Dest': 'image' }],
    ['a prefetch', { 'Sec-Purpose': 'prefetch' }],
  ])('is not %s, which is let through all the same', async (_, headers) => {
    services.clock.advance(20 * minuteMs)
    expect((await verify({ headers })).status).toBe(200)
    services.clock.advance(10 * minuteMs)
    expect(await show(await verify())).toEqual(refused)
  })
})

describe('401', () => {
  it('without a session', async () => {
    expect(await show(await verify({ cookies: '' }))).toEqual(refused)
    expect(await show(await verify({ cookies: '__Secure-latchkey-account=Fe26.2*1*broken' }))).toEqual(refused)
  })

  it('for an account that does not exist', async () => {
    expect(await show(await verify({ uri: '/accounts/nowhere' }))).toEqual(refused)
  })

  it('for another account, though its cookie was carried there', async () => {
    await createAccount(services, root, account({ id: 'beta', name: 'Beta' }))
    expect(await show(await verify({ uri: '/accounts/beta' }))).toEqual(refused)
  })

  it('once the session has ended', async () => {
    await browser.post('/accounts/acme/-/end')
    expect(await show(await verify())).toEqual(refused)
  })

  it.each<[string, () => Promise<unknown>]>([
    ['the key is revoked', () => revokeApiKey(services, root, program.keyId)],
    ['the key is disabled', () => disableApiKey(services, root, program.keyId)],
    ['the account is suspended', () => suspendAccount(services, root, 'acme')],
    ['the user is deactivated', () => deactivateUser(services, root, program.owner.id)],
    ['the user’s sessions are ended', () => endSessionsOfUser(services.db, program.owner.id, 'user_deactivated')],
  ])('at the next request after %s', async (_, withdraw) => {
    const cookies = browser.cookieHeader('/accounts/acme')
    expect((await verify({ cookies })).status).toBe(200)
    await withdraw()
    expect(await show(await verify({ cookies }))).toEqual(refused)
  })

  it('only until a disabled key is enabled again', async () => {
    await disableApiKey(services, root, program.keyId)
    expect((await verify()).status).toBe(401)
    await enableApiKey(services, root, program.keyId)
    expect((await verify()).status).toBe(200)
  })

  it('at exactly half an hour without use, and after eight hours with it', async () => {
    services.clock.advance(30 * minuteMs)
    expect(await show(await verify())).toEqual(refused)
    services.clock.set(testStart)
    for (let minutes = 20; minutes < 480; minutes += 20) {
      services.clock.set(testStart + minutes * minuteMs)
      expect((await verify()).status).toBe(200)
    }
    services.clock.set(testStart + 480 * minuteMs)
    expect(await show(await verify())).toEqual(refused)
  })

  it('without an original address, or with two', async () => {
    expect(await show(await verify({ uri: '' }))).toEqual(refused)
    for (const uri of ['/accounts/acme', '/accounts/beta', '']) {
      const headers = { 'X-Forwarded-Uri': uri }
      expect(await show(await verify({ headers }))).toEqual(refused)
    }
  })

  it.each(['/accounts/acme', '/accounts/acme/a?b', '/accounts/beta'])('with one sent twice, as %s', async (uri) => {
    const headers = new Headers([['X-Original-URI', '/accounts/acme/a?b']])
    headers.append('X-Original-URI', uri)
    expect(await show(await verify({ uri: '', headers }))).toEqual(refused)
  })

  it.each([
    '/accounts/acme/../beta',
    '/accounts/acme/..',
    '/accounts/acme/.',
    '/accounts/acme/./a',
    '/../accounts/acme',
    '/accounts/acme/%2e%2e/beta',
    '/accounts/acme/.%2E/beta',
    '/accounts/acme/a%2f..%2f..%2fbeta',
    '/accounts/acme/..;/beta',
    '/accounts/acme/..;x=y/beta',
    '/accounts/acme/..\\beta',
    '/accounts/acme/%5c',
    '//accounts/acme',
    '/accounts//acme',
    '/accounts/acme//',
    '/accounts/acme//a',
    '/accounts/acme%2Fa',
    '/accounts/%61cme',
    '/accounts/ACME',
    '/accounts/acme;a',
    '/accounts/acmea',
    '/accounts/acm',
    '/accounts/',
    '/accounts/acme/%',
    '/accounts/acme/%zz',
    '/accounts/acme/%ff',
    '/accounts/acme/%00',
    '/accounts/acme/%0d%0a',
    '/accounts/acme#x',
    '/accounts/acme/ä',
    '/accounts/acme/a b',
    '/accounts/acme/a?b c',
    '/accounts/acme/a?ä',
    'accounts/acme',
    '/',
    'https://login.example.com/accounts/acme',
    '//evil.example/accounts/acme',
    '?/accounts/a',
    '/accounts/..',
    '/accounts/./acme',
    '/x/accounts/acme',
    '/accounts/acme/../acme',
    '*',
  ])('for %s', async (uri) => {
    expect(await show(await verify({ uri }))).toEqual(refused)
  })

  it.each(['/accounts/acme/-', '/accounts/acme/-/end', '/accounts/acme/-/status', '/accounts/acme/%2d/end'])(
    'for %s, which is Latchkey’s own',
    async (uri) => {
      expect(await show(await verify({ uri }))).toEqual(refused)
    },
  )

  it('shows the reason only in the log', async () => {
    await verify({ uri: '/accounts/acme//' })
    await verify({ uri: '' })
    await verify({ cookies: '' })
    const details = services.logLines.map((line) => JSON.parse(line).detail).filter(Boolean)
    expect(details.slice(-3)).toEqual([
      'the original URL is not within an account',
      'not exactly one header with the original URL',
      'no session: none',
    ])
  })
})

describe('405', () => {
  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('for %s', async (method) => {
    expect(await show(await verify({ method }))).toEqual({
      status: 405,
      headers: {
        allow: 'GET, HEAD, OPTIONS',
        'cache-control': 'no-store',
        'content-type': 'application/json',
        pragma: 'no-cache',
        'x-content-type-options': 'nosniff',
        'x-request-id': 'req_1',
      },
      body: refusalBody('invalid_request', 'This method is not allowed here.'),
    })
  })
})

describe('204', () => {
  it('for OPTIONS, without any word to other origins', async () => {
    const response = await verify({ method: 'OPTIONS', headers: { Origin: 'https://elsewhere.example' } })
    expect(response.status).toBe(204)
    expect(response.headers.get('allow')).toBe('GET, HEAD, OPTIONS')
    expect([...response.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
  })
})

it('never sets a cookie', async () => {
  const other = await insertUser(services)
  const answers = [
    await verify(),
    await verify({ cookies: '' }),
    await verify({ cookies: (await signInAs(services, other)).cookieHeader }),
  ]
  expect(answers.map(({ headers }) => headers.getSetCookie())).toEqual([[], [], []])
})
