import { describe, expect, it } from 'vitest'
import { noOrganization } from '#lib/domain/organization/organization/organization.ts'
import { toResponse } from '#lib/web/http/endpoint.ts'
import { type PageParts, renderPage } from '#lib/web/http/page.ts'

const plain: PageParts = {
  organization: noOrganization,
  title: 'This link has expired',
  sentence: 'A link opens an account within 15 seconds.',
  actions: [],
  requestId: 'req_1',
  locale: 'de-at',
  theme: 'system',
  status: 410,
}
const hostile = `"><script>alert('1')</script><img src=x onerror="x">&amp;`

describe('renderPage', () => {
  it('has the given status and exactly these headers', () => {
    const response = toResponse(renderPage(plain))
    expect(response.status).toBe(410)
    expect(Object.fromEntries(response.headers)).toEqual({
      'cache-control': 'no-store',
      'content-language': 'de-AT',
      'content-security-policy':
        "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
      'content-type': 'text/html; charset=utf-8',
      'cross-origin-opener-policy': 'same-origin',
      pragma: 'no-cache',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'x-request-id': 'req_1',
    })
  })

  it('adds the given headers, but none overrides its own', () => {
    const response = toResponse(
      renderPage({ ...plain, headers: { 'Retry-After': '2', 'X-Frame-Options': 'SAMEORIGIN' } }),
    )
    expect(response.headers.get('Retry-After')).toBe('2')
    expect(response.headers.get('X-Frame-Options')).toBe('DENY')
  })

  it('sends a form from a page whose Origin is not null', () => {
    const form = { kind: 'form', action: '/sso/confirm', label: 'Continue' } as const
    const response = toResponse(renderPage({ ...plain, actions: [form] }))
    expect(response.headers.get('Referrer-Policy')).toBe('same-origin')
  })

  it('redirects by a Refresh header, without a script', () => {
    const response = toResponse(renderPage({ ...plain, refreshTo: '/launch/A1?locale=de-at' }))
    expect(response.headers.get('Refresh')).toBe('0; url=/launch/A1?locale=de-at')
  })

  it('names language, title, sentence and request id', async () => {
    const html = await toResponse(renderPage(plain)).text()
    expect(html).toMatch(/^<!doctype html>\n<html lang="de-AT" data-theme="system">\n/)
    expect(html).toContain('<title>This link has expired · Latchkey</title>')
    expect(html).toContain('<h1>This link has expired</h1>\n<p>A link opens an account within 15 seconds.</p>')
    expect(html).toContain('<p class="lk-fine">Anfrage-ID <code>req_1</code></p>')
  })

  it('offers links and forms, the primary one marked', async () => {
    const html = await toResponse(
      renderPage({
        ...plain,
        actions: [
          { kind: 'form', action: '/sso/confirm', label: 'Switch', fields: { choice: 'switch' }, primary: true },
          { kind: 'link', href: '/', label: 'Accounts' },
        ],
      }),
    ).text()
    expect(html).toContain(
      `<div class="lk-actions"><form method="post" action="/sso/confirm"><input type="hidden" name="choice" value="switch"><button class="lk-button" data-variant="primary" type="submit">Switch</button></form><a class="lk-button" data-variant="secondary" href="/">Accounts</a></div>`,
    )
  })

  it('escapes hostile text everywhere', async () => {
    const html = await toResponse(
      renderPage({
        ...plain,
        title: hostile,
        sentence: hostile,
        requestId: 'req_<b>"',
        actions: [
          { kind: 'link', href: hostile, label: hostile },
          { kind: 'form', action: hostile, label: hostile, fields: { [hostile]: hostile } },
        ],
      }),
    ).text()
    const tags = [...html.matchAll(/<([a-z][a-z0-9]*)/gi)].map(([, name]) => name)
    const expected =
      'html head meta meta meta meta title link link link body main a span div h1 p div a form input button p code'
    expect(tags.join(' ')).toBe(expected)
    expect(html.split('&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;').length - 1).toBe(9)
  })

  it('treats an unknown locale as English', async () => {
    const html = await toResponse(renderPage({ ...plain, locale: 'zz-999' })).text()
    expect(html).toContain('<html lang="en-001" ')
    expect(html).toContain('Request ID')
  })
})
