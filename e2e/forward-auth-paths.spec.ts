import fc from 'fast-check'
import { variations } from './complete.ts'
import { expect } from './fixtures.ts'
import { nginxMissing, test } from './forward-auth-fixtures.ts'
import { formType } from './http-client.ts'

test.skip(nginxMissing !== undefined, nginxMissing)
test.describe.configure({ mode: 'default', timeout: 90_000 })

test.describe('a path that can be read in two ways', () => {
  const [own, other] = ['{own}', '{other}']

  for (const spelling of variations([
    `/accounts/${own}/../${other}/`,
    `/accounts/${other}/../${own}/`,
    `/accounts/${own}/../${own}/`,
    `/accounts/${own}/%2e%2e/${other}/`,
    `/accounts/${own}/.%2E/${other}/`,
    `/accounts/${own}/./`,
    `/accounts/${own}%2f..%2f${other}/`,
    `/accounts/${own}/x%2f..%2f..%2f${other}/`,
    `/accounts/${own}%2F`,
    `//accounts/${own}/`,
    `/accounts//${own}/`,
    `/accounts/${own}//`,
    `/accounts/${own}/a//b`,
    `/accounts/${own}/..;/${other}/`,
    `/accounts/${own}/%5c..%5c${other}/`,
    `/x/../accounts/${own}/`,
    `/accounts/${own}/-x/../-/../order.html`,
    `/accounts/${own}/a%0d%0ab`,
    `/accounts/${own}/a%0a`,
    `/%61ccounts/${own}/`,
    `/accounts/${own}/%ff`,
  ])) {
    test(`is refused: ${spelling}`, async ({ authProxy, guest }) => {
      const Cookie = await guest.openByClient()
      const { id } = await authProxy.world.createAccount('South Mill')
      const path = spelling.replaceAll(own, guest.account.id).replaceAll(other, id)
      for (const dest of ['empty', 'document']) {
        const { status, headers } = await guest.send({ path, headers: { Cookie, 'Sec-Fetch-Dest': dest } })
        expect(status).toBe(401)
        expect(headers.location).toBeUndefined()
      }
      expect(authProxy.seen).toEqual([])
    })
  }

  test('reaches the application only in the session’s own account', async ({ authProxy, guest }) => {
    const Cookie = await guest.openByClient()
    const { id } = await authProxy.world.createAccount('South Mill')
    const piece = fc.constantFrom(
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
      guest.account.id,
      id,
      `/accounts/${id}`,
      `${guest.path}/`,
      '%0a',
      '%c3%a9',
      '&',
      '=',
      '@',
      ':',
      '%',
      '*',
    )
    const spellings = fc.array(piece, { maxLength: 7 }).map((rest) => `${guest.path}${rest.join('')}`)
    const statuses = new Set<number>()
    await fc.assert(
      fc.asyncProperty(spellings, async (path) => {
        authProxy.seen.length = 0
        const { status } = await guest.send({ path, headers: { Cookie } })
        statuses.add(status)
        expect(status, path).toBeLessThan(500)
        for (const { headers } of authProxy.seen) {
          expect(headers['x-forwarded-prefix'], path).toBe(guest.path)
          expect(headers['x-latchkey-account'], path).toBe(guest.account.id)
        }
      }),
      { numRuns: 1_000 },
    )
    expect([...statuses]).toEqual(expect.arrayContaining([200, 401]))
  })
})

test.describe('nginx', () => {
  test('answers programs and background requests with a plain 401', async ({ guest }) => {
    for (const headers of [{}, { 'Sec-Fetch-Dest': 'image' }, { 'Sec-Fetch-Dest': 'empty' }]) {
      const answer = await guest.send({ path: `${guest.path}/`, headers })
      expect(answer).toMatchObject({
        status: 401,
        headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
        body: '{"error":"unauthorized","error_description":"This account is not open in this browser."}',
      })
    }
  })

  test('answers a form after the session ended with the page that opens the account', async ({ authProxy, guest }) => {
    const headers = { ...formType, 'Sec-Fetch-Dest': 'document' }
    const answer = await guest.send({ method: 'POST', path: `${guest.path}/new.html`, headers, body: 'a=b' })
    expect(answer.status).toBe(401)
    expect(answer.body).toContain(`/launch/${guest.account.id}?deepPath=%2Faccounts%2F${guest.account.id}%2Fnew.html`)
    expect(authProxy.seen).toEqual([])
  })

  test('keeps /auth/v1/verify internal', async ({ guest }) => {
    const headers = { Cookie: await guest.openByClient(), 'X-Original-URI': guest.path }
    expect((await guest.send({ path: '/auth/v1/verify', headers })).status).toBe(404)
  })

  test('ignores X-Original-URI and X-Forwarded-Uri from clients', async ({ authProxy, guest }) => {
    const Cookie = await guest.openByClient()
    const { id } = await authProxy.world.createAccount('South Mill')
    const claims = { 'X-Original-URI': `${guest.path}/`, 'X-Forwarded-Uri': `${guest.path}/` }
    expect((await guest.send({ path: `/accounts/${id}/`, headers: { Cookie, ...claims } })).status).toBe(401)
    expect((await guest.send({ path: `${guest.path}/`, headers: { Cookie, ...claims } })).status).toBe(200)
  })

  test('redirects an account only to its own first page', async ({ guest }) => {
    const answer = await guest.send({ path: `${guest.path}?a=b` })
    expect(answer).toMatchObject({ status: 308, headers: { location: `${guest.path}/?a=b` } })
    for (const odd of ['%0aX-Evil:%20yes', '%0d%0aX-Evil:%20yes', '%0a', '%20']) {
      const { status, headers } = await guest.send({ path: `${guest.path}${odd}` })
      expect([status, headers['x-evil'], headers.location]).toEqual([404, undefined, undefined])
    }
  })

  test('lets no request through while Latchkey is down', async ({ authProxy, guest }) => {
    const Cookie = await guest.openByClient()
    await authProxy.instance.end('SIGTERM')
    for (const dest of ['document', 'empty']) {
      const headers = { Cookie, 'Sec-Fetch-Dest': dest }
      const answer = await guest.send({ path: `${guest.path}/`, headers })
      expect(answer).toMatchObject({ status: 503, headers: { 'retry-after': '2' } })
    }
    expect(authProxy.seen).toEqual([])
    await authProxy.instance.start()
    expect((await guest.send({ path: `${guest.path}/`, headers: { Cookie } })).status).toBe(200)
  })

  test('logs no one-time token', async ({ authProxy, guest }) => {
    const token = new URL(await guest.askGrantUrl()).searchParams.get('token') ?? 'none'
    await guest.send({ path: `/sso?token=${token}` })
    await expect.poll(() => authProxy.nginx.readAccessLog()).toContain('"pathname":"/sso"')
    expect(authProxy.nginx.readAccessLog() + authProxy.nginx.readErrorLog()).not.toContain(token)
  })
})
