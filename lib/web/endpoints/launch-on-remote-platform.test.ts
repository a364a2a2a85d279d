import { beforeEach, describe, expect, it } from 'vitest'
import { createAccount, suspendAccount } from '#lib/domain/accounts/accounts/manage-accounts.ts'
import { addReturnAddress } from '#lib/domain/links/return-addresses/manage-return-addresses.ts'
import type { User } from '#lib/domain/people/users/user.ts'
import { languages } from '#lib/foundation/i18n/languages.ts'
import { translatorFor } from '#lib/foundation/i18n/translator.ts'
import { runWithWaitBudget } from '#lib/kernel/wait-budget.ts'
import { account } from '#lib/testing/accounts.ts'
import { insertUser, root, signInAs } from '#lib/testing/people.ts'
import { TestBrowser } from '#lib/testing/test-browser.ts'
import {
  type Behaviour,
  hang,
  platformKey,
  platformVariables,
  refuse,
  reset,
  say,
  startTestPlatform,
  type TestPlatform,
} from '#lib/testing/test-platform.ts'
import { onlyOn, openTestServices, type TestServices, testStart } from '#lib/testing/test-services.ts'

const token = '/auth/v1/token'
const sso = '/auth/v1/sso'

let there: TestPlatform
let services: TestServices
let agent: User
let browser: TestBrowser
beforeEach(async () => {
  there = await startTestPlatform()
  services = await openTestServices(platformVariables(there))
  await createAccount(
    services,
    root,
    account({ id: 'acme', name: 'Acme', locale: 'de-at', deepPath: '/accounts/acme/start' }),
  )
  agent = await insertUser(services, { name: 'Robin Example' })
  browser = new TestBrowser((await signInAs(services, agent)).cookieHeader)
})

function launches() {
  return services.db.selectFrom('audit_events').selectAll().where('kind', '=', 'sso_grant.obtained').execute()
}

function shortcuts() {
  return services.db.selectFrom('account_shortcuts').select(['user_id', 'opened_at']).execute()
}

async function expectNothingOpened(): Promise<void> {
  expect(await launches()).toEqual([])
  expect(await shortcuts()).toEqual([])
}

describe('GET /launch/<accountId> with a remote platform', () => {
  it('redirects a signed-in user to that platform’s link', async () => {
    const response = await browser.open('/launch/acme')
    const { location = '', ...headers } = Object.fromEntries(response.headers)
    expect(response.status).toBe(303)
    expect(headers).toEqual({
      'cache-control': 'no-store',
      pragma: 'no-cache',
      'cross-origin-opener-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-request-id': 'req_1',
    })
    expect(location).toMatch(new RegExp(`^${there.url}/sso\\?token=grant_2&`))
    expect(there.asked.at(-1)?.fields).toEqual({ accountId: 'acme', backUrl: 'https://login.example.com/' })
  })

  it('records the agent, the account and the platform, and remembers the account as recent', async () => {
    await browser.open('/launch/acme')
    expect(await launches()).toMatchObject([
      {
        at: testStart,
        actor_kind: 'person',
        actor_id: agent.id,
        actor_name: 'Robin Example',
        subject_kind: 'account',
        subject_id: 'acme',
        subject_name: 'Acme',
        account_id: 'acme',
        request_id: 'req_1',
        details: JSON.stringify({ platform: there.url }),
      },
    ])
    expect(await shortcuts()).toEqual([{ user_id: agent.id, opened_at: testStart }])
  })

  it('issues no grant here', async () => {
    await browser.open('/launch/acme')
    expect(await services.db.selectFrom('sso_grants').selectAll().execute()).toEqual([])
  })

  it('passes on a return address, a place inside the account and a locale', async () => {
    await addReturnAddress(services, root, { origin: 'https://crm.example' })
    const query = new URLSearchParams({
      backUrl: 'https://crm.example/x',
      deepPath: '/accounts/acme/y',
      locale: 'fr-ch',
    })
    await browser.open(`/launch/acme?${query}`)
    expect(there.asked.at(-1)?.fields).toEqual({ accountId: 'acme', ...Object.fromEntries(query) })
  })

  it('requests one token for many launches', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => browser.open('/launch/acme')))
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(303))
    expect(there.asked.filter(({ path }) => path === token)).toHaveLength(1)
    expect(await launches()).toHaveLength(10)
  })
})

describe('refused by this server itself', () => {
  it.each(['backUrl=https%3A%2F%2Fevil.example%2F', 'deepPath=%2F%2Fevil.example', 'locale=DE'])(
    'is not asked there: %s',
    async (query) => {
      expect((await browser.open(`/launch/acme?${query}`)).status).toBe(400)
      expect(there.asked).toEqual([])
      await expectNothingOpened()
    },
  )

  it('is not asked there: an account that the person may not open here', async () => {
    await createAccount(services, root, account({ id: 'gone', name: 'Gone' }))
    await suspendAccount(services, root, 'gone')
    const listed = await insertUser(services, { accountScope: 'list', accountIds: [] })
    const theirs = new TestBrowser((await signInAs(services, listed)).cookieHeader)
    for (const answer of [await theirs.open('/launch/acme'), await browser.open('/launch/gone')]) {
      expect(answer.status).toBe(403)
      expect(await answer.text()).toContain('<h1>You can’t open this account</h1>')
    }
    expect(there.asked).toEqual([])
    await expectNothingOpened()
  })

  it('is withdrawn while the platform answers: no redirect happens', async () => {
    there.next(sso, (asked, response) => {
      void suspendAccount(services, root, 'acme').then(() => there.behave(asked, response))
    })
    const response = await browser.open('/launch/acme')
    expect(response.status).toBe(403)
    expect(response.headers.has('location')).toBe(false)
    await expectNothingOpened()
  })

  it('redirects to the sign-in page without a session', async () => {
    const response = await new TestBrowser().open('/launch/acme?locale=fr-ch')
    expect(response.headers.get('location')).toBe('/sign-in?next=%2Flaunch%2Facme%3Flocale%3Dfr-ch')
    expect(there.asked).toEqual([])
  })

  it.each<[what: string, method: string, headers: Record<string, string>]>([
    ['HEAD', 'HEAD', {}],
    ['a prefetch', 'GET', { 'Sec-Purpose': 'prefetch' }],
    ['fetch()', 'GET', { 'Sec-Fetch-Dest': 'empty' }],
  ])('asks nothing there for %s', async (_, method, headers) => {
    expect((await browser.open('/launch/acme', headers, method)).status).toBe(204)
    expect(there.asked).toEqual([])
    await expectNothingOpened()
  })
})

