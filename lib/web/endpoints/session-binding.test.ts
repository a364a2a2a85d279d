import { beforeEach, describe, expect, it } from 'vitest'
import { callEndpoint } from '#lib/testing/call-endpoint.ts'
import { insertUser } from '#lib/testing/people.ts'
import { TestBrowser } from '#lib/testing/test-browser.ts'
import { addTestProgram, issueLink, makeTestProgram } from '#lib/testing/test-grants.ts'
import { openTestServices, type TestServices, testBaseUrl } from '#lib/testing/test-services.ts'
import { accountPageEndpoint } from '#lib/web/endpoints/account-page.ts'
import { accountSessionStatusEndpoint } from '#lib/web/endpoints/account-session-status.ts'
import { endAccountSessionEndpoint } from '#lib/web/endpoints/end-account-session.ts'
import { ssoConfirmEndpoint } from '#lib/web/endpoints/sso-confirm.ts'
import { verifyEndpoint } from '#lib/web/endpoints/verify.ts'
import type { Endpoint } from '#lib/web/http/endpoint.ts'

const path = '/accounts/acme'
const browserName = '__Host-latchkey-browser'
const accountName = '__Secure-latchkey-account'

let services: TestServices
/** The cookie pairs of two browsers, in each of which a user of its own has opened the account. */
let victim: Pairs
let attacker: Pairs
beforeEach(async () => {
  services = await openTestServices()
  const program = await makeTestProgram(services)
  const other = await addTestProgram(services, await insertUser(services, { name: 'Mallory' }))
  victim = await open((await issueLink(program)).href)
  attacker = await open((await issueLink(other)).href)
})

type Pairs = Readonly<{ browser: string; account: string }>

async function open(link: string): Promise<Pairs> {
  const browser = new TestBrowser()
  await browser.open(link)
  const pairs = browser.cookieHeader(path).split('; ')
  const find = (name: string) => pairs.find((pair) => pair.startsWith(`${name}=`)) ?? expect.fail()
  return { browser: find(browserName), account: find(accountName) }
}

type Asked = Readonly<{ address?: string; method?: string; headers?: Record<string, string> }>

async function ask(endpoint: Endpoint, pairs: readonly string[], { address = path, headers, ...init }: Asked = {}) {
  const sent = { 'X-Request-Id': 'req_1', Cookie: pairs.join('; '), ...headers }
  const response = await callEndpoint(endpoint, new Request(`${testBaseUrl}${address}`, { ...init, headers: sent }))
  return { status: response.status, body: await response.text() }
}

const showPage = (...pairs: string[]) => ask(accountPageEndpoint, pairs)
const showStatus = (...pairs: string[]) =>
  ask(accountSessionStatusEndpoint, pairs, { address: `${path}/-/status` }).then(({ body }) => JSON.parse(body))
const verify = (...pairs: string[]) =>
  ask(verifyEndpoint, pairs, { address: '/auth/v1/verify', headers: { 'X-Original-URI': path } })
const end = (...pairs: string[]) =>
  ask(endAccountSessionEndpoint, pairs, {
    address: `${path}/-/end`,
    method: 'POST',
    headers: { Origin: testBaseUrl },
  })

it('a session is open with its own two cookies, in either order', async () => {
  for (const pairs of [Object.values(victim), Object.values(victim).toReversed()]) {
    expect((await showPage(...pairs)).body).toContain('Signed in as Robin Example')
    expect(await showStatus(...pairs)).toMatchObject({ open: true })
    expect((await verify(...pairs)).status).toBe(200)
  }
})

describe.each<[string, () => string[]]>([
  ['without the browser cookie', () => [victim.account]],
  ['in another browser', () => [attacker.browser, victim.account]],
  ['with a browser cookie that we did not make', () => [`${browserName}=x`, victim.account]],
  ['with another browser cookie before its own', () => [attacker.browser, victim.browser, victim.account]],
  ['with another browser cookie after its own', () => [victim.browser, attacker.browser, victim.account]],
  ['with its browser cookie sent twice', () => [victim.browser, victim.browser, victim.account]],
  // A cookie of a longer path comes first (RFC 6265 §5.4).
  ['with a planted session before it', () => [attacker.account, victim.browser, victim.account]],
  ['with a planted session after it', () => [victim.browser, victim.account, attacker.account]],
  ['with an empty cookie of its name', () => [victim.browser, victim.account, `${accountName}=`]],
  ['with a cookie of its name in other spacing', () => [victim.browser, victim.account, ` ${accountName} =x`]],
  ['with a planted session in its place', () => [victim.browser, attacker.account]],
])('a session %s', (_, pairs) => {
  it('opens no page, and the page offers a launch', async () => {
    const { status, body } = await showPage(...pairs())
    expect(status).toBe(403)
    expect(body).toContain('<h1>This account isn’t open here</h1>')
    expect(body).toContain('href="/launch/acme?deepPath=%2Faccounts%2Facme">Open account</a>')
    expect(body).not.toMatch(/Robin Example|Mallory/)
  })

  it('is not open to the status check, forward auth or End', async () => {
    expect(await showStatus(...pairs())).toEqual({ open: false, reason: 'none' })
    const { status, body } = await verify(...pairs())
    expect([status, JSON.parse(body).error]).toEqual([401, 'unauthorized'])
    expect((await end(...pairs())).status).toBe(303)
    expect(await showStatus(...Object.values(victim))).toMatchObject({ open: true })
    expect(await showStatus(...Object.values(attacker))).toMatchObject({ open: true })
  })
})

describe('the question whether another user takes over', () => {
  it('is answered by its own browser alone, with one cookie', async () => {
    const browser = new TestBrowser(victim.browser)
    const link = await issueLink(await addTestProgram(services, await insertUser(services, { name: 'Kim' })))
    const question = (await browser.open(link.href)).headers.get('location') ?? expect.fail()
    const answer = (...pairs: string[]) =>
      ask(ssoConfirmEndpoint, pairs, { address: question }).then(({ status }) => status)
    expect(await answer(attacker.browser)).toBe(410)
    expect(await answer(victim.browser, attacker.browser)).toBe(410)
    expect(await answer(victim.browser)).toBe(200)
  })
})
