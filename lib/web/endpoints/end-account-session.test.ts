import { beforeEach, describe, expect, it } from 'vitest'
import { createAccount } from '#lib/domain/accounts/accounts/manage-accounts.ts'
import { removeReturnAddress } from '#lib/domain/links/return-addresses/manage-return-addresses.ts'
import { minuteMs } from '#lib/kernel/clock.ts'
import { account } from '#lib/testing/accounts.ts'
import { root } from '#lib/testing/people.ts'
import { TestBrowser } from '#lib/testing/test-browser.ts'
import { crmOrigin, issueLink, makeTestProgram, type TestProgram } from '#lib/testing/test-grants.ts'
import { openTestServices, type TestServices, testStart } from '#lib/testing/test-services.ts'

let services: TestServices
let program: TestProgram
let browser: TestBrowser
beforeEach(async () => {
  services = await openTestServices()
  program = await makeTestProgram(services)
  browser = new TestBrowser()
  await browser.open((await issueLink(program)).href)
})

async function isOpen(accountId = 'acme', from = browser): Promise<boolean> {
  return (await (await from.open(`/accounts/${accountId}/-/status`)).json()).open
}

describe('POST /accounts/<accountId>/-/end', () => {
  it('ends the session, removes its cookie and redirects to the return address', async () => {
    const response = await browser.post('/accounts/acme/-/end')
    expect(response.status).toBe(303)
    expect(Object.fromEntries(response.headers)).toEqual({
      'cache-control': 'no-store',
      location: `${crmOrigin}/done`,
      pragma: 'no-cache',
      'cross-origin-opener-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'set-cookie': '__Secure-latchkey-account=; Max-Age=0; Path=/accounts/acme; HttpOnly; Secure; SameSite=Lax',
      'x-content-type-options': 'nosniff',
      'x-request-id': 'req_1',
    })
    expect(await isOpen()).toBe(false)
    expect(await services.db.selectFrom('account_sessions').select(['ended_at', 'end_reason']).execute()).toEqual([
      { ended_at: testStart, end_reason: 'ended' },
    ])
  })

  it('is recorded, as done by the session’s user', async () => {
    await browser.post('/accounts/acme/-/end')
    const events = await services.db
      .selectFrom('audit_events')
      .select(['actor_id', 'actor_name', 'subject_id', 'account_id', 'request_id'])
      .where('kind', '=', 'account_session.ended')
      .execute()
    expect(events).toEqual([
      {
        actor_id: program.owner.id,
        actor_name: 'Robin Example',
        subject_id: 'acme',
        account_id: 'acme',
        request_id: 'req_1',
      },
    ])
  })

  it('ends it even if the cookie comes back', async () => {
    const copy = new TestBrowser(browser.cookieHeader('/accounts/acme'))
    await browser.post('/accounts/acme/-/end')
    expect(await isOpen('acme', copy)).toBe(false)
  })

  it('leaves the other accounts of this browser open', async () => {
    await createAccount(services, root, account({ id: 'beta', name: 'Beta' }))
    await browser.open((await issueLink(program, { accountId: 'beta' })).href)
    await browser.post('/accounts/acme/-/end')
    expect(await isOpen('acme')).toBe(false)
    expect(await isOpen('beta')).toBe(true)
  })

  it('without a session goes to the accounts', async () => {
    await browser.post('/accounts/acme/-/end')
    const response = await browser.post('/accounts/acme/-/end')
    expect(response.status).toBe(303)
    expect(response.headers.get('location')).toBe('/')
  })

  it('does not redirect to a removed return address', async () => {
    await removeReturnAddress(services, root, { origin: crmOrigin })
    const response = await browser.post('/accounts/acme/-/end')
    expect(response.headers.get('location')).toBe('/')
    expect(await isOpen()).toBe(false)
  })

  it.each<[string, Record<string, string>]>([
    ['another site', { Origin: 'https://evil.example' }],
    ['our own return address', { Origin: crmOrigin }],
    ['a page without referrer', { Origin: 'null' }],
  ])('from %s is refused, and the session stays', async (_, headers) => {
    const response = await browser.post('/accounts/acme/-/end', {}, headers)
    expect(response.status).toBe(403)
    expect(await isOpen()).toBe(true)
  })

  it('without Origin requires Sec-Fetch-Site: same-origin', async () => {
    expect((await browser.open('/accounts/acme/-/end', {}, 'POST')).status).toBe(403)
    expect((await browser.open('/accounts/acme/-/end', { 'Sec-Fetch-Site': 'cross-site' }, 'POST')).status).toBe(403)
    expect((await browser.open('/accounts/acme/-/end', { 'Sec-Fetch-Site': 'same-origin' }, 'POST')).status).toBe(303)
  })

  it.each(['a;b', 'a%20b', '%2e%2e', 'ä'])('knows no account %s', async (id) => {
    expect((await browser.post(`/accounts/${id}/-/end`)).status).toBe(404)
  })

  it.each(['PUT', 'DELETE', 'OPTIONS'])('%s is refused and ends nothing', async (method) => {
    const response = await browser.open('/accounts/acme/-/end', {}, method)
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('GET, POST, HEAD')
    expect(await isOpen()).toBe(true)
  })
})

describe('GET /accounts/<accountId>/-/end', () => {
  it('shows the account with the form that ends it, and ends nothing', async () => {
    const response = await browser.open('/accounts/acme/-/end')
    expect(response.status).toBe(200)
    const html = await response.text()
    expect(html).toContain('<h1>Acme &amp; Sons</h1>')
    expect(html).toContain('<form class="end" method="post" action="/accounts/acme/-/end">')
    expect(html).toContain('<a class="left" href="/accounts/acme" ')
    expect(html).not.toContain('class="place"')
    expect(await isOpen()).toBe(true)
  })

  it('counts as use, like every page of the account', async () => {
    services.clock.advance(20 * minuteMs)
    await browser.open('/accounts/acme/-/end')
    services.clock.advance(20 * minuteMs)
    expect(await isOpen()).toBe(true)
  })

  it('without a session shows the reason, and links to the account’s start page', async () => {
    await browser.post('/accounts/acme/-/end')
    const response = await browser.open('/accounts/acme/-/end')
    expect(response.status).toBe(403)
    const html = await response.text()
    expect(html).toContain('<h1>This account isn’t open here</h1>')
    expect(html).toContain('href="/launch/acme"')
  })
})
