import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { ProviderOutcome } from '#lib/domain/sign-in/company-sign-in/finish-provider-sign-in.ts'
import { findSignedInUser } from '#lib/domain/sign-in/portal-sessions/find-sessions.ts'
import { testContext } from '#lib/testing/call-endpoint.ts'
import { findFreePort } from '#lib/testing/free-port.ts'
import { visitor } from '#lib/testing/people.ts'
import { PlainBrowser } from '#lib/testing/plain-browser.ts'
import { begin, finish, registerProvider, testBrowser } from '#lib/testing/sign-in-providers.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'
import { backChannelLogoutEndpoint } from '#lib/web/endpoints/back-channel-logout.ts'
import { jwksEndpoint } from '#lib/web/endpoints/jwks.ts'
import { toResponse } from '#lib/web/http/endpoint.ts'
import { companyClient, startCompanyProvider } from '../../../../scripts/company-provider.ts'

/** node-oidc-provider, a certified implementation, and the endpoints of this server that it calls. */
let services: TestServices
let issuer: string

const users = [
  { id: 'u-1', name: 'Jane Roe', email: 'jane@acme.example', groups: ['desk'] },
  { id: 'u-2', name: 'Kim Doe', email: 'kim@acme.example', isEmailVerified: false },
]

async function startOwnEndpoints(port: number): Promise<void> {
  const endpointOf = (path: string) => (path.startsWith('/auth') ? backChannelLogoutEndpoint : jwksEndpoint)
  const server = createServer(async (request: IncomingMessage, response) => {
    const url = new URL(request.url ?? '/', `http://localhost:${port}`)
    const headers = new Headers({ 'content-type': request.headers['content-type'] ?? '' })
    const body = request.method === 'POST' ? await text(request) : null
    const made = new Request(url, { method: request.method ?? 'GET', headers, body })
    const answer = toResponse(await endpointOf(url.pathname)(made, testContext(services)))
    response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text())
  })
  await new Promise<void>((resolve) => server.listen(port, 'localhost', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  expect((server.address() as AddressInfo).port).toBe(port)
}

async function start(isByKey = false): Promise<void> {
  const [port, own] = [await findFreePort(), await findFreePort()]
  const baseUrl = `http://localhost:${own}`
  services = await openTestServices({ BASE_URL: baseUrl })
  services.clock.set(Date.now())
  await startOwnEndpoints(own)
  const client = { baseUrl, providerId: 'acme', isByKey }
  const provider = await startCompanyProvider({ port, users, client })
  onTestFinished(() => provider.stop())
  issuer = provider.issuer
  const authentication = isByKey
    ? ({ clientAuth: 'private_key_jwt', secret: null } as const)
    : ({ secret: companyClient.secret } as const)
  const settings = { createsUsers: true, domains: 'acme.example', groupsClaim: 'groups', ...authentication }
  await registerProvider(services, { issuer, clientId: companyClient.clientId }, settings)
}

/** The user signs in at the provider. @returns where it sends the browser back to */
async function authorize(browser: PlainBrowser, url: string, user: string): Promise<URL> {
  const page = await browser.open(url)
  const answered = page.headers.has('location') ? page : await browser.open(page.url, { user })
  return new URL(answered.headers.get('location') ?? '')
}

async function signIn(browser: PlainBrowser, user: string): Promise<ProviderOutcome> {
  const begun = await begin(services)
  return finish(services, begun, await authorize(browser, begun.url, user))
}

function sessionIn(outcome: ProviderOutcome) {
  return 'person' in outcome ? outcome : expect.fail(JSON.stringify(outcome))
}

const isLive = async ({ secret }: Readonly<{ secret: string }>) =>
  (await findSignedInUser(services, { secret, browserHash: testBrowser.hash }, visitor)) !== undefined

describe.each([
  ['with a client secret', false],
  ['with this server’s own signing key', true],
])('the whole way, %s', (_name, isByKey) => {
  beforeEach(() => start(isByKey))

  it('signs in, and the same user again', async () => {
    const { person } = sessionIn(await signIn(new PlainBrowser(), 'u-1'))
    expect(person).toMatchObject({ name: 'Jane Roe', role: 'agent', strength: 'fed' })
    expect(sessionIn(await signIn(new PlainBrowser(), 'u-1')).person.userId).toBe(person.userId)
  })
})

describe('a real provider', () => {
  beforeEach(() => start())

  it('does not redeem a code twice', async () => {
    const begun = await begin(services)
    const callback = await authorize(new PlainBrowser(), begun.url, 'u-1')
    expect(sessionIn(await finish(services, begun, callback)).person.name).toBe('Jane Roe')
    expect(await finish(services, begun, callback)).toEqual({ problem: 'refused' })
  })

  it('does not redeem a code without the verifier of its request', async () => {
    const [one, other] = [await begin(services), await begin(services)]
    const callback = await authorize(new PlainBrowser(), one.url, 'u-1')
    callback.searchParams.set('state', other.state)
    expect(await finish(services, other, callback)).toEqual({ problem: 'refused' })
  })

  it('says that an address is not verified', async () => {
    expect(await signIn(new PlainBrowser(), 'u-2')).toEqual({ problem: 'email' })
  })

  it('confirms a user by another sign-in, and by no other', async () => {
    const browser = new PlainBrowser()
    const { person } = sessionIn(await signIn(browser, 'u-1'))
    const begun = await begin(services, { sessionId: person.sessionId })
    const page = await browser.open(begun.url)
    // The provider asks, although it knows the browser.
    expect(await page.text()).toContain('Who signs in?')
    const answered = await browser.open(page.url, { user: 'u-1' })
    const callback = new URL(answered.headers.get('location') ?? '')
    expect(await finish(services, begun, callback, { current: person })).toMatchObject({
      user: { sessionId: person.sessionId },
    })
  })

  it('ends the session of a browser that signs out there, and leaves others', async () => {
    const [browser, elsewhere] = [new PlainBrowser(), new PlainBrowser()]
    const [here, there] = [sessionIn(await signIn(browser, 'u-1')), sessionIn(await signIn(elsewhere, 'u-1'))]
    expect([await isLive(here), await isLive(there)]).toEqual([true, true])
    const page = await browser.open(`${issuer}/session/end`)
    const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(await page.text()) ?? []
    await browser.open(`${issuer}/session/end/confirm`, { xsrf, logout: 'yes' })
    await expect.poll(() => isLive(here)).toBe(false)
    expect(await isLive(there)).toBe(true)
  })
})
