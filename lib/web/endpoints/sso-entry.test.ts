import { beforeEach, describe, expect, it } from 'vitest'
import { sha256 } from '#lib/kernel/crypto.ts'
import { callEndpoint } from '#lib/testing/call-endpoint.ts'
import { callersAtOnce } from '#lib/testing/sampling.ts'
import { TestBrowser } from '#lib/testing/test-browser.ts'
import { crmOrigin, issueLink, makeTestProgram, readEverything, type TestProgram } from '#lib/testing/test-grants.ts'
import { openTestServices, type TestServices, testStart } from '#lib/testing/test-services.ts'
import { setWritable } from '#lib/testing/writable.ts'
import { ssoEntryEndpoint } from '#lib/web/endpoints/sso-entry.ts'

const common = {
  'cache-control': 'no-store',
  pragma: 'no-cache',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-request-id': 'req_1',
}

let services: TestServices
let program: TestProgram
beforeEach(async () => {
  services = await openTestServices()
  program = await makeTestProgram(services)
})

function sessions() {
  return services.db.selectFrom('account_sessions').selectAll().execute()
}

async function grantState() {
  const { redeemed_at, burned_at } = await services.db.selectFrom('sso_grants').selectAll().executeTakeFirstOrThrow()
  return { redeemed_at, burned_at }
}

describe('GET /sso, 303', () => {
  it('opens the account: clean address, two cookies, nothing kept and no referrer', async () => {
    const link = await issueLink(program, { deepPath: '/accounts/acme/orders?open=1' })
    const response = await new TestBrowser().open(link.href)
    const { 'set-cookie': _, ...headers } = Object.fromEntries(response.headers)
    expect(response.status).toBe(303)
    expect(headers).toEqual({
      ...common,
      'cross-origin-opener-policy': 'same-origin',
      location: '/accounts/acme/orders?open=1',
    })
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^__Secure-latchkey-account=Fe26\.2\S+; Path=\/accounts\/acme; HttpOnly; Secure; SameSite=Lax$/,
      ),
      expect.stringMatching(
        /^__Host-latchkey-browser=[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      ),
    ])
    expect(await response.text()).toBe('')
  })

  it('stores user, browser and lifetime of the session', async () => {
    const browser = new TestBrowser()
    await browser.open((await issueLink(program, { locale: 'de-at' })).href)
    const browserId = /latchkey-browser=([\w-]+)/.exec(browser.cookieHeader('/'))?.[1] ?? ''
    const family = await services.db.selectFrom('refresh_families').select('id').executeTakeFirstOrThrow()
    expect(await sessions()).toEqual([
      {
        id: expect.stringMatching(/^ases_[0-9A-Za-z]{20}$/),
        secret_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
        master_id: services.keys.current.id,
        user_id: program.owner.id,
        account_id: 'acme',
        key_id: program.keyId,
        family_id: family.id,
        browser_hash: sha256(browserId),
        locale: 'de-at',
        back_url: `${crmOrigin}/done`,
        deep_path: '/accounts/acme',
        created_at: testStart,
        last_seen_at: testStart,
        expires_at: testStart + 8 * 60 * 60 * 1_000,
        pending_until: null,
        confirmed_at: null,
        ended_at: null,
        end_reason: null,
      },
    ])
    expect(await services.db.selectFrom('account_shortcuts').select(['user_id', 'opened_at']).execute()).toEqual([
      { user_id: program.owner.id, opened_at: testStart },
    ])
  })

  it('is recorded with account, user and key', async () => {
    await new TestBrowser().open((await issueLink(program)).href)
    const event = await services.db
      .selectFrom('audit_events')
      .selectAll()
      .where('kind', '=', 'sso_grant.redeemed')
      .executeTakeFirstOrThrow()
    expect(event).toMatchObject({
      at: testStart,
      actor_id: program.owner.id,
      actor_name: 'Robin Example',
      subject_kind: 'account',
      subject_id: 'acme',
      subject_name: 'Acme & Sons',
      account_id: 'acme',
      address: '192.0.2.1',
      request_id: 'req_1',
      details: expect.stringContaining(`{"via":"${program.keyId}","grantId":"grt_`),
    })
  })

  it('leaves the cookie of a known browser as it is', async () => {
    const browser = new TestBrowser()
    await browser.open((await issueLink(program)).href)
    const second = await browser.open((await issueLink(program)).href)
    expect(second.headers.getSetCookie()).toEqual([expect.stringContaining('-latchkey-account=')])
  })

  it('replaces a browser cookie that we did not make', async () => {
    const response = await new TestBrowser('__Host-latchkey-browser=mine').open((await issueLink(program)).href)
    expect(response.headers.getSetCookie()).toHaveLength(2)
  })

  it('ignores parameters that are none of ours', async () => {
    const link = await issueLink(program)
    expect((await new TestBrowser().open(`${link.href}&utm_source=mail&__proto__=x`)).status).toBe(303)
  })

  it.each<[string, Record<string, string>]>([
    ['curl', {}],
    ['an HTTP library', { 'Sec-Fetch-Mode': 'cors' }],
    ['a browser', { 'Sec-Fetch-Dest': 'document', 'Sec-Fetch-Mode': 'navigate' }],
  ])('for %s', async (_, headers) => {
    const { href } = await issueLink(program)
    expect((await callEndpoint(ssoEntryEndpoint, new Request(href, { headers }))).status).toBe(303)
  })

  it('carries no host of the request, wherever it says one', async () => {
    const { href } = await issueLink(program)
    const response = await new TestBrowser().open(href, {
      'X-Forwarded-Host': 'evil.example',
      'X-Forwarded-Proto': 'http',
      Forwarded: 'host=evil.example',
    })
    expect(response.status).toBe(303)
    expect(JSON.stringify([...response.headers])).not.toContain('evil')
  })

  it('leaves no plain token, session id or browser id in any column or log', async () => {
    const link = await issueLink(program)
    const browser = new TestBrowser()
    await browser.open(link.href)
    await browser.open(link.href)
    const secrets = browser
      .cookieHeader('/accounts/acme')
      .split('; ')
      .map((pair) => pair.split('=')[1] ?? '')
    for (const secret of [link.searchParams.get('token') ?? '', ...secrets]) {
      expect(secret.length).toBeGreaterThan(40)
      expect(await readEverything(services)).not.toContain(secret)
      expect(services.logLines.join()).not.toContain(secret)
    }
  })
})

