import { beforeEach, describe, expect, it } from 'vitest'
import { renderSignInPage } from '#app/sign-in/render-sign-in-page.ts'
import { describeFrame } from '#app/sign-in/sign-in-document.ts'
import { deactivateUser } from '#lib/domain/people/user-lifecycle/change-user.ts'
import { maxLinkRequests } from '#lib/domain/people/user-lifecycle/request-password-link.ts'
import { testContext } from '#lib/testing/call-endpoint.ts'
import { goodPassword, insertUser, root } from '#lib/testing/people.ts'
import { openTestServices, type TestServices, testBaseUrl } from '#lib/testing/test-services.ts'
import { type EndpointResponse, toResponse } from '#lib/web/http/endpoint.ts'
import { forgotPasswordEndpoint } from './forgot-password-endpoint.ts'

const url = `${testBaseUrl}/forgot-password`
let services: TestServices

beforeEach(async () => {
  services = await openTestServices({ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'latchkey@example.com' })
  await insertUser(services, { role: 'owner', username: 'olga', password: goodPassword })
})

const show = (path = url) => forgotPasswordEndpoint(new Request(path), testContext(services))

function send(name: string, headers: Readonly<Record<string, string>> = {}): Promise<EndpointResponse> {
  const body = new URLSearchParams({ name, next: '/launch/at-1' })
  return forgotPasswordEndpoint(new Request(url, { method: 'POST', headers, body }), testContext(services))
}

describe('the form', () => {
  it('is complete without scripts, and keeps the path to continue at', async () => {
    const { status, body } = await show(`${url}?next=%2Flaunch%2Fat-1`)
    expect(status).toBe(200)
    expect(body).toContain('<form class="lk-form" method="post" action="/forgot-password" novalidate>')
    expect(body).toContain('<input type="hidden" name="next" value="/launch/at-1">')
    expect(body).toContain('<a href="/sign-in?next=%2Flaunch%2Fat-1">Back to sign-in</a>')
  })

  it.each([
    ['', 'Fill in this field.'],
    ['x'.repeat(255), 'This is too long.'],
  ])('says what is wrong with the name %j', async (name, problem) => {
    const { status, body } = await send(name)
    expect(status).toBe(400)
    expect(body).toContain(`<div class="lk-error" role="alert" id="name-error">${problem}</div>`)
    expect(body).toContain(`value="${name}"`)
  })
})

describe('the response', () => {
  it('is byte for byte the same for every name, and beyond every limit', async () => {
    await insertUser(services, { username: 'jane', email: 'jane@example.org', password: goodPassword })
    await deactivateUser(services, root, (await insertUser(services, { username: 'gone', password: goodPassword })).id)
    await insertUser(services, { username: 'robot', role: 'service' })
    await insertUser(services, { username: 'invited' })
    const expected = {
      status: 303,
      headers: {
        'Cache-Control': 'no-store',
        'Cross-Origin-Opener-Policy': 'same-origin',
        Location: '/forgot-password?notice=sent&next=%2Flaunch%2Fat-1',
        Pragma: 'no-cache',
        'Referrer-Policy': 'no-referrer',
        'X-Content-Type-Options': 'nosniff',
        'X-Request-Id': 'req_1',
      },
      body: null,
    }
    const names = ['jane', 'jane@example.org', 'no-such-user', 'gone', 'robot', 'invited', '\u0000', '" or 1=1']
    for (const name of names) expect(await send(name), name).toEqual(expected)
    for (let count = 0; count <= maxLinkRequests.perNetwork; count++) expect(await send('jane')).toEqual(expected)
  })

  it('to the script of the page is the same for every name', async () => {
    await insertUser(services, { username: 'jane', password: goodPassword })
    for (const name of ['jane', 'no-such-user']) {
      const response = toResponse(await send(name, { Accept: 'application/json' }))
      expect(response.status).toBe(200)
      expect(await response.json()).toEqual({ next: '/forgot-password?notice=sent&next=%2Flaunch%2Fat-1' })
    }
  })

  it('leads to a page that does not repeat the name', async () => {
    const { status, body } = await show(`${url}?notice=sent&next=%2F&name=jane`)
    expect(status).toBe(200)
    expect(body).toContain('<h1>Check your email</h1>')
    expect(body).toContain('It works once, for 1 hour.')
    expect(body).not.toContain('jane')
  })
})

describe('the sign-in page', () => {
  const showSignIn = async () => {
    const place = { path: '/sign-in', next: '/access' } as const
    return renderSignInPage(await describeFrame(new Request(url), testContext(services), place), { providers: [] })
  }

  it('links to the form', async () => {
    const { body } = await showSignIn()
    expect(body).toContain('<a href="/forgot-password?next=%2Faccess">Forgot your password?</a>')
  })

  it('says whom to ask on a server that sends no mail, which has no such form', async () => {
    services = await openTestServices()
    const { body } = await showSignIn()
    expect(body).toContain('Forgot your password? Ask an owner or admin for a link to set a new one.')
    expect(body).not.toContain('/forgot-password')
    for (const response of [await show(), await send('jane')]) {
      expect(response.status).toBe(404)
      expect(response.body).not.toContain('<form')
    }
  })
})
