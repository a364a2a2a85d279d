import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseDeepPath } from '#lib/domain/accounts/accounts/deep-path.ts'
import { sampleSize } from '#lib/testing/sampling.ts'

const accepted = {
  '/accounts/acme': '/accounts/acme',
  '/accounts/acme/': '/accounts/acme/',
  '/accounts/acme/orders/7': '/accounts/acme/orders/7',
  '/accounts/acme?tab=orders&page=2': '/accounts/acme?tab=orders&page=2',
  '/accounts/acme/orders?q=%C3%A4': '/accounts/acme/orders?q=%C3%A4',
  '/accounts/acme/aufträge': '/accounts/acme/auftr%C3%A4ge',
  '/accounts/acme/a%20b': '/accounts/acme/a%20b',
  '/accounts/acme/...': '/accounts/acme/...',
  '/accounts/acme/-a': '/accounts/acme/-a',
  '/accounts/acme/orders/-': '/accounts/acme/orders/-',
  '/accounts/acme/https:evil': '/accounts/acme/https:evil',
  '/accounts/acme/orders;page=2': '/accounts/acme/orders;page=2',
  '/accounts/acme/;.': '/accounts/acme/;.',
}

const families = {
  'another host': [
    'https://evil.example/',
    '//evil.example',
    'https:evil.example',
    'javascript:alert(1)',
    'blob:/accounts/acme',
  ],
  'a doubled slash': [
    '//accounts/acme',
    '/accounts/acme//evil',
    '/accounts//acme',
    '/accounts/acme?to=//evil',
    '/accounts/acme/;/-',
    '/accounts/acme/;x/%2d',
    '/accounts/acme/orders/%3b/7',
  ],
  'a backslash': [
    '/\\evil.example',
    '\\accounts\\acme',
    '/accounts/acme\\..\\beta',
    '/accounts/acme/%5c',
    '/accounts/acme/%5Cevil',
  ],
  'a dot segment': [
    '/..//evil',
    '/.//evil',
    '/accounts/acme/..',
    '/accounts/acme/../beta',
    '/accounts/acme/./x',
    '/accounts/./acme',
    '/accounts/acme/%2e%2e/beta',
    '/accounts/acme/.%2E/beta',
    '/accounts/acme/%2e',
    '/%2e%2e//evil',
    '/accounts/acme/.. ',
    '/accounts/acme/.\t./beta',
    '/accounts/acme/..;/beta',
    '/accounts/acme/..;x=y/beta',
    '/accounts/acme/.;',
    '/accounts/acme/%2e.%3bx/beta',
    '/accounts/acme/..;%0a/beta',
  ],
  'an encoded separator': [
    '/accounts/acme%2f..%2fbeta',
    '/accounts/acme/%2F',
    '/accounts%2Facme',
    '/accounts/acme?x=%2f',
  ],
  'a control character': [
    '/accounts/acme/\0',
    '/accounts/acme/%00',
    '/accounts/acme/\r\nSet-Cookie: a=b',
    '/accounts/acme/%0d%0aLocation:x',
    '/accounts/acme/\t',
    '/accounts/acme/%7f',
    '/accounts/acme/\u0085',
    '/accounts/acme/\u2028',
  ],
  'surrounding or inner spaces': [' /accounts/acme', '/accounts/acme ', '/accounts/acme/a b', '\u00a0/accounts/acme'],
  'a fragment': ['/accounts/acme#x', '/accounts/acme/#', '#/accounts/acme'],
  'broken encoding': ['/accounts/acme/%', '/accounts/acme/%zz', '/accounts/acme/%ff', '/accounts/acme/\ud800'],
  'another place': [
    '',
    '/',
    'accounts/acme',
    '/accounts',
    '/accounts/',
    '/accounts/acmee',
    '/accounts/acme.evil',
    '/accounts/ACME',
    '/accounts/beta',
    '/accounts/%61cme',
    '/users-and-access',
    '/accounts/acme;x',
    '/x/accounts/acme',
  ],
  "Latchkey's own pages": [
    '/accounts/acme/-',
    '/accounts/acme/-/',
    '/accounts/acme/-/end',
    '/accounts/acme/-?x',
    '/accounts/acme/%2d/end',
    '/accounts/acme/%2D/status',
    '/accounts/acme/-;x/end',
  ],
}

describe('a deep path', () => {
  it.each(Object.entries(accepted))('%j is accepted as %j', (text, path) => {
    expect(parseDeepPath(text, 'acme')).toBe(path)
  })

  for (const [family, payloads] of Object.entries(families)) {
    it.each(payloads)(`refuses ${family}: %j`, (text) => {
      expect(parseDeepPath(text, 'acme')).toBeUndefined()
    })
  }

  it('is at most 512 characters long after URL encoding', () => {
    const base = '/accounts/acme/' // three slashes of three characters each
    const letters = 512 - new URLSearchParams({ '': base }).toString().length + 1
    expect(parseDeepPath(base + 'x'.repeat(letters), 'acme')).toBeDefined()
    expect(parseDeepPath(base + 'x'.repeat(letters + 1), 'acme')).toBeUndefined()
    expect(parseDeepPath(`${base}${'ä'.repeat(60)}`, 'acme')).toBeUndefined()
  })

  it('stays under the account for every parser once it is accepted', () => {
    const piece = fc.constantFrom(
      '/',
      '..',
      '.',
      '%2e',
      '%2E',
      '\\',
      '//',
      '%2f',
      '%5C',
      '%00',
      '-',
      '?',
      '#',
      '@',
      ':',
      'evil.example',
      '\t',
      '\n',
      ' ',
      'é',
      '%25',
      ';',
      '%3b',
      '/;/',
      'acme',
      'beta',
      'x',
    )
    const payload = fc.array(piece, { maxLength: 12 }).map((pieces) => `/accounts/acme${pieces.join('')}`)
    fc.assert(
      fc.property(payload, (text) => {
        const path = parseDeepPath(text, 'acme')
        if (path === undefined) return
        const url = new URL(path, 'https://login.example.com')
        expect(url.origin).toBe('https://login.example.com')
        expect(url.pathname + url.search).toBe(path)
        const decoded = decodeURIComponent(url.pathname)
        const ofAcme = /^\/accounts\/acme(?:\/(?!-(?:\/|$)).*)?$/
        expect(decoded).toMatch(ofAcme)
        // Some servers drop path parameters, and merge the slashes that are left.
        expect(decoded.replace(/;[^/]*/g, '').replace(/\/+/g, '/')).toMatch(ofAcme)
        expect(path).toMatch(/^[\x21-\x7e]+$/)
      }),
      { numRuns: sampleSize(20_000) },
    )
  })
})
