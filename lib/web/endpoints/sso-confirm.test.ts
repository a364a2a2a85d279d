import { beforeEach, describe, expect, it } from 'vitest'
import { peekAccountSession } from '#lib/domain/accounts/account-sessions/read-account-session.ts'
import { suspendAccount } from '#lib/domain/accounts/accounts/manage-accounts.ts'
import { revokeApiKey } from '#lib/domain/people/user-lifecycle/revoke-api-key.ts'
import { minuteMs } from '#lib/kernel/clock.ts'
import { insertUser, root } from '#lib/testing/people.ts'
import { callersAtOnce } from '#lib/testing/sampling.ts'
import { TestBrowser } from '#lib/testing/test-browser.ts'
import { addTestProgram, issueLink, makeTestProgram, type TestProgram } from '#lib/testing/test-grants.ts'
import { openTestServices, type TestServices, testBaseUrl, testStart } from '#lib/testing/test-services.ts'
import { readAccountCredential } from '#lib/web/cookies/account-cookie.ts'

let services: TestServices
let robin: TestProgram
let kim: TestProgram
let browser: TestBrowser
beforeEach(async () => {
  services = await openTestServices()
  robin = await makeTestProgram(services)
  kim = await addTestProgram(services, await insertUser(services, { name: 'Kim <b>' }))
  browser = new TestBrowser()
  await browser.open((await issueLink(robin)).href)
})

/** Kim's link, opened where Robin has the account open. */
async function ask(fields: Record<string, string> = {}): Promise<{ question: string; session: string }> {
  const response = await browser.open((await issueLink(kim, fields)).href)
  expect(response.status).toBe(303)
  const question = response.headers.get('location') ?? ''
  return { question, session: new URL(question, testBaseUrl).searchParams.get('session') ?? '' }
}

/** Whose session the browser has open. */
async function openUser(): Promise<string | undefined> {
  const credential = await readAccountCredential(services, browser.cookieHeader('/accounts/acme'))
  const found = await peekAccountSession(services, credential, 'acme')
  return found.ok ? found.session.userId : undefined
}

describe('a link of another user than the user of the open session', () => {
  it('asks for confirmation and changes nothing yet', async () => {
    const response = await browser.open((await issueLink(kim)).href)
    expect(response.status).toBe(303)
    expect(response.headers.get('location')).toMatch(/^\/sso\/confirm\?session=ases_[0-9A-Za-z]{20}$/)
    expect(response.headers.getSetCookie()).toEqual([])
    expect(await openUser()).toBe(robin.owner.id)
  })

  it('opens at once in another browser, and when the other session is over', async () => {
    expect((await new TestBrowser().open((await issueLink(kim)).href)).headers.get('location')).toBe('/accounts/acme')
    services.clock.advance(30 * minuteMs)
    expect((await browser.open((await issueLink(kim)).href)).headers.get('location')).toBe('/accounts/acme')
    expect(await openUser()).toBe(kim.owner.id)
  })

  it('opens at once when the other user may not use the account any more', async () => {
    await revokeApiKey(services, root, robin.keyId)
    expect((await browser.open((await issueLink(kim)).href)).headers.get('location')).toBe('/accounts/acme')
  })
})

describe('GET /sso/confirm', () => {
  it('asks in the link’s language, names both users, and offers both choices', async () => {
    const { question, session } = await ask({ locale: 'de-at' })
    const response = await browser.open(question)
    expect(response.status).toBe(200)
    expect(response.headers.get('referrer-policy')).toBe('same-origin')
    expect(response.headers.get('content-security-policy')).toContain("form-action 'self'")
    expect(response.headers.get('x-frame-options')).toBe('DENY')
    const text = await response.text()
    expect(text).toContain('<h1>Acme &amp; Sons als Kim &lt;b&gt; öffnen?</h1>')
    expect(text).toContain('Robin Example hat dieses Konto in diesem Browser geöffnet.')
    for (const choice of ['switch', 'keep']) {
      expect(text).toContain(
        `<input type="hidden" name="session" value="${session}"><input type="hidden" name="choice" value="${choice}">`,
      )
    }
    expect(await openUser()).toBe(robin.owner.id)
  })

  it('asks without a name when the other session has ended meanwhile', async () => {
    const { question } = await ask()
    await browser.post('/accounts/acme/-/end')
    const text = await (await browser.open(question)).text()
    expect(text).not.toContain('Robin')
    expect(text).toContain('That session has already ended.')
  })

  it('shows nothing to another browser', async () => {
    const { question } = await ask()
    const stranger = new TestBrowser()
    await stranger.open((await issueLink(robin)).href)
    expect((await stranger.open(question)).status).toBe(410)
    expect((await new TestBrowser().open(question)).status).toBe(410)
  })

  it('waits five minutes', async () => {
    const { question } = await ask()
    services.clock.advance(5 * minuteMs - 1)
    expect((await browser.open(question)).status).toBe(200)
    services.clock.advance(1)
    expect((await browser.open(question)).status).toBe(410)
  })

  it.each(['/sso/confirm', '/sso/confirm?session=ases_x'])('%s asks nothing', async (address) => {
    const response = await browser.open(address)
    expect(response.status).toBe(410)
    expect(await response.text()).toContain('<h1>This link no longer works</h1>')
  })
})

