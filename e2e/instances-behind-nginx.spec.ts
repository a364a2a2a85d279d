import type { Page } from '@playwright/test'
import { findNginx } from '../scripts/nginx.ts'
import { complete } from './complete.ts'
import { expect, ownKeyYourself, signIn, type TestAccount, type TestKey, test } from './fixtures.ts'
import { type Asked, ask, expectRefusal, form, formType } from './http-client.ts'
import { type Cluster, startCluster } from './nginx-and-instances.ts'

const missing = findNginx() ? undefined : (process.env.E2E_NGINX_MISSING ?? 'nginx is not installed.')
test.skip(missing !== undefined, missing)
// Serial: these tests stop and start shared instances.
test.describe.configure({ mode: 'serial', timeout: 90_000 })

let cluster: Cluster
let key: TestKey
let account: TestAccount
/** Secrets sent or issued in these tests, which no log may contain. */
const secrets: string[] = []

test.beforeAll(async () => {
  cluster = await startCluster()
  account = await cluster.world.createAccount('Harbour & Sons')
  key = await cluster.world.createKey(await cluster.world.createPerson('agent', [account]))
  secrets.push(key.secret, key.owner.password)
})

test.afterAll(async () => {
  await cluster?.remove()
})

/** Sends a request through nginx. */
const send = (asked: Asked) => ask({ baseUrl: cluster.baseUrl, ...asked })

/** A successful response of the token or the sso endpoint. */
async function post(path: string, fields: Record<string, string>, headers = {}): Promise<Record<string, string>> {
  const answer = await send({ path, headers: { ...formType, ...headers }, body: form(fields) })
  expect(answer.status, answer.body).toBe(200)
  const body = JSON.parse(answer.body)
  const grantToken = body.grantUrl && new URL(body.grantUrl).searchParams.get('token')
  secrets.push(...[body.accessToken, body.refreshToken, grantToken].filter(Boolean))
  return body
}

const askTokens = () =>
  post('/auth/v1/token', { grantType: 'client_credentials', clientId: key.keyId, clientSecret: key.secret })

async function askGrantUrl(accessToken = ''): Promise<URL> {
  const headers = { Authorization: `Bearer ${accessToken}` }
  return new URL((await post('/auth/v1/sso', { accountId: account.id }, headers)).grantUrl ?? '')
}

/** Fills in the form for a new key without submitting it. */
async function fillKeyForm(page: Page, name: string): Promise<void> {
  await page.goto('/users-and-access')
  await page.getByRole('link', { name: 'Generate new key' }).click()
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill(name)
  await ownKeyYourself(page)
}

test('one instance continues what the other began', async ({ browser }) => {
  const [one, two] = cluster.instances
  expect(await two.end('SIGTERM')).toBe(0)
  const page = await (await browser.newContext({ baseURL: cluster.baseUrl })).newPage()
  await signIn(page, await cluster.world.createPerson('owner'))
  await fillKeyForm(page, 'Drawn by one, sent to the other')
  const { accessToken, refreshToken = '' } = await askTokens()
  const grantUrl = await askGrantUrl(accessToken)

  await two.start()
  await one.end('SIGKILL')
  const opened = await send({ method: 'GET', path: `${grantUrl.pathname}${grantUrl.search}` })
  expect(opened).toMatchObject({
    status: 303,
    headers: { location: expect.stringContaining(`/accounts/${account.id}`) },
  })
  const fields = { grantType: 'refresh_token', clientId: key.owner.username, refreshToken }
  expect((await post('/auth/v1/token', fields)).refreshToken).toMatch(/^lkrt1\.[^.]+\.2\./)
  await askGrantUrl(accessToken)
  await page.getByRole('button', { name: 'Generate key' }).click()
  await expect(page.getByText('Copy the secret now. You won’t see it again.')).toBeVisible()
  const shown = (await page.getByRole('dialog').textContent()) ?? ''
  secrets.push(/lksec_\w{49}/.exec(shown)?.[0] ?? '')
  await one.start()
})

test('the page of a key is told live through nginx of calls to any instance', async ({ browser }) => {
  const page = await (await browser.newContext({ baseURL: cluster.baseUrl })).newPage()
  await signIn(page, await cluster.world.createPerson('owner'), `/users-and-access/keys/${key.keyId}`)
  const live = page.getByRole('region', { name: 'Live' })
  await expect(live.getByText('Listening')).toBeVisible()
  const fields = { grantType: 'client_credentials', clientId: key.keyId, clientSecret: `${key.secret}\n` }
  for (const { port } of cluster.instances) {
    const answer = await ask({ baseUrl: `http://localhost:${port}`, headers: formType, body: form(fields) })
    expect(answer.status).toBe(401)
    await expect(live.getByRole('link', { name: JSON.parse(answer.body).requestId })).toBeVisible()
  }
})