describe('GET /sso, 204: anything but a navigation redeems nothing', () => {
  it.each<[string, string, Record<string, string>]>([
    ['HEAD', 'HEAD', {}],
    ['a prefetch', 'GET', { 'Sec-Purpose': 'prefetch' }],
    ['a prerender', 'GET', { 'Sec-Purpose': 'prefetch;prerender' }],
    ['an old prefetch', 'GET', { Purpose: 'prefetch' }],
    ['a preview', 'GET', { Purpose: 'preview' }],
    ['an old Firefox', 'GET', { 'X-Moz': 'prefetch' }],
    ['a router prefetch', 'GET', { 'Next-Router-Prefetch': '1' }],
    ['a framework data request', 'GET', { RSC: '1' }],
    ['fetch()', 'GET', { 'Sec-Fetch-Dest': 'empty' }],
    ['an image', 'GET', { 'Sec-Fetch-Dest': 'image' }],
    ['a frame', 'GET', { 'Sec-Fetch-Dest': 'iframe' }],
  ])('%s', async (_, method, headers) => {
    const { href } = await issueLink(program)
    const response = await new TestBrowser().open(href, headers, method)
    expect(response.status).toBe(204)
    expect(Object.fromEntries(response.headers)).toEqual(common)
    expect(await grantState()).toEqual({ redeemed_at: null, burned_at: null })
    expect((await new TestBrowser().open(href)).status).toBe(303)
  })
})

describe('GET /sso, expiry', () => {
  it('opens at 14 999 ms after the timestamp', async () => {
    const link = await issueLink(program)
    expect(link.searchParams.get('timestamp')).toBe(String(testStart))
    services.clock.advance(14_999)
    expect((await new TestBrowser().open(link.href)).status).toBe(303)
  })

  it('is refused at 15 000 ms', async () => {
    const link = await issueLink(program)
    services.clock.advance(15_000)
    expect((await new TestBrowser().open(link.href)).status).toBe(410)
    expect(await sessions()).toEqual([])
  })
})

describe('GET /sso, races', () => {
  const callers = callersAtOnce(200)

  it('of many parallel opens exactly one gets a session, and the others are told that the link was used', async () => {
    for (let round = 0; round < 3; round++) {
      const { href } = await issueLink(program)
      const responses = await Promise.all(Array.from({ length: callers }, () => new TestBrowser().open(href)))
      const statuses = responses.map((response) => response.status)
      expect(statuses.filter((status) => status === 303)).toHaveLength(1)
      expect(statuses.filter((status) => status === 410)).toHaveLength(callers - 1)
      expect(await sessions()).toHaveLength(round + 1)
    }
  })

  it('of many parallel opens at the last millisecond, too', async () => {
    const { href } = await issueLink(program)
    services.clock.advance(14_999)
    const opening = Array.from({ length: callers }, () => new TestBrowser().open(href))
    await Promise.resolve()
    services.clock.advance(1)
    const statuses = (await Promise.all(opening)).map((response) => response.status)
    expect(statuses.filter((status) => status === 303).length).toBeLessThanOrEqual(1)
    expect(statuses.every((status) => status === 303 || status === 410)).toBe(true)
  })

  it('opened many times in one browser there is one open session', async () => {
    const browser = new TestBrowser()
    await browser.open((await issueLink(program)).href)
    const links = await Promise.all(Array.from({ length: 20 }, () => issueLink(program)))
    const responses = await Promise.all(links.map((link) => browser.open(link.href)))
    expect(responses.map((response) => response.status)).toEqual(Array(20).fill(303))
    expect((await sessions()).filter((session) => session.ended_at === null)).toHaveLength(1)
  })
})

describe('GET /sso, 503', () => {
  it('when the database cannot be written: a page, and the grant is not spent', async () => {
    const { href } = await issueLink(program)
    await setWritable(services, false)
    const response = await new TestBrowser().open(href)
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('1')
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(response.headers.getSetCookie()).toEqual([])
    expect(await response.text()).toMatch(/ href="">Try again<\/a>/)
    await setWritable(services, true)
    expect((await new TestBrowser().open(href)).status).toBe(303)
  })
})

describe('/sso, 405', () => {
  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('%s, and the grant is untouched', async (method) => {
    const { href } = await issueLink(program)
    const response = await new TestBrowser().open(href, {}, method)
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('GET, HEAD')
    expect(await grantState()).toEqual({ redeemed_at: null, burned_at: null })
  })
})
