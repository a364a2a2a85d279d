import fc from 'fast-check'
import { beforeEach, expect, it } from 'vitest'
import { createAccount } from '#lib/domain/accounts/accounts/manage-accounts.ts'
import { account } from '#lib/testing/accounts.ts'
import { callEndpoint } from '#lib/testing/call-endpoint.ts'
import { openTestAccount } from '#lib/testing/open-accounts.ts'
import { root } from '#lib/testing/people.ts'
import { sampleSize } from '#lib/testing/sampling.ts'
import { onlyOn, openTestServices, testBaseUrl } from '#lib/testing/test-services.ts'
import { verifyEndpoint } from '#lib/web/endpoints/verify.ts'

/** How many original addresses are tried. */
const numRuns = sampleSize(4_000)

let cookieHeader: string

beforeEach(async () => {
  const services = await openTestServices()
  ;({ cookieHeader } = await openTestAccount(services, { accountId: 'acme' }))
  await createAccount(services, root, account({ id: 'beta', name: 'Beta' }))
})

async function isLetThrough(uri: string): Promise<boolean> {
  const headers = { 'X-Request-Id': 'req_1', 'X-Original-URI': uri, Cookie: cookieHeader, 'Sec-Fetch-Dest': 'empty' }
  const request = new Request(`${testBaseUrl}/auth/v1/verify`, { headers })
  const { status } = await callEndpoint(verifyEndpoint, request)
  if (status !== 200 && status !== 401) throw new Error(`${status} for ${uri}`)
  return status === 200
}

/**
 * The path by which nginx chooses a location (ngx_http_parse_complex_uri): decoded once, then dots resolved and slashes
 * merged, as bytes. Undefined where nginx answers 400 by itself.
 */
function normaliseLikeNginx(uri: string): string | undefined {
  const raw = uri.replace(/[?#].*$/s, '')
  if (/%(?![0-9a-f]{2})|%00/i.test(raw)) return undefined
  const decoded = raw.replace(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  const kept: string[] = []
  const segments = decoded.split('/')
  for (const segment of segments) {
    if (segment === '..' && kept.pop() === undefined) return undefined
    if (segment !== '' && segment !== '.' && segment !== '..') kept.push(segment)
  }
  return `/${kept.join('/')}${/^\.{0,2}$/.test(segments.at(-1) ?? '') && kept.length > 0 ? '/' : ''}`
}

/** Servers written in Java drop what follows a semicolon, before they resolve dots. */
const withoutParameters = (uri: string) => uri.replace(/[?].*$/s, '').replace(/;[^/]*/g, '')

const ofAcme = /^\/accounts\/acme(?:\/|$)(?!-(?:\/|$))/

const piece = fc.constantFrom(
  '/',
  '/',
  '//',
  '.',
  '..',
  '../',
  '/..',
  '%2e',
  '%2E',
  '.%2e',
  '%252e',
  '%2f',
  '%2F',
  '%5c',
  '\\',
  '%25',
  '%',
  '-',
  '%2d',
  ';',
  '..;',
  '/;/',
  '%3b',
  '?',
  '#',
  '&',
  '=',
  '@',
  ':',
  '*',
  ' ',
  '%20',
  '%00',
  '%0a',
  '%ff',
  'é',
  '%C3%A9',
  'acme',
  'beta',
  'accounts',
  '/accounts/',
  '/accounts/acme',
  '/accounts/beta',
  'a',
  'https://evil.example',
)
const start = fc.constantFrom('/accounts/acme', '/accounts/acme/', '/accounts/', '/', '//', '/accounts/beta', '')
const anyAddress = fc.tuple(start, fc.array(piece, { maxLength: 8 })).map(([first, rest]) => first + rest.join(''))
const oneEdit = fc
  .tuple(fc.constantFrom('/accounts/acme/orders/7', '/accounts/acme/a/b/c?d=e'), fc.nat(22), piece)
  .map(([good, at, edit]) => good.slice(0, at) + edit + good.slice(at))

// Parsing decides; no URI gets as far as the database.
it('an allowed URI lies in the session’s own account for every parser', onlyOn('sqlite'), async () => {
  let letThrough = 0
  await fc.assert(
    fc.asyncProperty(fc.oneof(anyAddress, oneEdit), async (text) => {
      // A header's value has no spaces around it.
      const uri = text.trim()
      if (!(await isLetThrough(uri))) return
      letThrough += 1
      expect(normaliseLikeNginx(uri)).toMatch(ofAcme)
      expect(normaliseLikeNginx(withoutParameters(uri))).toMatch(ofAcme)
      const url = new URL(uri, 'https://login.example.com')
      expect(url.origin).toBe('https://login.example.com')
      expect(url.pathname).toMatch(ofAcme)
      expect(decodeURIComponent(url.pathname)).toMatch(ofAcme)
      // What a browser resolves, it resolves to itself: the cookie was sent for this very path.
      expect(uri.startsWith(url.pathname)).toBe(true)
    }),
    { numRuns },
  )
  // Nothing would be proven by refusing everything.
  expect(letThrough).toBeGreaterThan(numRuns / 40)
})

it.each([
  ['/accounts/acme/../beta', '/accounts/beta'],
  ['/accounts/acme/%2e%2e/beta/', '/accounts/beta/'],
  ['/accounts/acme/x%2f..%2f..%2fbeta', '/accounts/beta'],
  ['//accounts//acme/.', '/accounts/acme/'],
  ['/accounts/acme/..', '/accounts/'],
  ['/..', undefined],
  ['/%zz', undefined],
])('the model of nginx reads %s as %s', (uri, path) => expect(normaliseLikeNginx(uri)).toBe(path))
