import { beforeEach, describe, expect, it } from 'vitest'
import { createAccount, suspendAccount } from '#lib/domain/accounts/accounts/manage-accounts.ts'
import { addReturnAddress } from '#lib/domain/links/return-addresses/manage-return-addresses.ts'
import type { User } from '#lib/domain/people/users/user.ts'
import { translatorFor } from '#lib/foundation/i18n/translator.ts'
import { account } from '#lib/testing/accounts.ts'
import { insertUser, root, signInAs } from '#lib/testing/people.ts'
import { TestBrowser } from '#lib/testing/test-browser.ts'
import { openTestServices, type TestServices, testStart } from '#lib/testing/test-services.ts'

let services: TestServices
let agent: User
let browser: TestBrowser
beforeEach(async () => {
  services = await openTestServices()
  await createAccount(services, root, account({ id: 'acme', name: 'Acme', locale: 'de-at' }))
  agent = await insertUser(services, { name: 'Robin Example' })
  browser = new TestBrowser((await signInAs(services, agent)).cookieHeader)
})

/** Where a launch leads to. */
async function launch(address = '/launch/acme', from = browser): Promise<URL> {
  const response = await from.open(address)
  expect(response.status).toBe(303)
  return new URL(response.headers.get('location') ?? '')
}

function grants() {
  return services.db.selectFrom('sso_grants').selectAll().orderBy('issued_at').execute()
}

