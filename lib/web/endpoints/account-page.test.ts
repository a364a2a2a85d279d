import { beforeEach, describe, expect, it } from 'vitest'
import { minuteMs, secondMs } from '#lib/kernel/clock.ts'
import { callEndpoint } from '#lib/testing/call-endpoint.ts'
import { openTestAccount } from '#lib/testing/open-accounts.ts'
import { insertUser } from '#lib/testing/people.ts'
import { openTestServices, type TestServices, testBaseUrl } from '#lib/testing/test-services.ts'
import { accountPageEndpoint } from '#lib/web/endpoints/account-page.ts'

let services: TestServices

beforeEach(async () => {
  services = await openTestServices()
})

type Ask = { cookieHeader?: string; path?: string; method?: string; headers?: Record<string, string> }

function ask({ cookieHeader = '', path = '/accounts/A-100', method = 'GET', headers = {} }: Ask): Promise<Response> {
  const request = new Request(`${testBaseUrl}${path}`, {
    method,
    headers: { cookie: cookieHeader, 'x-request-id': 'req_1', ...headers },
  })
  return callEndpoint(accountPageEndpoint, request)
}

describe('200: the account is open', () => {
  it('sends exactly these headers, and no cookie', async () => {
    const open = await openTestAccount(services, { backUrl: 'https://crm.example.com/case/7', locale: 'de-at' })
    const response = await ask(open)
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toEqual({
      'cache-control': 'no-store',
      'content-language': 'de-AT',
      'content-security-policy':
        "default-src 'none'; style-src 'self'; img-src 'self' data:; font-src 'self'; form-action 'self' https://crm.example.com; base-uri 'none'; frame-ancestors 'none'; script-src 'self'; connect-src 'self'",
      'content-type': 'text/html; charset=utf-8',
      'cross-origin-opener-policy': 'same-origin',
      pragma: 'no-cache',
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'x-request-id': 'req_1',
    })
  })

  it('shows the color and the letters of the account, without an inline style', async () => {
    const html = await (await ask(await openTestAccount(services))).text()
    expect(html).not.toMatch(/<style|style="/)
    expect(html).toContain(
      '<header class="bar" lang="en" data-account-color="1">\n<span class="tile" aria-hidden="true">CO</span>',
    )
    const icon = /<link rel="icon" href="data:image\/svg\+xml,([^"]+)"/.exec(html)?.[1] ?? ''
    expect(decodeURIComponent(icon)).toMatch(/fill="#9e2c2c".* fill="#fff">CO<\/text>/)
  })

  it('shows account, user and remaining time, and ends without scripts', async () => {
    const html = await (await ask(await openTestAccount(services))).text()
    expect(html).toContain('<title>Contoso Ltd · Latchkey</title>')
    expect(html).toContain('<p class="account"><strong>Contoso Ltd</strong> <code>A-100</code></p>')
    expect(html).toContain('<p class="person">Signed in as Robin Example</p>')
    expect(html).toContain('>30 minutes left</a>')
    expect(html).toContain(
      '<form class="end" method="post" action="/accounts/A-100/-/end"><button class="lk-button" type="submit">End and return</button></form>',
    )
  })

  it('shows account and session details', async () => {
    const { id } = await insertUser(services, { name: 'Ada Byron', email: 'ada@example.com' })
    const user = { ...(await insertUser(services)), id }
    const open = await openTestAccount(services, { user, backUrl: 'https://crm.example.com/case/7' })
    const page = await readFacts(await ask({ ...open, path: '/accounts/A-100/orders?page=2' }))
    expect(page).toEqual({
      Name: 'Contoso Ltd',
      'Account ID': 'A-100',
      'Language and region': 'English (United Kingdom) en-gb',
      'Landing path': '/accounts/A-100',
      'Signed in as': 'Ada Byron ada@example.com',
      Opened: 'From the account list',
      'Opened at': '21 Nov 2026, 12:00 UTC',
      'Ends if unused': '21 Nov 2026, 12:30 UTC',
      'Ends at the latest': '21 Nov 2026, 20:00 UTC',
      'Returns to': 'crm.example.com',
    })
  })

  it('shows the path within the account', async () => {
    const open = await openTestAccount(services)
    expect(await (await ask({ ...open, path: '/accounts/A-100/orders?page=2' })).text()).toContain(
      '<p class="place">Current page <code>/accounts/A-100/orders?page=2</code></p>',
    )
    expect(await (await ask(open)).text()).not.toContain('class="place"')
  })

  it.each([
    ['en-us', 'Landing path', 'Nov 21, 2026, 12:00 PM UTC', 'English (United States)'],
    ['de-at', 'Zielpfad', '21.11.2026, 12:00 UTC', 'Deutsch (Österreich)'],
    ['fr-ch', 'Chemin d’arrivée', '21 nov. 2026, 12:00 UTC', 'Français (Suisse)'],
    ['es-mx', 'Ruta de destino', '21 nov 2026, 12:00 p.m. UTC', 'Español (México)'],
    ['it-it', 'Percorso di arrivo', '21 nov 2026, 12:00 UTC', 'Italiano (Italia)'],
    ['nl-be', 'Landingspad', '21 nov 2026, 12:00 UTC', 'Nederlands (België)'],
    ['zz-999', 'Landing path', '21 Nov 2026, 12:00 pm UTC', 'Zz (Unknown Region)'],
  ])('speaks the session’s language and writes dates as in %s', async (locale, words, since, language) => {
    const open = await openTestAccount(services, { locale })
    const html = (await (await ask({ ...open, headers: { 'accept-language': 'ja' } })).text()).replace(/\s/g, ' ')
    expect(html).toContain(words)
    expect(html).toContain(`>${since}</time>`)
    expect(html).toContain(`${language} <small>`)
  })

  it.each([
    ['en-us', 'en-US', 'Signed in as Robin Example', '30 minutes left', 'End and return'],
    ['de-ch', 'de-CH', 'Angemeldet als Robin Example', 'noch 30 Minuten', 'Beenden und zurück'],
    ['fr', 'fr', 'Session de Robin Example', '30 minutes', 'Terminer et revenir'],
  ])('has a bar in the language of the user who prefers %s', async (preferred, lang, who, left, end) => {
    const open = await openTestAccount(services, { locale: 'nl-be' })
    const response = await ask({ ...open, headers: { 'accept-language': preferred } })
    const html = (await response.text()).replace(/\s/g, ' ')
    expect(html).toContain('<html lang="nl-BE"')
    const [bar = '', page] = html.split('</header>')
    expect(bar).toContain(`<header class="bar" lang="${lang}"`)
    for (const words of [who, left, end]) expect(bar).toContain(words)
    expect(page).toContain('Landingspad')
  })

  it('uses the reader’s time zone and theme', async () => {
    const { cookieHeader } = await openTestAccount(services)
    const cookies = `${cookieHeader}; latchkey-time-zone=Europe/Vienna; latchkey-theme=dark`
    const html = await (await ask({ cookieHeader: cookies })).text()
    expect(html).toContain('<html lang="en-GB" data-theme="dark">')
    expect(html).toContain('>21 Nov 2026, 13:00</time>')
  })

  it('escapes hostile names and paths', async () => {
    const hostile = `"><script>alert(1)</script>'`
    const user = await insertUser(services, { name: hostile })
    const open = await openTestAccount(services, { accountName: hostile, user })
    const html = await (await ask({ ...open, path: `/accounts/A-100/x?${hostile}` })).text()
    expect(html.match(/<script[^>]*>/g)).toEqual(['<script src="/account.js" defer>'])
    expect(html).toContain('<h1>&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&#39;</h1>')
  })

  it('counts as use: the idle time restarts', async () => {
    const open = await openTestAccount(services)
    for (const _ of [1, 2, 3]) {
      services.clock.advance(30 * minuteMs - 1)
      const response = await ask(open)
      expect(response.status).toBe(200)
      expect(await response.text()).toContain('>30 minutes left</a>')
    }
  })

  it.each([
    ['HEAD', { method: 'HEAD' }],
    ['a prefetch', { headers: { 'sec-purpose': 'prefetch' } }],
  ])('does not count %s as use', async (_name, look) => {
    const open = await openTestAccount(services)
    services.clock.advance(20 * minuteMs)
    expect((await ask({ ...open, ...look })).status).toBe(200)
    services.clock.advance(10 * minuteMs)
    expect((await ask(open)).status).toBe(403)
  })

  it('shows how little is left at the end of the longest life, however much it is used', async () => {
    const open = await openTestAccount(services)
    for (let left = 8 * 60; left > 20; left -= 20) {
      await ask(open)
      services.clock.advance(20 * minuteMs)
    }
    await ask(open)
    services.clock.advance(19 * minuteMs + secondMs)
    expect(await (await ask(open)).text()).toContain('>1 minute left</a>')
  })
})

describe('404', () => {
  it.each(['/accounts/A-100/-', '/accounts/A-100/-/secret', '/accounts/a%20b', '/accounts/..%2f'])(
    'for %s',
    async (path) => {
      const open = await openTestAccount(services)
      expect((await ask({ ...open, path })).status).toBe(404)
    },
  )
})

describe('405', () => {
  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('for %s', async (method) => {
    const response = await ask({ ...(await openTestAccount(services)), method })
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('GET, HEAD')
  })
})

/** The facts of the page, each value with its tags taken out. */
async function readFacts(response: Response): Promise<Record<string, string>> {
  const html = (await response.text()).replace(/\s/g, ' ')
  const rows = html.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/g)
  return Object.fromEntries([...rows].map(([, name, value]) => [name, value?.replace(/<[^>]+>/g, '')]))
}
