import type { BrowserContext, Page } from '@playwright/test'
import fc from 'fast-check'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import { findNginx } from '../scripts/nginx.ts'
import { type Door, startDoor } from './door.ts'
import { expect, product, signIn, type TestAccount, type TestKey, test } from './fixtures.ts'
import { type Answer, type Asked, ask, form, formType } from './outside-client.ts'

const missing = findNginx() ? undefined : (process.env.E2E_NGINX_MISSING ?? 'nginx is not installed.')
test.skip(missing !== undefined, missing)
// They share one door, and tell by what got through it.
test.describe.configure({ mode: 'default', timeout: 90_000 })

let door: Door
let account: TestAccount
let key: TestKey
let accessToken: string

test.beforeAll(async () => {
  test.setTimeout(90_000)
  door = await startDoor()
  await door.world.allowReturnOrigin()
})

test.beforeEach(async () => {
  account = await door.world.createAccount('Harbour & Sons')
  key = await door.world.createKey(await door.world.createPerson('agent', [account]))
  const credentials = { grantType: 'client_credentials', clientId: key.keyId, clientSecret: key.secret }
  accessToken = (await post('/auth/v1/token', credentials)).accessToken ?? ''
  door.seen.length = 0
})

test.afterAll(async () => {
  await door?.remove()
})

const backUrl = `${product.returnOrigin}/case/7`

/** Asks by way of nginx, the path as it is. */
const send = (asked: Asked): Promise<Answer> => ask({ baseUrl: door.baseUrl, method: 'GET', ...asked })

async function post(path: string, fields: Record<string, string>, headers = {}): Promise<Record<string, string>> {
  const answer = await send({ method: 'POST', path, headers: { ...formType, ...headers }, body: form(fields) })
  expect(answer.status, answer.body).toBe(200)
  return JSON.parse(answer.body)
}

async function askGrantUrl(fields: Record<string, string> = {}): Promise<string> {
  const headers = { Authorization: `Bearer ${accessToken}` }
  return (await post('/auth/v1/sso', { accountId: account.id, backUrl, ...fields }, headers)).grantUrl ?? ''
}

/** Opens the account in a new client: what it sends as `Cookie` there. */
async function openByClient(): Promise<string> {
  const { pathname, search } = new URL(await askGrantUrl())
  const { status, headers } = await send({ path: pathname + search })
  expect(status).toBe(303)
  return [headers['set-cookie'] ?? []]
    .flat()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}

/** Opens the account in this browser. */
async function openInBrowser(page: Page, fields: Record<string, string> = {}): Promise<void> {
  await page.goto(await askGrantUrl(fields))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Open orders')
}

const fetchStatus = (page: Page, path: string) => page.evaluate(async (to) => (await fetch(to)).status, path)

/** The query by which the application is told what to answer. */
const answering = (...headers: string[]) => new URLSearchParams(headers.map((header) => ['answer', header])).toString()

const cookieOf = async (context: BrowserContext, name: string) =>
  (await context.cookies()).find((cookie) => cookie.name === name)