test('access revoked at one instance is refused by all', async ({ browser }) => {
  const [one, two] = cluster.instances
  const person = await cluster.world.createPerson('owner')
  const page = await (await browser.newContext({ baseURL: cluster.baseUrl })).newPage()
  await signIn(page, person)
  const cookies = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
  const visit = (port: number) => {
    const headers = { Cookie: cookies, Host: new URL(cluster.baseUrl).host }
    return ask({ baseUrl: `http://localhost:${port}`, method: 'GET', path: '/', headers })
  }
  for (const { port } of [one, two]) expect((await visit(port)).status).toBe(200)
  await page.getByRole('button', { name: person.name }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL(/sign-in/)
  for (const { port } of [one, two]) expect((await visit(port)).status).toBe(307)
})

test('a graceful shutdown loses no request', complete, async () => {
  const [one, two] = cluster.instances
  let isOver = false
  const statuses: number[] = []
  const keepAsking = async () => {
    while (!isOver) {
      const body = form({ grantType: 'client_credentials', clientId: key.keyId, clientSecret: key.secret })
      const answers = [await send({ headers: formType, body }), await send({ method: 'GET', path: '/sign-in' })]
      statuses.push(...answers.map(({ status }) => status))
    }
  }
  const clients = Promise.all(Array.from({ length: 4 }, keepAsking))
  expect(await one.end('SIGTERM')).toBe(0)
  await one.start()
  expect(await two.end('SIGTERM')).toBe(0)
  isOver = true
  await clients
  expect(statuses.length).toBeGreaterThan(20)
  expect(statuses.filter((status) => status !== 200)).toEqual([])
})

test('the client IP is the one that nginx sees, not the one in the client’s header', async () => {
  const headers = { 'X-Forwarded-For': '198.51.100.9', 'X-Real-IP': '198.51.100.9', Forwarded: 'for=198.51.100.9' }
  const answer = await send({ method: 'GET', path: '/livez', headers, localAddress: '127.0.0.2' })
  const lines = () => cluster.instances.map(({ printed }) => printed).join('')
  const line = () =>
    lines()
      .split('\n')
      .find((text) => text.includes(String(answer.headers['x-request-id'])))
  await expect.poll(line).toContain('"address":"127.0.0.2"')
  expect(lines().includes('198.51.100.9')).toBe(false)
})

test('URLs begin with BASE_URL, not with the client’s Host header', async () => {
  const { accessToken } = await askTokens()
  const headers = { ...formType, Host: 'evil.example', Authorization: `Bearer ${accessToken}` }
  const answer = await send({ path: '/auth/v1/sso', headers, body: form({ accountId: account.id }) })
  expect(JSON.parse(answer.body).grantUrl).toMatch(new RegExp(`^${cluster.baseUrl}/sso\\?`))
  const page = await send({ method: 'GET', path: '/sign-in', headers: { Host: 'evil.example' } })
  expect(page).toMatchObject({ status: 307, headers: { location: `${cluster.baseUrl}/sign-in` } })
})

test('nginx and an instance refuse a large body with the same error', async () => {
  for (const length of [17 * 1024, 100 * 1024]) {
    expectRefusal(await send({ headers: formType, body: `grantType=${'x'.repeat(length)}` }), 413, 'invalid_request')
  }
  const { host } = new URL(cluster.baseUrl)
  const instance = `http://localhost:${cluster.instances[0].port}`
  const cases = [
    [cluster.baseUrl, '/sign-in', 65_537, '64 KiB'],
    [instance, '/sign-in', 65_537, '64 KiB'],
    [cluster.baseUrl, '/manage/accounts/import', 7_500_000, '6 MB'],
    [cluster.baseUrl, '/manage/accounts/groups/grp_1', 7_500_000, '6 MB'],
  ] as const
  for (const [baseUrl, path, length, limit] of cases) {
    const headers = { ...formType, Host: host, Origin: cluster.baseUrl }
    const { status, body } = await send({ baseUrl, path, headers, body: 'x'.repeat(length) })
    expect([status, body.replace(/req_\w{20}/, 'req_…')]).toEqual([
      413,
      `This is larger than ${limit}. Send less at once.\nRequest ID: req_…\n`,
    ])
  }
})

test('no log contains a secret of these tests', async () => {
  const logs = [
    cluster.nginx.readAccessLog(),
    cluster.nginx.readErrorLog(),
    ...cluster.instances.map((one) => one.printed),
  ]
  expect(logs[0]).toContain('"pathname":"/sso"')
  expect(logs[0]).toMatch(/"statuses":"502, \d+"/)
  expect(secrets.length).toBeGreaterThan(8)
  for (const secret of secrets) {
    expect(secret.length).toBeGreaterThan(8)
    for (const log of logs) expect(log.includes(secret) || log.includes(encodeURIComponent(secret))).toBe(false)
  }
})
