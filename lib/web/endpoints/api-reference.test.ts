import { beforeEach, describe, expect, it } from 'vitest'
import { html } from '#lib/kernel/html.ts'
import { callEndpoint } from '#lib/testing/call-endpoint.ts'
import { openTestServices, testBaseUrl } from '#lib/testing/test-services.ts'
import { apiReferenceEndpoint } from '#lib/web/endpoints/api-reference.ts'
import { errorsByStatus } from '#lib/web/openapi/described-responses.ts'
import { operations } from '#lib/web/openapi/operations.ts'
import { prose } from '#lib/web/openapi/reference/html-parts.ts'

beforeEach(async () => {
  await openTestServices()
})

function ask(headers: Record<string, string> = {}, method = 'GET'): Promise<Response> {
  const request = new Request(`${testBaseUrl}/api-reference`, { method, headers })
  return callEndpoint(apiReferenceEndpoint, request)
}

let written: Promise<string> | undefined

async function articleOf(id: string): Promise<string> {
  written ??= ask().then((response) => response.text())
  const page = await written
  return page.slice(page.indexOf(`<article id="${id}"`)).split('</article>', 1)[0] ?? ''
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
    const page = await (await ask({ 'Accept-Language': 'de', Cookie: 'latchkey-theme=dark' })).text()
    expect(page).toContain('<html lang="en" data-theme="dark">')
  })

  it.each(operations)('documents $summary', async (operation) => {
    const { id, method, path, samples = [] } = operation
    const article = await articleOf(id)
    expect(article).toContain(`<span>${method}</span> <code>${path}</code>`)
    expect(article.match(/data-language=/g) ?? []).toHaveLength(4 * samples.length)
    const everywhere = ['method_not_allowed', 'server_error', 'temporarily_unavailable']
    for (const { code, condition } of [...errorsByStatus(operation).values()].flat()) {
      if (everywhere.includes(code)) expect(article).not.toContain(html`${prose(condition)}`.markup)
      else expect(article).toContain(html`${prose(condition)}`.markup)
    }
  })

  it('documents headers, path and query parameters', async () => {
    expect(await articleOf('verifySession')).toMatch(/<h4>Headers<\/h4>.*X-Original-URI.*X-Latchkey-Assertion/s)
    expect(await articleOf('launchAccount')).toMatch(/<h4>Path parameters<\/h4>.*<h4>Query parameters<\/h4>/s)
  })

  it('documents the request that an endpoint receives', async () => {
    const expected = /<h4>Headers<\/h4>.*webhook-signature.*<h4>Body<\/h4>.*checkpoint.*<h4>Your response<\/h4>.*410/s
    expect(await articleOf('receiveEvent')).toMatch(expected)
  })

  it('refuses POST with a page', async () => {
    const refused = await ask({}, 'POST')
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  })
})