describe('if the audit event cannot be written', () => {
  it('no redirect happens', async () => {
    await services.db.schema.alterTable('audit_events').renameTo('audit_events_away').execute()
    const response = await browser.open('/launch/acme')
    await services.db.schema.alterTable('audit_events_away').renameTo('audit_events').execute()
    expect(there.asked.at(-1)?.path).toBe(sso)
    expect(response.status).toBe(500)
    expect(response.headers.has('location')).toBe(false)
    expect(await response.text()).not.toContain('grant_')
    await expectNothingOpened()
  })
})

describe('a platform that does not open it', () => {
  const again = 'data-variant="primary" href="">Try again</a>'
  const accounts = 'data-variant="primary" href="/">Go to your accounts</a>'
  type Case = [what: string, path: string, behaviour: Behaviour, status: number, code: string, forward: string]
  const cases: Case[] = [
    ['is down', sso, reset, 503, 'platform_unreachable', again],
    ['fails', token, refuse(500, 'server_error'), 503, 'platform_unreachable', again],
    ['is busy', sso, refuse(503, 'temporarily_unavailable', '', { 'Retry-After': '7' }), 503, 'platform_busy', again],
    [
      'counts failures',
      token,
      refuse(429, 'too_many_requests', '', { 'Retry-After': '7' }),
      503,
      'platform_busy',
      again,
    ],
    ['revoked the key', token, refuse(401, 'invalid_client'), 502, 'platform_key_refused', accounts],
    ['does not know the account', sso, refuse(403, 'access_denied'), 403, 'platform_account_refused', accounts],
    [
      'refuses the return address',
      sso,
      refuse(400, 'invalid_request', 'The value of backUrl is not acceptable.'),
      502,
      'platform_return_refused',
      accounts,
    ],
    ['answers rubbish', sso, say(200, { grantUrl: 'https://evil.example/sso' }), 502, 'platform_unusable', accounts],
  ]

  it.each(cases)('because it %s, says so on a plain page', async (_, path, behaviour, status, code, forward) => {
    // Once more where it may have been a lost answer.
    there.next(path, ...Array(code === 'platform_unreachable' ? 2 : 1).fill(behaviour))
    const response = await browser.open('/launch/acme')
    const text = await response.text()
    const t = translatorFor('en', 'errors')
    expect(response.status).toBe(status)
    expect(response.headers.has('location')).toBe(false)
    expect(response.headers.get('retry-after')).toBe({ platform_unreachable: '1', platform_busy: '7' }[code] ?? null)
    const title = `refusals.${code}.title` as 'refusals.platform_busy.title'
    expect(text).toContain(`<h1>${t(title)}</h1>`)
    expect(text).toContain(forward)
    expect(text).toContain('<code>req_1</code>')
    expect(text).not.toMatch(/<script|127\.0\.0\.1|lkid_|lksec_/)
    expect(services.logLines.at(-1)).toContain(`"code":"${code}"`)
    await expectNothingOpened()
    expect((await browser.open('/launch/acme')).status).toBe(303)
  })

  it.each(languages)('says so in %s', async (language) => {
    there.next(sso, refuse(403, 'access_denied'))
    const response = await browser.open('/launch/acme', { 'Accept-Language': language })
    const title = translatorFor(language, 'errors')('refusals.platform_account_refused.title')
    expect(await response.text()).toContain(`<h1>${title}</h1>`)
  })

  // Waits only for the platform.
  it('responds within five seconds', onlyOn('sqlite'), async () => {
    there.next(sso, hang, hang)
    const before = performance.now()
    const response = await runWithWaitBudget(4_800, () => browser.open('/launch/acme'))
    expect(performance.now() - before).toBeLessThan(5_000)
    expect(response.status).toBe(503)
    expect(await response.text()).toContain('<h1>The platform isn’t responding</h1>')
  })
})

describe('the whole flow with a remote platform', () => {
  it('leaves no secret, token or link in the log or in the record', async () => {
    const statuses: number[] = []
    const launch = async () => void statuses.push((await browser.open('/launch/acme')).status)
    there.expiresIn = 600
    await launch()
    services.clock.advance(600_000)
    there.next(token, there.loseAnswer)
    await launch()
    there.forgetAccessTokens()
    there.forgetRefreshTokens()
    await launch()
    there.next(sso, reset, reset)
    await launch()
    there.next(sso, refuse(403, 'access_denied'))
    await launch()
    expect(statuses).toEqual([303, 303, 303, 503, 403])
    const written = services.logLines.join('') + JSON.stringify(await launches())
    expect(services.logLines.length).toBeGreaterThan(1)
    for (const secret of [platformKey.secret, /\bat_\d/, /\brt_\d/, /grant_\d/]) expect(written).not.toMatch(secret)
  })
})
