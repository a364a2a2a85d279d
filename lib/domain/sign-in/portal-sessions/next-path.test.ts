import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { signInPath, toNextPath } from '#lib/domain/sign-in/portal-sessions/next-path.ts'
import { anyCharacter } from '#lib/testing/any-character.ts'
import { sampleSize } from '#lib/testing/sampling.ts'

describe('the path after sign-in', () => {
  it.each([
    '/',
    '/users-and-access',
    '/launch/acme?locale=de-at&deepPath=%2Faccounts%2Facme%2Forders',
    '/accounts/a%2Fb',
    '/activity?from=2026-11-21&kind=user.created',
  ])('is %j', (path) => {
    expect(toNextPath(path)).toBe(path)
  })

  it.each([
    undefined,
    null,
    '',
    'https://evil.example/',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    ' //evil.example',
    '/..//evil.example',
    '/.//evil.example',
    '/%2e%2e//evil.example',
    'javascript:alert(1)',
    'users-and-access',
    '/sign-in?next=/sign-in',
    '/sign-in',
    `/${'x'.repeat(2_048)}`,
    '/\r\nSet-Cookie: a=b',
  ])('is the start page for %j', (path) => {
    expect(toNextPath(path)).toBe('/')
  })

  it("drops the parameter of the framework's own requests", () => {
    expect(toNextPath('/activity?kind=user&_rsc=1abc')).toBe('/activity?kind=user')
  })

  it('never leads a browser to another site', () => {
    const piece = fc.constantFrom(
      '/',
      '\\',
      '.',
      '..',
      '%2e',
      '%2f',
      '%5c',
      '?',
      '#',
      '@',
      ':',
      '\t',
      '\n',
      'evil.example',
    )
    const text = fc.oneof(
      fc.array(piece, { maxLength: 12 }).map((pieces) => `/${pieces.join('')}`),
      fc.webUrl(),
      fc.string({ unit: anyCharacter, maxLength: 40 }),
    )
    fc.assert(
      fc.property(text, (asked) => {
        const next = toNextPath(asked)
        expect(next).toMatch(/^\/(?![/\\])/)
        const landed = new URL(next, 'https://login.example.com/sign-in')
        expect(landed.origin).toBe('https://login.example.com')
        expect(landed.pathname).toMatch(/^\/(?!\/)/)
      }),
      { numRuns: sampleSize(20_000) },
    )
  })

  it('is a parameter of the sign-in page, unless it is the start page', () => {
    expect(signInPath('/activity?kind=user')).toBe('/sign-in?next=%2Factivity%3Fkind%3Duser')
    expect(signInPath('/')).toBe('/sign-in')
    expect(signInPath('//evil.example')).toBe('/sign-in')
    expect(signInPath(null)).toBe('/sign-in')
  })
})