test.describe('a person', () => {
  test('is in the application by one link, and it knows who they are', async ({ page }) => {
    await openInBrowser(page, { locale: 'de-at' })
    await expect(page).toHaveURL(`${door.baseUrl}/accounts/${account.id}/`)
    await page.getByRole('link', { name: 'New order' }).click()
    await page.getByLabel('Goods').fill('Chain & hooks')
    await page.getByRole('button', { name: 'Order' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('One order')

    expect(door.seen.map(({ url }) => url)).toEqual(
      expect.arrayContaining(['/', '/style.css', '/new.html', '/order.html?goods=Chain+%26+hooks&number=1']),
    )
    for (const { headers } of door.seen) {
      expect(headers).toMatchObject({
        'x-latchkey-user': key.owner.id,
        'x-latchkey-account': account.id,
        'x-latchkey-locale': 'de-at',
        'x-forwarded-prefix': `/accounts/${account.id}`,
      })
      const keySet = createRemoteJWKSet(new URL('/.well-known/jwks.json', door.baseUrl))
      const { payload } = await jwtVerify(String(headers['x-latchkey-assertion']), keySet, {
        typ: 'latchkey-assertion+jwt',
        issuer: door.baseUrl,
        audience: `${door.baseUrl}/accounts/${account.id}`,
      })
      expect(payload).toMatchObject({ sub: key.owner.id, account_id: account.id, locale: 'de-at' })
    }
  })

  test('ends and returns from the application, which is closed from then on', async ({ page }) => {
    await openInBrowser(page)
    await page.getByRole('button', { name: 'End and return' }).click()
    await expect(page).toHaveURL(backUrl)
    door.seen.length = 0
    const response = await page.goto(`${door.baseUrl}/accounts/${account.id}/order.html`)
    expect(response?.status()).toBe(401)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This account is not open here')
    expect(door.seen).toEqual([])
  })

  test('finds who they are, for how long, and the way out on Latchkey’s own page', async ({ page }) => {
    await openInBrowser(page, { locale: 'de-at' })
    await page.goto(`${door.baseUrl}/accounts/${account.id}/-/end`)
    await expect(page.getByRole('banner')).toContainText(`Angemeldet als ${key.owner.name}`)
    await page.getByRole('button', { name: 'Beenden und zurück' }).click()
    await expect(page).toHaveURL(backUrl)
  })

  test('is out at the next request once the key is revoked', async ({ page }) => {
    await openInBrowser(page)
    expect(await fetchStatus(page, 'order.html')).toBe(200)
    await door.world.revokeKey(key)
    door.seen.length = 0
    expect(await fetchStatus(page, 'order.html')).toBe(401)
    expect((await page.reload())?.status()).toBe(401)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('You can no longer use this account')
    expect(door.seen).toEqual([])
  })

  test('who has no session is led in, to the very place', async ({ page }) => {
    const place = `${door.baseUrl}/accounts/${account.id}/order.html?id=1042`
    const response = await page.goto(place)
    expect(response?.status()).toBe(401)
    expect(await response?.headerValue('content-security-policy')).toContain("default-src 'none'")
    expect(door.seen).toEqual([])
    await page.getByRole('link', { name: 'Open the account' }).click()
    await page.getByLabel('E-mail address or user name').fill(key.owner.email)
    await page.getByLabel('Password', { exact: true }).fill(key.owner.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('One order')
    await expect(page).toHaveURL(place)
  })

  test('who has a session in one account has none in another', async ({ page }) => {
    await openInBrowser(page)
    const other = await door.world.createAccount('South Mill')
    door.seen.length = 0
    expect((await page.goto(`${door.baseUrl}/accounts/${other.id}/`))?.status()).toBe(401)
    expect(door.seen).toEqual([])
  })
})

test.describe('the application', () => {
  test('never gets what a browser claims to be', async ({ page }) => {
    const claims = { 'X-Latchkey-User': 'usr_forged', 'X-Latchkey-Account': 'forged', 'X-Latchkey-Assertion': 'forged' }
    await openInBrowser(page)
    await page.setExtraHTTPHeaders(claims)
    door.seen.length = 0
    await page.reload()
    const Cookie = await openByClient()
    const underscored = { X_Latchkey_User: 'usr_forged', 'X-LATCHKEY-LOCALE': 'forged' }
    await send({ path: `/accounts/${account.id}/`, headers: { Cookie, ...claims, ...underscored } })
    expect(door.seen.length).toBeGreaterThanOrEqual(2)
    for (const { headers } of door.seen) {
      expect(headers['x-latchkey-user']).toBe(key.owner.id)
      expect(headers['x-latchkey-account']).toBe(account.id)
      expect(JSON.stringify(headers)).not.toContain('forged')
    }
  })

  test('never gets Latchkey’s cookies, and keeps its own', async ({ page }) => {
    await signIn(page, key.owner, `${door.baseUrl}/sign-in`)
    await openInBrowser(page)
    await page.goto(`${door.baseUrl}/accounts/${account.id}/?${answering('Set-Cookie: basket=7; Path=/')}`)
    const ours = (await page.context().cookies()).filter(({ name }) => name.includes('latchkey-'))
    expect(ours.length).toBeGreaterThanOrEqual(4)
    door.seen.length = 0
    await page.reload()
    expect(door.seen[0]?.headers.cookie).toBe('basket=7')
  })

  for (const [names, sent, arrives] of [
    ['none', '', undefined],
    ['only its own', 'a=1; b="2; x"; c', 'a=1; b="2; x"; c'],
    ['its own between ours', 'a=1; latchkey-browser=x; b=2; __Host-latchkey-x=y; c=3', 'a=1; b=2; c=3'],
    ['ours first', '__Secure-latchkey-account=x; latchkey-theme=dark; a=1', 'a=1'],
    ['ours sent twice', 'latchkey-browser=x; a=1; latchkey-browser=y; latchkey-browser=z', 'a=1'],
    ['ours without spaces, and with too many', 'a=1;latchkey-browser=x;  \tlatchkey-browser=y ; b=2', 'a=1; b=2'],
    ['ours without a value', 'latchkey-browser; a=1; latchkey-; b=2', 'a=1; b=2'],
    [
      'such as only look like ours',
      'my-latchkey-browser=x; Latchkey=y; latchkey=z',
      'my-latchkey-browser=x; Latchkey=y; latchkey=z',
    ],
    ['ours in too many places', Array.from({ length: 12 }, (_, i) => `a${i}=1; latchkey-x=y`).join('; '), undefined],
  ] as const) {
    test(`of cookies, ${names}, gets its own`, async () => {
      const Cookie = await openByClient()
      const path = `/accounts/${account.id}/`
      expect((await send({ path, headers: { Cookie: sent ? `${sent}; ${Cookie}` : Cookie } })).status).toBe(200)
      expect(door.seen.map(({ headers }) => headers.cookie)).toEqual([arrives])
    })
  }

  test('can set cookies for its account, and none of Latchkey’s', async ({ page }) => {
    await openInBrowser(page)
    const [path, name] = [`/accounts/${account.id}`, 'latchkey-account']
    const before = await cookieOf(page.context(), name)
    const wishes = [
      'basket=7; Path=/',
      `${name}=evil; Path=${path}; HttpOnly`,
      `${name}=evil; Path=${path}; Secure; SameSite=Strict`,
      'latchkey-browser=evil; Path=/',
    ]
    await page.goto(`${door.baseUrl}${path}/?${answering(...wishes.map((wish) => `Set-Cookie: ${wish}`))}`)
    expect(await cookieOf(page.context(), name)).toEqual(before)
    expect((await page.context().cookies()).filter(({ value }) => value === 'evil')).toEqual([])
    expect(await cookieOf(page.context(), 'basket')).toMatchObject({ path: `${path}/` })
    expect((await page.reload())?.status()).toBe(200)
  })

  test('speaks for its account, not for the whole origin', async () => {
    const query = answering('Clear-Site-Data: "*"', 'Service-Worker-Allowed: /', 'Location: /order.html', 'X-Own: 1')
    const path = `/accounts/${account.id}`
    const { headers } = await send({ path: `${path}/?${query}`, headers: { Cookie: await openByClient() } })
    expect(headers).toMatchObject({ 'x-own': '1', location: `${path}/order.html` })
    expect(headers['clear-site-data']).toBeUndefined()
    expect(headers['service-worker-allowed']).toBeUndefined()
  })

  test('gets bodies as they were sent', async ({ page }) => {
    await openInBrowser(page)
    door.seen.length = 0
    await page.evaluate(() => fetch('order.html', { method: 'POST', body: 'x'.repeat(100_000) }))
    const Cookie = await openByClient()
    await send({ method: 'PUT', path: `/accounts/${account.id}/a%20b?c=%2f`, headers: { Cookie }, body: 'a=b' })
    expect(door.seen.map(({ method, url, body }) => [method, url, body.length])).toEqual([
      ['POST', '/order.html', 100_000],
      ['PUT', '/a%20b?c=%2f', 3],
    ])
  })
})

test.describe('an address that means two things', () => {
  const [own, other] = ['{own}', '{other}']

  for (const spelling of [
    ...[`/accounts/${own}/../${other}/`, `/accounts/${other}/../${own}/`, `/accounts/${own}/../${own}/`],
    ...[`/accounts/${own}/%2e%2e/${other}/`, `/accounts/${own}/.%2E/${other}/`, `/accounts/${own}/./`],
    ...[`/accounts/${own}%2f..%2f${other}/`, `/accounts/${own}/x%2f..%2f..%2f${other}/`, `/accounts/${own}%2F`],
    ...[`//accounts/${own}/`, `/accounts//${own}/`, `/accounts/${own}//`, `/accounts/${own}/a//b`],
    ...[`/accounts/${own}/..;/${other}/`, `/accounts/${own}/%5c..%5c${other}/`, `/x/../accounts/${own}/`],
    ...[`/accounts/${own}/-x/../-/../order.html`, `/accounts/${own}/a%0d%0ab`, `/accounts/${own}/a%0a`],
    ...[`/%61ccounts/${own}/`, `/accounts/${own}/%ff`],
  ]) {
    test(`is refused: ${spelling}`, async () => {
      const Cookie = await openByClient()
      const { id } = await door.world.createAccount('South Mill')
      const path = spelling.replaceAll(own, account.id).replaceAll(other, id)
      for (const dest of ['empty', 'document']) {
        const { status, headers } = await send({ path, headers: { Cookie, 'Sec-Fetch-Dest': dest } })
        expect(status).toBe(401)
        expect(headers.location).toBeUndefined()
      }
      expect(door.seen).toEqual([])
    })
  }

  test('reaches the application under no account but the session’s own, however it is spelled', async () => {
    const Cookie = await openByClient()
    const { id } = await door.world.createAccount('South Mill')
    const piece = fc.constantFrom(
      ...[
        '/',
        '//',
        '.',
        '..',
        '/..',
        '/../',
        '%2e',
        '%2E%2e',
        '%2f',
        '%5c',
        '%25',
        '%252f',
        ';',
        '?',
        '-',
        '/-/',
        'a',
      ],
      ...[account.id, id, `/accounts/${id}`, `/accounts/${account.id}/`, '%0a', '%c3%a9', '&', '=', '@', ':', '%', '*'],
    )
    const spellings = fc.array(piece, { maxLength: 7 }).map((rest) => `/accounts/${account.id}${rest.join('')}`)
    const statuses = new Set<number>()
    await fc.assert(
      fc.asyncProperty(spellings, async (path) => {
        door.seen.length = 0
        const { status } = await send({ path, headers: { Cookie } })
        statuses.add(status)
        expect(status, path).toBeLessThan(500)
        for (const { headers } of door.seen) {
          expect(headers['x-forwarded-prefix'], path).toBe(`/accounts/${account.id}`)
          expect(headers['x-latchkey-account'], path).toBe(account.id)
        }
      }),
      { numRuns: 1_000 },
    )
    expect([...statuses]).toEqual(expect.arrayContaining([200, 401]))
  })
})

test.describe('nginx', () => {
  test('tells a program and a background request no more than that it may not', async () => {
    for (const headers of [{}, { 'Sec-Fetch-Dest': 'image' }, { 'Sec-Fetch-Dest': 'empty' }]) {
      const answer = await send({ path: `/accounts/${account.id}/`, headers })
      expect(answer).toMatchObject({
        status: 401,
        headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
        body: '{"error":"unauthorized","error_description":"This account is not open in this browser."}',
      })
    }
  })

  test('answers a form that comes too late by the way in', async () => {
    const headers = { ...formType, 'Sec-Fetch-Dest': 'document' }
    const answer = await send({ method: 'POST', path: `/accounts/${account.id}/new.html`, headers, body: 'a=b' })
    expect(answer.status).toBe(401)
    expect(answer.body).toContain(`/launch/${account.id}?deepPath=%2Faccounts%2F${account.id}%2Fnew.html`)
    expect(door.seen).toEqual([])
  })

  test('asks Latchkey by itself alone', async () => {
    const headers = { Cookie: await openByClient(), 'X-Original-URI': `/accounts/${account.id}` }
    expect((await send({ path: '/auth/v1/verify', headers })).status).toBe(404)
  })

  test('lets nobody choose the address that Latchkey is asked about', async () => {
    const Cookie = await openByClient()
    const { id } = await door.world.createAccount('South Mill')
    const claims = { 'X-Original-URI': `/accounts/${account.id}/`, 'X-Forwarded-Uri': `/accounts/${account.id}/` }
    expect((await send({ path: `/accounts/${id}/`, headers: { Cookie, ...claims } })).status).toBe(401)
    expect((await send({ path: `/accounts/${account.id}/`, headers: { Cookie, ...claims } })).status).toBe(200)
  })

  test('leads from the account to its first page, and nowhere else', async () => {
    const answer = await send({ path: `/accounts/${account.id}?a=b` })
    expect(answer).toMatchObject({ status: 308, headers: { location: `/accounts/${account.id}/?a=b` } })
    for (const odd of ['%0aX-Evil:%20yes', '%0d%0aX-Evil:%20yes', '%0a', '%20']) {
      const { status, headers } = await send({ path: `/accounts/${account.id}${odd}` })
      expect([status, headers['x-evil'], headers.location]).toEqual([404, undefined, undefined])
    }
  })

  test('lets nobody through while Latchkey is away', async () => {
    const Cookie = await openByClient()
    await door.instance.end('SIGTERM')
    for (const dest of ['document', 'empty']) {
      const headers = { Cookie, 'Sec-Fetch-Dest': dest }
      const answer = await send({ path: `/accounts/${account.id}/`, headers })
      expect(answer).toMatchObject({ status: 503, headers: { 'retry-after': '2' } })
    }
    expect(door.seen).toEqual([])
    await door.instance.start()
    expect((await send({ path: `/accounts/${account.id}/`, headers: { Cookie } })).status).toBe(200)
  })

  test('writes no one-time token down', async () => {
    const token = new URL(await askGrantUrl()).searchParams.get('token') ?? 'none'
    await send({ path: `/sso?token=${token}` })
    await expect.poll(() => door.nginx.readAccessLog()).toContain('"pathname":"/sso"')
    expect(door.nginx.readAccessLog() + door.nginx.readErrorLog()).not.toContain(token)
  })
})
