import { complete } from './complete.ts'
import { expect, signIn, test } from './fixtures.ts'

/** Paths that answer with HTML, errors included. */
const pages = [
  '/sign-in',
  '/set-up?token=x',
  '/set-password?token=x',
  '/hand-over?token=x',
  '/nowhere',
  '/sso?token=x',
  '/sso/confirm',
  '/launch/nowhere',
  '/launch/%2e%2e',
  '/accounts/nowhere',
  '/accounts/nowhere/-/nowhere',
  '/accounts/%00',
  '/api-reference',
  '/',
  '/users-and-access',
  '/manage/accounts',
  '/activity',
  '/your-account',
]

test('a JSON response of the sign-in pages has the common headers', async ({ page }) => {
  const answer = await page.request.get('/sign-in/second-step', { headers: { Accept: 'application/json' } })
  // A client without the browser's cookie: cookies are blocked.
  expect(await answer.json()).toEqual({ next: '/sign-in?notice=cookies&next=%2F' })
  expect(answer.headers()).toMatchObject({
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-request-id': expect.stringMatching(/^req_\w{20}$/),
  })
})

test('every page forbids frames, foreign content and MIME sniffing', async ({ page, world }) => {
  await signIn(page, await world.createPerson('owner'))
  for (const path of pages) {
    const answer = await page.request.get(path, { headers: { Accept: 'text/html' } })
    const headers = answer.headers()
    expect(answer.status(), path).toBeLessThan(500)
    expect(headers['content-type'], path).toContain('text/html')
    expect(headers['content-security-policy'], path).toContain("frame-ancestors 'none'")
    expect(headers['content-security-policy'], path).toContain("base-uri 'none'")
    expect(headers['content-security-policy'], path).not.toMatch(/script-src[^;]*unsafe/)
    expect(headers['x-frame-options'], path).toBe('DENY')
    expect(headers['x-content-type-options'], path).toBe('nosniff')
    expect(headers['x-request-id'], path).toMatch(/^req_\w{20}$/)
    expect(headers['cache-control'], path).toContain('no-store')
  }
})

// The crawl fails on every error of the console.
test('no page violates its own content security policy', complete, async ({ page, world }) => {
  const account = await world.createAccount('Strict & Sons')
  const complaints: string[] = []
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) complaints.push(`${page.url()}: ${message.text()}`)
  })
  await signIn(page, await world.createPerson('owner'))
  for (const path of [...pages, `/launch/${account.id}`]) await page.goto(path)
  await page.goto('/users-and-access')
  await page.getByRole('link', { name: 'Generate new key' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(complaints).toEqual([])
})

test('scripts and other sites can’t read cookies', async ({ page, context, world }) => {
  const account = await world.createAccount('Cookie Jar')
  await signIn(page, await world.createPerson('agent', [account]), `/launch/${account.id}`)
  const cookies = await context.cookies([page.url()])
  const ours = cookies.filter((cookie) => /latchkey-(browser|account)|session-token|portal/.test(cookie.name))
  expect(ours.length).toBeGreaterThanOrEqual(3)
  for (const cookie of ours) expect(cookie, cookie.name).toMatchObject({ httpOnly: true, sameSite: 'Lax' })
  expect(ours.find((cookie) => cookie.name.includes('account'))?.path).toBe(`/accounts/${account.id}`)
})

test('hostile input gets a clear error', async ({ page, world }) => {
  await signIn(page, await world.createPerson('owner'))
  const origin = new URL(page.url()).origin
  const attempts = [
    page.request.post('/sign-in', { headers: { Origin: origin }, data: 'x'.repeat(10_000_000) }),
    page.request.post('/sign-in', { headers: { Origin: 'https://evil.example' }, form: { a: 'b' } }),
    page.request.get('/users-and-access', { headers: { Cookie: 'latchkey-session=%zz; =; a' } }),
    page.request.get('/accounts/x', { headers: { Cookie: 'latchkey-account=Fe26.2*broken*seal' } }),
    page.request.get('/?q=%ff%fe&q=a&q=b'),
    page.request.get('/activity?from=not-a-day&to=9999-99-99&kind=nothing&page=-1'),
  ]
  for (const answer of await Promise.all(attempts)) expect(answer.status(), answer.url()).toBeLessThan(500)
})

test('fonts are cached, and not requested on every page', async ({ page }) => {
  const answer = await page.request.get('/fonts/inter-latin.woff2')
  expect(answer.headers()['cache-control']).toBe('public, max-age=31536000')
})