describe('GET /launch/<accountId>', () => {
  it('redirects a signed-in user to a new link', async () => {
    const response = await browser.open('/launch/acme')
    const { location = '', ...headers } = Object.fromEntries(response.headers)
    expect(headers).toEqual({
      'cache-control': 'no-store',
      pragma: 'no-cache',
      'cross-origin-opener-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-request-id': 'req_1',
    })
    expect(response.status).toBe(303)
    const link = new URL(location)
    expect(link.origin + link.pathname).toBe('https://login.example.com/sso')
    expect(Object.fromEntries(link.searchParams)).toEqual({
      token: expect.stringMatching(/^[\w-]{43}$/),
      userId: agent.id,
      timestamp: String(testStart),
      backUrl: 'https://login.example.com/',
      deepPath: '/accounts/acme',
    })
  })

  it('binds the grant to the browser, under no key', async () => {
    const { cookieHeader, person } = await signInAs(services, agent)
    await launch('/launch/acme', new TestBrowser(cookieHeader))
    expect(await grants()).toMatchObject([
      {
        user_id: agent.id,
        key_id: null,
        family_id: null,
        browser_hash: person.browserHash,
        retry_of_at: null,
        locale: 'de-at',
      },
    ])
  })

  it('opens the account in one more step, and is remembered as recent', async () => {
    const response = await browser.open((await launch()).href)
    expect(response.status).toBe(303)
    expect(response.headers.get('location')).toBe('/accounts/acme')
    expect(response.headers.getSetCookie()).toHaveLength(1)
    expect(await services.db.selectFrom('account_shortcuts').select(['user_id', 'opened_at']).execute()).toEqual([
      { user_id: agent.id, opened_at: testStart },
    ])
    const event = await services.db
      .selectFrom('audit_events')
      .select(['actor_kind', 'actor_id', 'details'])
      .where('kind', '=', 'sso_grant.redeemed')
      .executeTakeFirst()
    expect(event).toEqual({
      actor_kind: 'person',
      actor_id: agent.id,
      details: expect.stringMatching(/^{"via":"launch","grantId":"grt_/),
    })
  })

  it('takes a return address, a place inside the account and a locale', async () => {
    await addReturnAddress(services, root, { origin: 'https://crm.example' })
    const link = await launch(
      '/launch/acme?backUrl=https%3A%2F%2Fcrm.example%2Fx&deepPath=%2Faccounts%2Facme%2Fy&locale=fr-ch',
    )
    expect(link.searchParams.get('backUrl')).toBe('https://crm.example/x')
    expect(link.searchParams.get('deepPath')).toBe('/accounts/acme/y')
    expect(await grants()).toMatchObject([{ locale: 'fr-ch' }])
  })

  it.each([
    'backUrl=https%3A%2F%2Fevil.example%2F',
    'backUrl=%2F',
    'deepPath=%2F%2Fevil.example',
    'deepPath=%2Faccounts%2Fother',
    'locale=DE',
    'locale=de-at&locale=fr-ch',
    'backUrl=https%3A%2F%2Flogin.example.com%2F&backUrl=https%3A%2F%2Flogin.example.com%2F',
  ])('refuses %s with a page, and issues nothing', async (query) => {
    const response = await browser.open(`/launch/acme?${query}`)
    expect(response.status).toBe(400)
    expect(response.headers.has('location')).toBe(false)
    expect(await response.text()).toContain('<h1>This request couldn’t be read</h1>')
    expect(await grants()).toEqual([])
  })

  it('redirects to the sign-in page, and back', async () => {
    const response = await new TestBrowser().open('/launch/acme?locale=fr-ch')
    expect(response.status).toBe(303)
    expect(response.headers.get('location')).toBe('/sign-in?next=%2Flaunch%2Facme%3Flocale%3Dfr-ch')
  })

  it('explains that the account may not be opened, identically for every reason', async () => {
    await createAccount(services, root, account({ id: 'gone', name: 'Gone' }))
    await suspendAccount(services, root, 'gone')
    const listed = await insertUser(services, { accountScope: 'list', accountIds: [] })
    const theirs = new TestBrowser((await signInAs(services, listed)).cookieHeader)
    const answers = await Promise.all([
      theirs.open('/launch/acme'),
      theirs.open('/launch/nowhere'),
      browser.open('/launch/gone'),
    ])
    const texts = await Promise.all(answers.map((answer) => answer.text()))
    expect(answers.map((answer) => answer.status)).toEqual([403, 403, 403])
    expect(new Set(texts).size).toBe(1)
    expect(texts[0]).toContain('<h1>You can’t open this account</h1>')
    expect(await grants()).toEqual([])
  })

  it.each<[what: string, method: string, headers: Record<string, string>]>([
    ['HEAD', 'HEAD', {}],
    ['a prefetch', 'GET', { 'Sec-Purpose': 'prefetch' }],
    ['a router prefetch', 'GET', { 'Next-Router-Prefetch': '1' }],
    ['fetch()', 'GET', { 'Sec-Fetch-Dest': 'empty' }],
  ])('issues nothing to %s', async (_, method, headers) => {
    const response = await browser.open('/launch/acme', headers, method)
    expect(response.status).toBe(204)
    expect(await grants()).toEqual([])
  })

  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('refuses %s', async (method) => {
    const response = await browser.open('/launch/acme', {}, method)
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('GET, HEAD')
  })
})

describe('a launch’s link in another browser', () => {
  it('is worthless there, and still good in its own', async () => {
    const link = await launch()
    const colleague = await insertUser(services, {})
    for (const other of [new TestBrowser(), new TestBrowser((await signInAs(services, colleague)).cookieHeader)]) {
      const response = await other.open(link.href)
      expect(response.status).toBe(403)
      expect(response.headers.getSetCookie()).toEqual([])
      expect(response.headers.has('refresh')).toBe(false)
      expect(await response.text()).toContain(translatorFor('de-at', 'errors')('refusals.grant_other_browser.title'))
    }
    expect(await grants()).toMatchObject([{ redeemed_at: null, burned_at: null }])
    expect((await browser.open(link.href)).status).toBe(303)
  })

  it('cannot be invalidated from there either', async () => {
    const link = await launch()
    const edited = new URL(link)
    edited.searchParams.set('userId', 'usr_other')
    expect((await new TestBrowser().open(edited.href)).status).toBe(403)
    expect((await browser.open(link.href)).status).toBe(303)
  })
})

describe('an expired link of a launch', () => {
  it('opens the account again automatically, once', async () => {
    const link = await launch('/launch/acme?locale=fr-ch')
    services.clock.advance(15_000)
    const late = await browser.open(link.href)
    expect(late.status).toBe(410)
    const retry = /^0; url=(\/launch\/acme\?.+)$/.exec(late.headers.get('refresh') ?? '')?.[1] ?? ''
    expect(new URLSearchParams(retry.split('?')[1]).get('retryOfAt')).toBe(String(testStart))
    const second = await launch(retry)
    expect(await grants()).toMatchObject([{ retry_of_at: null }, { retry_of_at: testStart, locale: 'fr-ch' }])
    services.clock.advance(15_000)
    const tooLate = await browser.open(second.href)
    expect(tooLate.status).toBe(410)
    expect(tooLate.headers.has('refresh')).toBe(false)
    expect(await tooLate.text()).toContain(' href="/launch/acme?')
  })

  it('does so for a link that was used, too', async () => {
    const link = await launch()
    await browser.open(link.href)
    const again = await browser.open(link.href)
    expect(again.status).toBe(410)
    expect(again.headers.get('refresh')).toMatch(/^0; url=\/launch\/acme\?/)
  })

  it('offers a button to other users', async () => {
    const link = await launch()
    await browser.open(link.href)
    const colleague = await insertUser(services, {})
    for (const other of [new TestBrowser(), new TestBrowser((await signInAs(services, colleague)).cookieHeader)]) {
      const response = await other.open(link.href)
      expect(response.status).toBe(410)
      expect(response.headers.has('refresh')).toBe(false)
      const text = await response.text()
      expect(text).toContain(' href="/launch/acme?')
      expect(text).not.toContain('retryOfAt')
    }
  })

  it('offers none once the account may not be opened any more', async () => {
    const link = await launch()
    await suspendAccount(services, root, 'acme')
    const response = await browser.open(link.href)
    expect(response.status).toBe(403)
    expect(response.headers.has('refresh')).toBe(false)
    expect(await response.text()).not.toContain('/launch/')
  })
})
