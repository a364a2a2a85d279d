import { beforeEach, describe, expect, it } from 'vitest'
import { findFreePort } from '#lib/testing/free-port.ts'
import { PlatformClient, stretchTimeouts, wanted } from '#lib/testing/platform-client.ts'
import {
  type Behaviour,
  hang,
  platformKey,
  refuse,
  reset,
  say,
  startTestPlatform,
  type TestPlatform,
} from '#lib/testing/test-platform.ts'

const token = '/auth/v1/token'
const sso = '/auth/v1/sso'

let there: TestPlatform
let client: PlatformClient
let endPatience: () => void
beforeEach(async () => {
  endPatience = stretchTimeouts()
  there = await startTestPlatform()
  client = new PlatformClient(there)
})

const grantsAsked = () => there.asked.filter(({ path }) => path === sso).length
const refusedAs = (code: string, facts: object = {}) => expect.objectContaining({ code, ...facts })

describe('a link of the remote platform', () => {
  it("is requested with the protocol's form and access token", async () => {
    expect(await client.launch()).toMatch(new RegExp(`^${there.url}/sso\\?token=grant_\\d+&`))
    expect(there.asked).toEqual([
      {
        path: token,
        fields: { grantType: 'client_credentials', clientId: platformKey.id, clientSecret: platformKey.secret },
        authorization: '',
      },
      {
        path: sso,
        fields: { accountId: 'acme', backUrl: 'https://login.example.com/' },
        authorization: 'Bearer at_1',
      },
    ])
  })

  it('passes on the deep path and the locale', async () => {
    const more = { ...wanted, locale: 'de-at', deepPath: '/accounts/acme/x' }
    await client.platform.requestGrantUrl(more, AbortSignal.timeout(5_000))
    expect(there.asked.at(-1)?.fields).toEqual(more)
  })

  it('belongs to the trace of the request, unlike a token for several requests', async () => {
    const trace = { traceparent: `00-${'1'.repeat(32)}-${'2'.repeat(16)}-01`, traceId: '1'.repeat(32) }
    await client.platform.requestGrantUrl(wanted, AbortSignal.timeout(5_000), trace)
    expect(there.asked.map(({ traceparent }) => traceparent)).toEqual([undefined, trace.traceparent])
  })

  it('can be requested below a path', async () => {
    client = new PlatformClient(there, { PLATFORM_URL: `${there.url}/customers` })
    there.next(`/customers${token}`, there.behave)
    await expect(client.launch()).rejects.toEqual(refusedAs('platform_unusable'))
    expect(there.asked.map(({ path }) => path)).toEqual([`/customers${token}`])
  })
})

describe('a platform that fails', () => {
  /** Good but for its length. */
  const padded: Behaviour = (asked, response) => {
    const content = { accessToken: 'at_1', expiresIn: 60, tokenType: 'Bearer', grantUrl: `${there.url}/sso` }
    say(200, { ...content, padding: 'x'.repeat(65_536) })(asked, response)
  }
  const later = (seconds: string) => ({ 'Retry-After': seconds })
  const cases: [what: string, behaviour: Behaviour, code: string, facts: object, times: number][] = [
    ['cuts the connection', reset, 'platform_unreachable', {}, 2],
    [
      'breaks off in its answer',
      (_, r) => void r.writeHead(200, { 'Content-Length': '9' }).write('{"a"', () => r.destroy()),
      'platform_unreachable',
      {},
      2,
    ],
    ['fails', refuse(500, 'server_error'), 'platform_unreachable', {}, 2],
    [
      'is not behind its proxy',
      (_, r) => void r.writeHead(502).end('<h1>Bad Gateway</h1>'),
      'platform_unreachable',
      {},
      2,
    ],
    ['is busy', refuse(503, 'temporarily_unavailable', '', later('2')), 'platform_busy', { retryAfterSeconds: 2 }, 1],
    ['is busy without saying how long', refuse(503, 'x'), 'platform_busy', { retryAfterSeconds: 5 }, 1],
    [
      'counts too many failures',
      refuse(429, 'too_many_requests', '', later('60')),
      'platform_busy',
      { retryAfterSeconds: 60 },
      1,
    ],
    [
      'asks for a day',
      refuse(429, 'too_many_requests', '', later('86400')),
      'platform_busy',
      { retryAfterSeconds: 3_600 },
      1,
    ],
    ['answers rubbish', (_, r) => void r.end('<html>'), 'platform_unusable', {}, 1],
    ['answers nothing', (_, r) => void r.writeHead(204).end(), 'platform_unusable', {}, 1],
    ['answers something else', say(200, { ok: true }), 'platform_unusable', {}, 1],
    ['answers more than can be meant', padded, 'platform_unusable', {}, 1],
    ['sends away', (_, r) => void r.writeHead(307, { Location: '/elsewhere' }).end(), 'platform_unusable', {}, 1],
    ['is not there', refuse(404, 'not_found'), 'platform_unusable', {}, 1],
  ]

  it.each(cases)('at a link: %s', async (_, behaviour, code, facts, times) => {
    await client.launch()
    there.asked.length = 0
    there.next(sso, behaviour, behaviour)
    await expect(client.launch()).rejects.toEqual(refusedAs(code, facts))
    expect(there.asked.map(({ path }) => path)).toEqual(Array(times).fill(sso))
  })

  it.each(cases)('at a token: %s', async (_, behaviour, code, facts, times) => {
    there.next(token, behaviour, behaviour)
    await expect(client.launch()).rejects.toEqual(refusedAs(code, facts))
    expect(there.asked.map(({ path }) => path)).toEqual(Array(times).fill(token))
  })

  it.each(cases.filter(([, , code]) => code === 'platform_unreachable'))(
    'once, opens all the same: it %s',
    async (_, behaviour) => {
      there.next(token, behaviour)
      there.next(sso, behaviour)
      await client.launch()
    },
  )

  it('gets a retry after one second if it asks for one', async () => {
    there.next(sso, refuse(503, 'temporarily_unavailable', '', later('1')))
    const before = performance.now()
    await client.launch()
    expect(performance.now() - before).toBeGreaterThan(990)
    expect(grantsAsked()).toBe(2)
  })

  it('is not waited for beyond the time limit', async () => {
    await client.launch()
    endPatience()
    there.next(sso, hang)
    const before = performance.now()
    await expect(client.launch(400)).rejects.toEqual(refusedAs('platform_unreachable'))
    expect(performance.now() - before).toBeLessThan(1_500)
  })

  it('that sends a slow response is limited as well', async () => {
    await client.launch()
    endPatience()
    const drips: NodeJS.Timeout[] = []
    there.next(sso, (_, response) => {
      response.writeHead(200)
      drips.push(setInterval(() => response.write(' '), 50))
    })
    await expect(client.launch(400)).rejects.toEqual(refusedAs('platform_unreachable'))
    for (const drip of drips) clearInterval(drip)
  })

  it('works again once it is back, without a restart', async () => {
    const port = await findFreePort()
    client = new PlatformClient(there, { PLATFORM_URL: `http://127.0.0.1:${port}` })
    await expect(client.launch()).rejects.toEqual(refusedAs('platform_unreachable'))
    const back = await startTestPlatform(port)
    expect(await client.launch()).toContain(back.url)
  })
})

