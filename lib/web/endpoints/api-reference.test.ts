import { beforeEach, describe, expect, it } from 'vitest'
import { createAccount } from '#lib/domain/accounts/accounts/manage-accounts.ts'
import { disableApiKey } from '#lib/domain/keys/api-keys/change-api-key-state.ts'
import { generateApiKey } from '#lib/domain/keys/api-keys/generate-api-key.ts'
import type { NewApiKeyInput } from '#lib/domain/keys/api-keys/schema.ts'
import type { User } from '#lib/domain/people/users/user.ts'
import { html } from '#lib/kernel/html.ts'
import { account } from '#lib/testing/accounts.ts'
import { callEndpoint } from '#lib/testing/call-endpoint.ts'
import { insertUser, root, signInAs } from '#lib/testing/people.ts'
import { TestBrowser } from '#lib/testing/test-browser.ts'
import { openTestServices, type TestServices, testBaseUrl } from '#lib/testing/test-services.ts'
import { apiReferenceEndpoint } from '#lib/web/endpoints/api-reference.ts'
import { errorsByStatus } from '#lib/web/openapi/described-responses.ts'
import { operations } from '#lib/web/openapi/operations.ts'
import { prose } from '#lib/web/openapi/reference/html-parts.ts'
import { findOperationPath, pages, pathOfPage } from '#lib/web/openapi/reference/pages.ts'
import { searchReference } from '#lib/web/openapi/reference/search.ts'

let services: TestServices
beforeEach(async () => {
  services = await openTestServices()
})

function ask(path = '/api-reference', headers: Record<string, string> = {}, method = 'GET'): Promise<Response> {
  const request = new Request(`${testBaseUrl}${path}`, { method, headers })
  return callEndpoint(apiReferenceEndpoint, request)
}

const written = new Map<string, Promise<string>>()

async function articleOf(id: string): Promise<string> {
  const page = await pageWith(id)
  return page.slice(page.indexOf(`<article id="${id}"`)).split('</article>', 1)[0] ?? ''
}

function pageWith(id: string): Promise<string> {
  const path = findOperationPath(id)?.split('#')[0] ?? ''
  const page = written.get(path) ?? ask(path).then((response) => response.text())
  written.set(path, page)
  return page
}

