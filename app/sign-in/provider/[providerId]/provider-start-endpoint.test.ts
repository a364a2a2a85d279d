import { beforeEach, describe, expect, it } from 'vitest'
import { createSetPasswordLink, prepareLinkToken } from '#lib/domain/people/password-links/set-password-link.ts'
import { insertLink } from '#lib/domain/people/password-links/store.ts'
import { changeProvider } from '#lib/domain/sign-in/sign-in-providers/manage-providers.ts'
import { unseal } from '#lib/foundation/server-keys/seal.ts'
import { sha256 } from '#lib/kernel/crypto.ts'
import { testContext } from '#lib/testing/call-endpoint.ts'
import { type ForgedProvider, startForgedProvider } from '#lib/testing/forged-provider.ts'
import { goodPassword, insertUser, root, signInAs } from '#lib/testing/people.ts'
import { localBaseUrl, registerProvider } from '#lib/testing/sign-in-providers.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'
import { browserCookieName } from '#lib/web/cookies/browser-cookie.ts'
import { providerStartEndpoint } from './provider-start-endpoint.ts'

const url = `${localBaseUrl}/sign-in/provider/acme`
let services: TestServices
let forged: ForgedProvider

beforeEach(async () => {
  services = await openTestServices({ BASE_URL: localBaseUrl })
  forged = await startForgedProvider(() => services.clock.now())
  await registerProvider(services, forged)
})

type Given = Readonly<{ query?: string; form?: Record<string, string>; cookie?: string }>

function call({ query = '', form, cookie = '' }: Given) {
  const body = form && { method: 'POST', body: new URLSearchParams(form) }
  return providerStartEndpoint(new Request(`${url}${query}`, { headers: { cookie }, ...body }), testContext(services))
}

const leadsToProvider = ({ headers, body }: Awaited<ReturnType<typeof call>>) =>
  `${headers.Location} ${body}`.includes(`${forged.issuer}/authorize`)

async function invitation(): Promise<string> {
  const user = await insertUser(services)
  return new URL((await createSetPasswordLink(services, root, user.id)).url).searchParams.get('token') ?? ''
}

describe('a link of another site', () => {
  it('signs in, but carries no invitation', async () => {
    const link = await invitation()
    const response = await call({ query: `?${new URLSearchParams({ link, next: '/launch/a' })}` })
    expect([response.status, leadsToProvider(response)]).toEqual([303, true])
    const [, state = '', sealed = ''] =
      /latchkey-provider-(\w+)=([^;,]+)/.exec(String(response.headers['Set-Cookie'])) ?? []
    expect(state).not.toBe('')
    const text = await unseal(services.keys.current.providerSignInSeal, sealed)
    expect(Object.keys(JSON.parse(text)).sort()).toEqual([
      'browserHash',
      'next',
      'nonce',
      'providerId',
      'startedAt',
      'state',
      'verifier',
    ])
  })

  it('with confirm asks first, and sends no one to the provider', async () => {
    const { cookieHeader: cookie } = await signInAs(services, await insertUser(services, { password: goodPassword }))
    const response = await call({ query: '?confirm=1&next=%2Fyour-account', cookie })
    expect([response.status, leadsToProvider(response), response.headers['Set-Cookie']]).toEqual([
      200,
      false,
      undefined,
    ])
    expect(response.body).toContain('<form class="lk-actions" method="post" action="/sign-in/provider/acme">')
    expect(response.body).toContain('<input type="hidden" name="next" value="/your-account">')
    expect(response.body).toContain('data-wraps type="submit">Continue with Acme</button>')
    expect((await call({ query: '?confirm=1' })).headers.Location).toBe('/sign-in')
  })
})

describe('a form of our own page', () => {
  it('leads to the provider by a page: a redirect would leave the origin', async () => {
    const response = await call({ form: { link: await invitation() } })
    expect([response.status, leadsToProvider(response)]).toEqual([200, true])
    expect(response.body).toContain(`<meta http-equiv="refresh" content="0;url=${forged.issuer}/authorize?`)
    expect(String(response.headers['Set-Cookie'])).toContain(browserCookieName(localBaseUrl))
  })

  it('confirms who is signed in', async () => {
    const { cookieHeader: cookie } = await signInAs(services, await insertUser(services, { password: goodPassword }))
    const response = await call({ form: { confirm: '1', next: '/your-account' }, cookie })
    expect(leadsToProvider(response)).toBe(true)
    expect(response.body).toContain('prompt=login')
    expect(await call({ form: { confirm: '1' } })).toMatchObject({ status: 303, headers: { Location: '/sign-in' } })
  })

  it('does not start with a link that its user requested, or an unknown one', async () => {
    const user = await insertUser(services, { password: goodPassword })
    const { token } = await prepareLinkToken(services)
    await insertLink(services.db, {
      tokenHash: sha256(token),
      purpose: 'forgotten_password',
      userId: user.id,
      createdBy: 'x',
      lifeMs: 60_000,
    })
    for (const link of [token, 'unknown']) {
      const { status, headers } = await call({ form: { link } })
      expect([status, headers.Location]).toEqual([303, '/sign-in?notice=provider-link_unusable&next=%2F'])
    }
  })
})

describe('a test sign-in', () => {
  const test = { test: '1', next: '/settings/sign-in/providers/acme' }
  const cookieOf = async (role: 'owner' | 'admin') =>
    (await signInAs(services, await insertUser(services, { role }))).cookieHeader

  it('leads an owner to a provider, also to one that is not switched on', async () => {
    await changeProvider(services, root, { id: 'acme', label: 'Acme', clientId: forged.clientId, isDisabled: true })
    const response = await call({ form: test, cookie: await cookieOf('owner') })
    expect([response.status, leadsToProvider(response)]).toEqual([200, true])
    expect(response.body).not.toContain('prompt=login')
    expect(String(response.headers['Set-Cookie'])).toContain('latchkey-provider-')
  })

  it('is begun by no one else, and by no link', async () => {
    const owner = await cookieOf('owner')
    expect(await call({ form: test, cookie: await cookieOf('admin') })).toMatchObject({ status: 403 })
    const signIn = '/sign-in?next=%2Fsettings%2Fsign-in%2Fproviders%2Facme'
    expect(await call({ form: test })).toMatchObject({ status: 303, headers: { Location: signIn } })
    const byLink = await call({ query: `?${new URLSearchParams(test)}`, cookie: owner })
    expect([byLink.headers.Location, leadsToProvider(byLink)]).toEqual([test.next, false])
  })

  it('that can’t begin returns to the page that says why', async () => {
    services.clock.advance(3_600_001)
    forged.routes['/.well-known/openid-configuration'] = (request) => void request.socket.destroy()
    const response = await call({ form: test, cookie: await cookieOf('owner') })
    expect(response).toMatchObject({ status: 303, headers: { Location: test.next } })
  })
})