describe('a platform that refuses', () => {
  it.each([
    ['account', refuse(403, 'access_denied'), 'platform_account_refused'],
    ['return address, in any words', refuse(400, 'invalid_request', 'Unknown origin.'), 'platform_return_refused'],
    ['scope', refuse(403, 'insufficient_scope'), 'platform_key_refused'],
    ['request, with an unknown code', refuse(418, 'teapot'), 'platform_unusable'],
  ])('the %s', async (_, behaviour, code) => {
    there.next(sso, behaviour)
    await expect(client.launch()).rejects.toEqual(refusedAs(code))
    expect(grantsAsked()).toBe(1)
  })

  it('the form of a token request is not mistaken for one that refuses the return address', async () => {
    there.next(token, refuse(400, 'invalid_request', 'The value of backUrl is not acceptable.'))
    await expect(client.launch()).rejects.toEqual(refusedAs('platform_unusable'))
  })

  it('the key is asked once and logs the request ID of the response', async () => {
    client = new PlatformClient(there, { PLATFORM_CLIENT_SECRET: 'wrong' })
    const detail = '/auth/v1/token answered 401 invalid_client req_theirs00000000000000'
    await expect(client.launch()).rejects.toEqual(refusedAs('platform_key_refused', { detail }))
    expect(there.asked).toHaveLength(1)
  })

  it('and echoes the request leaves no secret in the log', async () => {
    const echo: Behaviour = ({ fields, authorization }, response) => {
      const sent = `${authorization}${fields.clientSecret}`
      say(400, { error: sent, error_description: sent, requestId: fields.clientSecret })(
        { path: '', fields, authorization },
        response,
      )
    }
    there.next(token, echo)
    await expect(client.launch()).rejects.toEqual(
      refusedAs('platform_unusable', { detail: '/auth/v1/token answered 400' }),
    )
  })
})

describe('an invalid token response', () => {
  const good = { accessToken: 'at_1', expiresIn: 36_000, tokenType: 'Bearer', refreshToken: 'rt_1' }

  it.each<[string, object]>([
    ['without a token', { ...good, accessToken: undefined }],
    ['with a token that is no header', { ...good, accessToken: 'a\r\nX-Evil: 1' }],
    ['of another type', { ...good, tokenType: 'DPoP' }],
    ['with a lifetime in words', { ...good, expiresIn: 'soon' }],
    ['that has ended', { ...good, expiresIn: 0 }],
    ['in the standard spelling', { access_token: 'at_1', expires_in: 36_000, token_type: 'Bearer' }],
  ])('with %s is not used', async (_, content) => {
    there.next(token, say(200, content))
    await expect(client.launch()).rejects.toEqual(refusedAs('platform_unusable'))
    expect(grantsAsked()).toBe(0)
  })
})

describe('a link to another server', () => {
  it.each([
    'https://evil.example/sso?token=x',
    'http://127.0.0.1:1/sso?token=x',
    '//evil.example/sso',
    '/sso?token=x',
    'javascript:alert(1)//sso',
    'blob:ORIGIN/sso',
    'ORIGIN@evil.example/sso',
    'ORIGIN.evil.example/sso',
    'ORIGIN\\@evil.example/sso',
    'ORIGIN/sso\r\nSet-Cookie: a=b',
    ' ORIGIN/sso',
    'ORIGIN/accounts/acme',
    'ORIGIN/accounts?/sso',
    'ORIGIN/accounts#/sso',
    'ORIGIN',
    '',
  ])('%j opens nothing', async (link) => {
    there.next(sso, say(200, { grantUrl: link.replace('ORIGIN', there.url), expiresIn: 15 }))
    await expect(client.launch()).rejects.toEqual(
      refusedAs('platform_unusable', { detail: '/auth/v1/sso answered no link of its own' }),
    )
  })

  it.each(['ORIGIN/sso?token=x', 'ORIGIN/customers/sso?token=x', 'ORIGIN/sso/?token=x'])(
    'but %s does',
    async (link) => {
      const grantUrl = link.replace('ORIGIN', there.url)
      there.next(sso, say(200, { grantUrl }))
      expect(await client.launch()).toBe(grantUrl)
    },
  )
})
