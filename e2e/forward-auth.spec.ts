import type { BrowserContext, Page } from '@playwright/test'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import { variations } from './complete.ts'
import { expect, signIn } from './fixtures.ts'
import { backUrl, nginxMissing, test } from './forward-auth-fixtures.ts'

test.skip(nginxMissing !== undefined, nginxMissing)
test.describe.configure({ mode: 'default', timeout: 90_000 })

const fetchStatus = (page: Page, path: string) => page.evaluate(async (to) => (await fetch(to)).status, path)

/** The query that tells the application what to answer. */
const answering = (...headers: string[]) => new URLSearchParams(headers.map((header) => ['answer', header])).toString()

const cookieOf = async (context: BrowserContext, name: string) =>
  (await context.cookies()).find((cookie) => cookie.name === name)

test.describe('a user', () => {
  test('opens the application with one link, and it knows the user', async ({ page, authProxy, guest }) => {
    await guest.openInBrowser(page, { locale: 'de-at' })
    await expect(page).toHaveURL(`${authProxy.baseUrl}${guest.path}/`)
    await page.getByRole('link', { name: 'New order' }).click()
    await page.getByLabel('Goods').fill('Chain & hooks')
    await page.getByRole('button', { name: 'Order' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('One order')

    expect(authProxy.seen.map(({ url }) => url)).toEqual(
      expect.arrayContaining(['/', '/style.css', '/new.html', '/order.html?goods=Chain+%26+hooks&number=1']),
    )
    for (const { headers } of authProxy.seen) {
      expect(headers).toMatchObject({
        'x-latchkey-user': guest.key.owner.id,
        'x-latchkey-account': guest.account.id,
        'x-latchkey-locale': 'de-at',
        'x-forwarded-prefix': guest.path,
      })
      const keySet = createRemoteJWKSet(new URL('/.well-known/jwks.json', authProxy.baseUrl))
      const { payload } = await jwtVerify(String(headers['x-latchkey-assertion']), keySet, {
        typ: 'latchkey-assertion+jwt',
        issuer: authProxy.baseUrl,
        audience: `${authProxy.baseUrl}${guest.path}`,
      })
      expect(payload).toMatchObject({ sub: guest.key.owner.id, account_id: guest.account.id, locale: 'de-at' })
    }
  })

  test('ends the session from the application, which then refuses requests', async ({ page, authProxy, guest }) => {
    await guest.openInBrowser(page)
    await page.getByRole('button', { name: 'End and return' }).click()
    await expect(page).toHaveURL(backUrl)
    authProxy.seen.length = 0
    const response = await page.goto(`${authProxy.baseUrl}${guest.path}/order.html`)
    expect(response?.status()).toBe(401)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This account isn’t open here')
    expect(authProxy.seen).toEqual([])
  })

  test('sees user, remaining time and "End and return" on Latchkey’s own page', async ({ page, authProxy, guest }) => {
    await guest.openInBrowser(page, { locale: 'de-at' })
    await page.goto(`${authProxy.baseUrl}${guest.path}/-/end`)
    await expect(page.getByRole('banner')).toContainText(`Signed in as ${guest.key.owner.name}`)
    await page.getByRole('button', { name: 'End and return' }).click()
    await expect(page).toHaveURL(backUrl)
  })

  test('loses access at the next request after the key is revoked', async ({ page, authProxy, guest }) => {
    await guest.openInBrowser(page)
    expect(await fetchStatus(page, 'order.html')).toBe(200)
    await authProxy.world.revokeKey(guest.key)
    authProxy.seen.length = 0
    expect(await fetchStatus(page, 'order.html')).toBe(401)
    expect((await page.reload())?.status()).toBe(401)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('You can no longer use this account')
    expect(authProxy.seen).toEqual([])
  })

  test('without a session opens the account and lands on the requested page', async ({ page, authProxy, guest }) => {
    const place = `${authProxy.baseUrl}${guest.path}/order.html?id=1042`
    const response = await page.goto(place)
    expect(response?.status()).toBe(401)
    expect(await response?.headerValue('content-security-policy')).toContain("default-src 'none'")
    expect(authProxy.seen).toEqual([])
    await page.getByRole('link', { name: 'Open account' }).click()
    await page.getByLabel('Email or username').fill(guest.key.owner.email)
    await page.getByLabel('Password', { exact: true }).fill(guest.key.owner.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    // Hashing the password and five requests behind nginx take 13 s on a machine that does much else.
    await expect(page).toHaveURL(place, { timeout: 20_000 })
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('One order')
  })

  test('with a session in one account has none in another', async ({ page, authProxy, guest }) => {
    await guest.openInBrowser(page)
    const other = await authProxy.world.createAccount('South Mill')
    authProxy.seen.length = 0
    expect((await page.goto(`${authProxy.baseUrl}/accounts/${other.id}/`))?.status()).toBe(401)
    expect(authProxy.seen).toEqual([])
  })
})

test.describe('the application', () => {
  test('never receives identity headers from the browser', async ({ page, authProxy, guest }) => {
    const claims = { 'X-Latchkey-User': 'usr_forged', 'X-Latchkey-Account': 'forged', 'X-Latchkey-Assertion': 'forged' }
    await guest.openInBrowser(page)
    await page.setExtraHTTPHeaders(claims)
    authProxy.seen.length = 0
    await page.reload()
    const Cookie = await guest.openByClient()
    const underscored = { X_Latchkey_User: 'usr_forged', 'X-LATCHKEY-LOCALE': 'forged' }
    await guest.send({ path: `${guest.path}/`, headers: { Cookie, ...claims, ...underscored } })
    expect(authProxy.seen.length).toBeGreaterThanOrEqual(2)
    for (const { headers } of authProxy.seen) {
      expect(headers['x-latchkey-user']).toBe(guest.key.owner.id)
      expect(headers['x-latchkey-account']).toBe(guest.account.id)
      expect(JSON.stringify(headers)).not.toContain('forged')
    }
  })

  test('never receives Latchkey’s cookies, and keeps its own', async ({ page, authProxy, guest }) => {
    await signIn(page, guest.key.owner, `${authProxy.baseUrl}/sign-in`)
    await guest.openInBrowser(page)
    await page.goto(`${authProxy.baseUrl}${guest.path}/?${answering('Set-Cookie: basket=7; Path=/')}`)
    const ours = (await page.context().cookies()).filter(({ name }) => name.includes('latchkey-'))
    expect(ours.length).toBeGreaterThanOrEqual(4)
    authProxy.seen.length = 0
    await page.reload()
    expect(authProxy.seen[0]?.headers.cookie).toBe('basket=7')
  })

  for (const [names, sent, arrives] of variations([
    ['its own between ours', 'a=1; latchkey-x=x; b=2; __Host-latchkey-x=y; c=3', 'a=1; b=2; c=3'],
    ['none', '', undefined],
    ['only its own', 'a=1; b="2; x"; c', 'a=1; b="2; x"; c'],
    ['ours first', '__Secure-latchkey-account=x; latchkey-theme=dark; a=1', 'a=1'],
    ['ours sent twice', 'latchkey-x=x; a=1; latchkey-x=y; latchkey-x=z', 'a=1'],
    ['ours without spaces, and with too many', 'a=1;latchkey-x=x;  \tlatchkey-x=y ; b=2', 'a=1; b=2'],
    ['ours without a value', 'latchkey-x; a=1; latchkey-; b=2', 'a=1; b=2'],
    [
      'such as only look like ours',
      'my-latchkey-browser=x; Latchkey=y; latchkey=z',
      'my-latchkey-browser=x; Latchkey=y; latchkey=z',
    ],
    ['ours in too many places', Array.from({ length: 12 }, (_, i) => `a${i}=1; latchkey-x=y`).join('; '), undefined],
  ] as const)) {
    test(`of cookies, ${names}, gets its own`, async ({ authProxy, guest }) => {
      const Cookie = await guest.openByClient()
      const path = `${guest.path}/`
      expect((await guest.send({ path, headers: { Cookie: sent ? `${sent}; ${Cookie}` : Cookie } })).status).toBe(200)
      expect(authProxy.seen.map(({ headers }) => headers.cookie)).toEqual([arrives])
    })
  }

  test('refuses a session cookie without its browser, and two cookies of one name', async ({ authProxy, guest }) => {
    const Cookie = await guest.openByClient()
    const [account = '', browser = ''] = Cookie.split('; ')
    authProxy.seen.length = 0
    for (const cookies of [account, browser, `${account}; ${Cookie}`, `${Cookie}; ${browser}`]) {
      const { status } = await guest.send({ path: `${guest.path}/`, headers: { Cookie: cookies } })
      expect(status, cookies.replaceAll(/=[^;]*/g, '')).toBe(401)
    }
    expect(authProxy.seen).toEqual([])
  })

  test('can set cookies for its account, but not Latchkey’s', async ({ page, authProxy, guest }) => {
    await guest.openInBrowser(page)
    const [path, name] = [guest.path, 'latchkey-account']
    const before = await cookieOf(page.context(), name)
    const wishes = [
      'basket=7; Path=/',
      `${name}=evil; Path=${path}; HttpOnly`,
      `${name}=evil; Path=${path}; Secure; SameSite=Strict`,
      'latchkey-browser=evil; Path=/',
    ]
    await page.goto(`${authProxy.baseUrl}${path}/?${answering(...wishes.map((wish) => `Set-Cookie: ${wish}`))}`)
    expect(await cookieOf(page.context(), name)).toEqual(before)
    expect((await page.context().cookies()).filter(({ value }) => value === 'evil')).toEqual([])
    expect(await cookieOf(page.context(), 'basket')).toMatchObject({ path: `${path}/` })
    expect((await page.reload())?.status()).toBe(200)
  })

  test('can’t clear the origin’s data or widen a service worker’s scope', async ({ guest }) => {
    const query = answering('Clear-Site-Data: "*"', 'Service-Worker-Allowed: /', 'Location: /order.html', 'X-Own: 1')
    const path = guest.path
    const { headers } = await guest.send({ path: `${path}/?${query}`, headers: { Cookie: await guest.openByClient() } })
    expect(headers).toMatchObject({ 'x-own': '1', location: `${path}/order.html` })
    expect(headers['clear-site-data']).toBeUndefined()
    expect(headers['service-worker-allowed']).toBeUndefined()
  })

  test('receives bodies unchanged', async ({ page, authProxy, guest }) => {
    await guest.openInBrowser(page)
    authProxy.seen.length = 0
    await page.evaluate(() => fetch('order.html', { method: 'POST', body: 'x'.repeat(100_000) }))
    const Cookie = await guest.openByClient()
    await guest.send({ method: 'PUT', path: `${guest.path}/a%20b?c=%2f`, headers: { Cookie }, body: 'a=b' })
    expect(authProxy.seen.map(({ method, url, body }) => [method, url, body.length])).toEqual([
      ['POST', '/order.html', 100_000],
      ['PUT', '/a%20b?c=%2f', 3],
    ])
  })
})