describe('GET /api-reference', () => {
  it('needs no sign-in and loads nothing from other origins', async () => {
    const response = await ask()
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(response.headers.get('content-language')).toBe('en')
    expect(response.headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; form-action 'self'; base-uri 'none'; " +
        "frame-ancestors 'none'; script-src 'self'",
    )
    expect(await response.text()).not.toMatch(/(src|href)="(https?:)?\/\//)
  })

  it('is in English for every language, and in the chosen theme', async () => {
    const page = await (await ask('/api-reference', { 'Accept-Language': 'de', Cookie: 'latchkey-theme=dark' })).text()
    expect(page).toContain('<html lang="en" data-theme="dark">')
  })

  it.each(operations)('documents $summary', async (operation) => {
    const { id, method, path, samples = [] } = operation
    const article = await articleOf(id)
    expect(article).toContain(`<span>${method}</span> <code>${path}</code>`)
    expect(article.match(/data-language=/g) ?? []).toHaveLength(4 * samples.length)
    const [, shared = ''] = (await pageWith(id)).split('<section id="errors">')
    const everywhere = ['method_not_allowed', 'server_error', 'temporarily_unavailable']
    for (const { code, condition } of [...errorsByStatus(operation).values()].flat()) {
      if (everywhere.includes(code)) expect(article).not.toContain(html`${prose(condition)}`.markup)
      else expect(`${article}${shared}`).toContain(html`${prose(condition)}`.markup)
    }
  })

  it('documents headers, path and query parameters', async () => {
    expect(await articleOf('verifySession')).toMatch(/<h3>Headers<\/h3>.*X-Original-URI.*X-Latchkey-Assertion/s)
    expect(await articleOf('launchAccount')).toMatch(/<h3>Path parameters<\/h3>.*<h3>Query parameters<\/h3>/s)
  })

  it('documents the request that an endpoint receives', async () => {
    const expected = /<h3>Headers<\/h3>.*webhook-signature.*<h3>Body<\/h3>.*checkpoint.*<h3>Your response<\/h3>.*410/s
    expect(await articleOf('receiveEvent')).toMatch(expected)
  })

  it.each(pages)('keeps the page $title within 150 kB, and within links that lead somewhere', async (page) => {
    const text = await (await ask(pathOfPage(page))).text()
    expect(Buffer.byteLength(text)).toBeLessThan(150_000)
    expect(text).toContain(`<a href="${pathOfPage(page)}" aria-current="page">`)
    const targets = [...text.matchAll(/href="(\/api-reference(?![.?])[^"]*)"/g)]
    expect(targets.length).toBeGreaterThan(pages.length)
    const paths = pages.map((each) => pathOfPage(each))
    for (const [, path] of targets) expect(paths).toContain(path?.replace(/#.*/, ''))
    const fragments = [...text.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id)
    for (const id of fragments) expect(text).toContain(` id="${id}"`)
  })

  it.each(['/api-reference/nowhere', '/api-reference/tokens/more', '/api-reference/__proto__'])(
    'has no page %s',
    async (path) => {
      expect((await ask(path)).status).toBe(404)
    },
  )

  it('shows samples in the language that this browser chose, and in curl for any other text', async () => {
    const checked = async (language: string) => {
      const page = await ask('/api-reference/tokens', { Cookie: `latchkey-reference-language=${language}` })
      return /value="(\w+)" checked/.exec(await page.text())?.[1]
    }
    expect([await checked('PHP'), await checked('Perl'), await checked('"><script>')]).toEqual(['PHP', 'curl', 'curl'])
  })

  it('refuses POST with a page', async () => {
    const refused = await ask('/api-reference', {}, 'POST')
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  })
})

describe('the search', () => {
  const search = async (query: string) =>
    (await ask(`/api-reference/search?${new URLSearchParams({ q: query })}`)).text()

  it.each([
    ['sign-in LINK', '/api-reference/sign-in-links#createSignOnLink'],
    ['auth/v1/token', '/api-reference/tokens#issueTokens'],
    ['backUrl', '/api-reference/sign-in-links#createSignOnLink'],
    ['use_dpop_nonce', '/api-reference/tokens#issueTokens'],
    ['method_not_allowed', '/api-reference/errors'],
    ['webhook-signature', '/api-reference/events#receiveEvent'],
    ['rotate', '/api-reference/tokens#rotateSecret'],
  ])('finds %s', async (query, path) => {
    expect(await search(query)).toContain(`<li><a href="${path}">`)
  })

  it('finds pages and operations by name before those that have such a field, and each once', () => {
    const found = searchReference('account')
    const names = found.map(({ title, detail }) => `${title} ${detail}`)
    expect(found[0]?.title).toBe('Accounts')
    expect(names.findLastIndex((name) => !name.includes(' · '))).toBeLessThan(
      names.findIndex((name) => name.includes(' · ')),
    )
    expect(new Set(found.map(({ path }) => path)).size).toBe(found.length)
    expect(found.length).toBeLessThanOrEqual(30)
  })

  it('says what to try where nothing matches, and shows the text as text', async () => {
    const page = await search('<img src=x onerror=alert(1)>')
    expect(page).toContain('Nothing found for “&lt;img src=x onerror=alert(1)&gt;”')
    expect(page).not.toContain('<img')
    expect(await search(' ')).toContain('Search for a page, a path, a field or an error code.')
    expect((await search('x'.repeat(100_000))).length).toBeLessThan(20_000)
  })

  it('leads links to the former single page to the operation', async () => {
    const response = await ask('/api-reference/search?q=issueTokens')
    expect([response.status, response.headers.get('location')]).toEqual([303, '/api-reference/tokens#issueTokens'])
  })
})

describe('the quickstart', () => {
  let service: User

  beforeEach(async () => {
    for (const id of ['acme', 'globex']) await createAccount(services, root, account({ id, name: id }))
    service = await insertUser(services, { role: 'service', accountScope: 'list', accountIds: ['globex'] })
  })

  const generate = (name: string, given: Partial<NewApiKeyInput> = {}) =>
    generateApiKey(services, root, { name, ownerId: service.id, expiresInDays: null, ...given })
  const browserOf = async (user: User) => new TestBrowser((await signInAs(services, user)).cookieHeader)
  const read = async (browser: TestBrowser, path = '/api-reference') => (await browser.open(path)).text()
  /** The values that stand marked in the samples, each once. */
  const filledIn = (page: string) => [...new Set([...page.matchAll(/<mark>(.*?)<\/mark>/g)].map(([, value]) => value))]

  it('is filled in with the last used key of a manager and an account that it opens, without its secret', async () => {
    const browser = await browserOf(await insertUser(services, { role: 'admin' }))
    expect(await read(browser)).toContain('There is no active API key that opens accounts.')
    const key = await generate('Order system')
    const page = await read(browser)
    expect(filledIn(page)).toEqual([key.id, 'globex'])
    expect(page).toContain(`-d clientId=<mark>${key.id}</mark> \\\n`)
    expect(page).toContain('PLATFORM_CLIENT_SECRET')
    expect(page).not.toContain(key.secret)
  })

  it('keeps the chosen key and account in this browser', async () => {
    const browser = await browserOf(await insertUser(services, { role: 'owner' }))
    const [first] = [await generate('First'), await generate('Second')]
    const chosen = `/api-reference?key=${first.id}&account=acme`
    expect(filledIn(await read(browser, chosen))).toEqual([first.id, 'acme'])
    expect(filledIn(await read(browser))).toEqual([first.id, 'acme'])
    expect(filledIn(await read(browser, `/api-reference?key=${first.id}&account=`))).toEqual([first.id, 'globex'])
    await disableApiKey(services, root, first.id)
    expect(filledIn(await read(browser))).not.toContain(first.id)
  })

  it('names no key that the reader may not manage or that opens nothing, also if asked for by its ID', async () => {
    const owner = await insertUser(services, { role: 'owner' })
    const theirs = await generate('Key of the owner', { ownerId: owner.id })
    await generate('Checks', { scopes: ['introspect'] })
    for (const role of ['admin', 'agent'] as const) {
      const page = await read(await browserOf(await insertUser(services, { role })), `/api-reference?key=${theirs.id}`)
      expect(filledIn(page)).toEqual([])
      expect(page).not.toMatch(/Key of the owner|Checks/)
      expect(page).not.toContain(theirs.id)
      // Who is signed in is not sent to sign in.
      expect(page).not.toContain('to fill in a key')
    }
    expect(filledIn(await (await ask(`/api-reference?key=${theirs.id}&account=acme`)).text())).toEqual([])
  })

  it('keeps nothing of a link but a key that the reader manages and the ID of an account', async () => {
    const browser = await browserOf(await insertUser(services, { role: 'owner' }))
    const long = 'x'.repeat(8_000)
    expect((await browser.open(`/api-reference?key=${long}&account=acme`)).headers.getSetCookie()).toEqual([])
    const key = await generate('Order system')
    const response = await browser.open(`/api-reference?key=${long}&account=acme`)
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        new RegExp(`^__Secure-latchkey-quickstart=${key.id}%20acme;.*Path=/api-reference; HttpOnly; Secure`),
      ),
    ])
    expect((await ask(`/api-reference?key=${key.id}&account=acme`)).headers.getSetCookie()).toEqual([])
  })

  it.each(['"><script>', '../x', '$(id)', 'x'.repeat(65)])(
    'refuses the account ID %j beside its field',
    async (typed) => {
      const key = await generate('Order system')
      const browser = await browserOf(await insertUser(services, { role: 'owner' }))
      const page = await read(browser, `/api-reference?${new URLSearchParams({ key: key.id, account: typed })}`)
      expect(page).toContain('An account ID has only letters, digits, dots, hyphens and underscores.')
      expect(page).toContain(html`value="${typed}"`.markup)
      expect(filledIn(page)).toEqual([key.id, 'globex'])
      expect(filledIn(await read(browser))).toEqual([key.id, 'globex'])
    },
  )

  it('writes samples that run as they are', async () => {
    const key = await generate('Order system')
    const page = await read(await browserOf(await insertUser(services, { role: 'owner' })))
    const text = /<figcaption>Request a sign-in link · curl<\/figcaption><pre><code>(.*?)<\/code>/s.exec(page)?.[1]
    expect(text?.replaceAll(/<\/?mark>/g, '').replaceAll('&quot;', '"')).toBe(
      [
        `curl --fail-with-body -sS ${testBaseUrl}/auth/v1/sso`,
        '-H "Authorization: Bearer $ACCESS_TOKEN"',
        '-d accountId=globex',
      ].join(' \\\n  '),
    )
    expect(key.id).toMatch(/^\w+$/)
  })
})