describe('POST /sso/confirm', () => {
  it('"switch" opens the account in the new name and ends the former session', async () => {
    const { session } = await ask({ deepPath: '/accounts/acme/orders' })
    const response = await browser.post('/sso/confirm', { session, choice: 'switch' })
    expect(response.status).toBe(303)
    expect(response.headers.get('location')).toBe('/accounts/acme/orders')
    expect(response.headers.getSetCookie()).toEqual([expect.stringContaining('-latchkey-account=')])
    expect(await openUser()).toBe(kim.owner.id)
    const ended = await services.db
      .selectFrom('account_sessions')
      .selectAll()
      .where('ended_at', 'is not', null)
      .execute()
    expect(ended).toMatchObject([{ user_id: robin.owner.id, ended_at: testStart, end_reason: 'replaced' }])
    const events = await services.db
      .selectFrom('audit_events')
      .select(['actor_name', 'details'])
      .where('kind', '=', 'account_session.ended')
      .execute()
    expect(events).toEqual([
      { actor_name: 'Kim <b>', details: JSON.stringify({ userId: robin.owner.id, userName: 'Robin Example' }) },
    ])
  })

  it.each([{ choice: 'keep' }, {}, { choice: 'Switch' }])(
    'anything else keeps the one that is open: %j',
    async (choice) => {
      const { session } = await ask()
      const response = await browser.post('/sso/confirm', { session, ...choice })
      expect(response.status).toBe(303)
      expect(response.headers.get('location')).toBe('/accounts/acme')
      expect(response.headers.getSetCookie()).toEqual([])
      expect(await openUser()).toBe(robin.owner.id)
      expect((await browser.post('/sso/confirm', { session, choice: 'switch' })).status).toBe(410)
    },
  )

  it('counts once: of many answers at the same time one opens a session', async () => {
    const { session } = await ask()
    const length = callersAtOnce(50)
    const answers = await Promise.all(
      Array.from({ length }, () => browser.post('/sso/confirm', { session, choice: 'switch' })),
    )
    const statuses = answers.map((answer) => answer.status).sort()
    expect(statuses).toEqual([303, ...Array(length - 1).fill(410)])
  })

  it.each<[string, Record<string, string>]>([
    ['another site', { Origin: 'https://evil.example' }],
    ['a sandbox or a page without referrer', { Origin: 'null' }],
    ['a prefix of our origin', { Origin: 'https://login.example' }],
    ['the plain-http spelling', { Origin: 'http://login.example.com' }],
  ])('from %s is refused and changes nothing', async (_, headers) => {
    const { session } = await ask()
    const response = await browser.post('/sso/confirm', { session, choice: 'switch' }, headers)
    expect(response.status).toBe(403)
    expect(await response.text()).toContain('<h1>This form was sent from another site</h1>')
    expect(await openUser()).toBe(robin.owner.id)
    expect((await browser.post('/sso/confirm', { session, choice: 'switch' })).status).toBe(303)
  })

  it('without Origin counts with Sec-Fetch-Site: same-origin', async () => {
    const { session } = await ask()
    const fields = { session, choice: 'switch' }
    const send = (site: string) => browser.open('/sso/confirm', { 'Sec-Fetch-Site': site }, 'POST')
    expect((await send('cross-site')).status).toBe(403)
    expect((await send('same-site')).status).toBe(403)
    // Past the check, it is a form without content.
    expect((await send('same-origin')).status).toBe(400)
    expect((await browser.post('/sso/confirm', fields)).status).toBe(303)
  })

  it('from another browser is refused', async () => {
    const { session } = await ask()
    const stranger = new TestBrowser()
    await stranger.open((await issueLink(kim)).href)
    expect((await stranger.post('/sso/confirm', { session, choice: 'switch' })).status).toBe(410)
    expect((await new TestBrowser().post('/sso/confirm', { session, choice: 'switch' })).status).toBe(410)
    expect(await openUser()).toBe(robin.owner.id)
  })

  it('does not open what is no longer allowed, and leaves the other session alone', async () => {
    const { session } = await ask()
    await revokeApiKey(services, root, kim.keyId)
    expect((await browser.post('/sso/confirm', { session, choice: 'switch' })).status).toBe(410)
    expect(await openUser()).toBe(robin.owner.id)
    await suspendAccount(services, root, 'acme')
    expect((await browser.post('/sso/confirm', { session, choice: 'keep' })).status).toBe(410)
  })

  it('comes too late after five minutes', async () => {
    const { session } = await ask()
    services.clock.advance(5 * minuteMs)
    expect((await browser.post('/sso/confirm', { session, choice: 'switch' })).status).toBe(410)
  })
})

describe('/sso/confirm, 405', () => {
  it.each(['PUT', 'PATCH', 'DELETE', 'OPTIONS'])('%s', async (method) => {
    const response = await browser.open('/sso/confirm', {}, method)
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('GET, POST, HEAD')
  })
})
