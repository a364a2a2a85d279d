import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { anyCharacter } from '#lib/testing/any-character.ts'
import { callEndpoint } from '#lib/testing/call-endpoint.ts'
import { insertUser, type SignedIn, signInAs } from '#lib/testing/people.ts'
import { isComplete } from '#lib/testing/sampling.ts'
import { TestBrowser } from '#lib/testing/test-browser.ts'
import { crmOrigin, issueLink, makeTestProgram, type TestProgram } from '#lib/testing/test-grants.ts'
import { basic, makeTestKey, type TestKey } from '#lib/testing/test-programs.ts'
import { openTestServices, type TestServices, testBaseUrl } from '#lib/testing/test-services.ts'
import { accountPageEndpoint } from '#lib/web/endpoints/account-page.ts'
import { accountSessionStatusEndpoint } from '#lib/web/endpoints/account-session-status.ts'
import { activityExportEndpoint } from '#lib/web/endpoints/activity-export.ts'
import { endAccountSessionEndpoint } from '#lib/web/endpoints/end-account-session.ts'
import { introspectEndpoint } from '#lib/web/endpoints/introspect.ts'
import { launchEndpoint } from '#lib/web/endpoints/launch.ts'
import { revokeEndpoint } from '#lib/web/endpoints/revoke.ts'
import { rotateKeyEndpoint } from '#lib/web/endpoints/rotate-key.ts'
import { ssoConfirmEndpoint } from '#lib/web/endpoints/sso-confirm.ts'
import { ssoEntryEndpoint } from '#lib/web/endpoints/sso-entry.ts'
import { ssoGrantEndpoint } from '#lib/web/endpoints/sso-grant.ts'
import { tokenEndpoint } from '#lib/web/endpoints/token.ts'
import { verifyEndpoint } from '#lib/web/endpoints/verify.ts'
import type { Endpoint } from '#lib/web/http/endpoint.ts'

/** How many requests each of the endpoints below is sent. */
const numRuns = isComplete ? 400 : 5

const marker = 'c4n4ryc4n4ry'

let services: TestServices
let program: TestProgram
let asker: TestKey
let signedIn: SignedIn
let accountCookie: string

beforeEach(async () => {
  services = await openTestServices()
  program = await makeTestProgram(services)
  asker = await makeTestKey(services, { scopes: ['introspect'] })
  signedIn = await signInAs(services, await insertUser(services, { role: 'owner' }))
  const browser = new TestBrowser()
  await browser.open((await issueLink(program)).href)
  accountCookie = browser.cookieHeader('/accounts/acme')
})

const words = [
  'grantType',
  'clientId',
  'clientSecret',
  'refreshToken',
  'accountId',
  'backUrl',
  'deepPath',
  'locale',
  'grant_type',
  'client_id',
  'client_secret',
  'refresh_token',
  'scope',
  'token_type_hint',
  'sso introspect',
  'token',
  'userId',
  'timestamp',
  'session',
  'choice',
  'retryOfAt',
  'person',
  'kind',
  'from',
  'before',
  'client_credentials',
  'refresh_token',
  'acme',
  'de-at',
  '/accounts/acme',
  'https://crm.example/',
  'switch',
  '__proto__',
  'constructor',
  '../',
  '//',
  '\\',
  '%00',
  '%',
  '%ff',
  '%2e',
  '%2f',
  '.',
  '..',
  '-',
  ';',
  ',',
  '"',
  '=',
  '&',
  '+',
  '?',
  '#',
  '[]',
  '<script>',
  "' or 1=1 --",
  '9'.repeat(400),
  'x'.repeat(3_000),
  '\u0000',
  '𝕏',
  '{',
  '~2',
]
const piece = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...words) },
  { weight: 1, arbitrary: fc.string({ unit: anyCharacter, maxLength: 12 }) },
)
const text = fc.array(piece, { maxLength: 8 }).map((parts) => parts.join(''))
const pairs = fc.array(fc.tuple(fc.constantFrom(...words), text), { maxLength: 6 })

/** A form or a query that may be one of ours in parts, or nothing at all. */
const fields = fc.oneof(
  text,
  pairs.map((list) => new URLSearchParams(list).toString()),
)

const headerText = (from: fc.Arbitrary<string>) =>
  from.map((value) => value.replace(/[^\x20-\x7e\x80-\xff]/g, '').trim())
const headers = fc.dictionary(
  fc.constantFrom(
    'authorization',
    'cookie',
    'accept-language',
    'origin',
    'content-encoding',
    'content-length',
    'user-agent',
    'sec-fetch-dest',
    'sec-fetch-site',
    'referer',
    'x-forwarded-host',
    'forwarded',
    'x-original-uri',
    'x-forwarded-uri',
  ),
  headerText(text),
  { maxKeys: 4 },
)

/** Cookies of ours, whole, cut, doubled and mixed up. */
const cookies = fc
  .array(
    fc.oneof(
      headerText(text),
      fc.constantFrom(0, 1).chain((which) =>
        fc.tuple(fc.nat(400), headerText(text)).map(([cut, extra]) => {
          const whole = which === 0 ? signedIn.cookieHeader : accountCookie
          return cut > 350 ? whole : whole.slice(0, cut) + extra
        }),
      ),
    ),
    { maxLength: 3 },
  )
  .map((list) => list.join('; '))

type Odd = Readonly<{ path: string; query: string; body: string; headers: Record<string, string>; cookie: string }>

const odd: fc.Arbitrary<Odd> = fc.record({
  path: text.map((value) => encodeURI(value.replace(/[?#\\]/g, '').toWellFormed())),
  query: fields,
  body: fields,
  headers,
  cookie: cookies,
})

function makeRequest(method: 'GET' | 'POST', path: string, given: Odd, fixed: Record<string, string>): Request {
  const url = `${testBaseUrl}${path}?${given.query.replaceAll('#', '')}&x=${marker}`
  const sent = new Headers(given.headers)
  const settled = { 'X-Request-Id': 'req_1', ...(sent.has('cookie') ? {} : { Cookie: given.cookie }), ...fixed }
  for (const [name, value] of Object.entries(settled)) sent.set(name, value)
  if (method === 'GET') return new Request(url, { headers: sent })
  if (!sent.has('content-type')) sent.set('Content-Type', 'application/x-www-form-urlencoded')
  return new Request(url, { method, headers: sent, body: `${given.body}&x=${marker}` })
}

type Table = Readonly<{
  endpoint: Endpoint
  method: 'GET' | 'POST'
  path: (given: Odd) => string
  statuses: readonly number[]
  fixed?: () => Record<string, string>
  /** Its way forward leads to the place that was asked for: escaped, and checked by `parseDeepPath`. */
  namesPlace?: true
}>

const ours = () => ({ Origin: testBaseUrl })
const bearer = () => ({ Authorization: `Bearer ${program.accessToken}` })
const signedInHere = () => ({ Cookie: signedIn.cookieHeader, 'Sec-Fetch-Dest': 'document' })

const tables: Record<string, Table> = {
  'POST /auth/v1/token': {
    endpoint: tokenEndpoint,
    method: 'POST',
    path: () => '/auth/v1/token',
    statuses: [400, 401, 413, 429],
  },
  'POST /auth/v1/revoke': {
    endpoint: revokeEndpoint,
    method: 'POST',
    path: () => '/auth/v1/revoke',
    statuses: [200, 400, 401, 413],
  },
  'POST /auth/v1/introspect': {
    endpoint: introspectEndpoint,
    method: 'POST',
    path: () => '/auth/v1/introspect',
    statuses: [400, 401, 413],
  },
  'POST /auth/v1/introspect with a good key': {
    endpoint: introspectEndpoint,
    method: 'POST',
    path: () => '/auth/v1/introspect',
    statuses: [200, 400, 413],
    fixed: () => basic(asker.id, asker.secret),
  },
  'POST /auth/v1/keys/rotate': {
    endpoint: rotateKeyEndpoint,
    method: 'POST',
    path: () => '/auth/v1/keys/rotate',
    statuses: [400, 401, 429],
  },
  'POST /auth/v1/sso': {
    endpoint: ssoGrantEndpoint,
    method: 'POST',
    path: () => '/auth/v1/sso',
    statuses: [400, 401, 413, 429],
  },
  'POST /auth/v1/sso with a good token': {
    endpoint: ssoGrantEndpoint,
    method: 'POST',
    path: () => '/auth/v1/sso',
    statuses: [200, 400, 403, 413],
    fixed: bearer,
  },
  'GET /auth/v1/verify': {
    endpoint: verifyEndpoint,
    method: 'GET',
    path: () => '/auth/v1/verify',
    statuses: [200, 401],
  },
  'GET /auth/v1/verify about an open account': {
    endpoint: verifyEndpoint,
    method: 'GET',
    path: () => '/auth/v1/verify',
    statuses: [200, 401],
    fixed: () => ({ Cookie: accountCookie, 'X-Original-URI': '/accounts/acme' }),
  },
  'GET /sso': { endpoint: ssoEntryEndpoint, method: 'GET', path: () => '/sso', statuses: [204, 403] },
  'GET /sso/confirm': {
    endpoint: ssoConfirmEndpoint,
    method: 'GET',
    path: () => '/sso/confirm',
    statuses: [410],
  },
  'POST /sso/confirm': {
    endpoint: ssoConfirmEndpoint,
    method: 'POST',
    path: () => '/sso/confirm',
    statuses: [400, 410, 413],
    fixed: ours,
  },
  'GET /launch/…': {
    endpoint: launchEndpoint,
    method: 'GET',
    path: ({ path }) => `/launch/${path}`,
    statuses: [204, 303, 400, 403],
  },
  'GET /launch/… of a signed-in user': {
    endpoint: launchEndpoint,
    method: 'GET',
    path: ({ path }) => `/launch/${path}`,
    statuses: [303, 400, 403],
    fixed: signedInHere,
  },
  'GET /accounts/…': {
    endpoint: accountPageEndpoint,
    method: 'GET',
    path: ({ path }) => `/accounts/${path}`,
    statuses: [200, 403, 404],
    namesPlace: true,
  },
  'GET /accounts/acme/… with an open session': {
    endpoint: accountPageEndpoint,
    method: 'GET',
    path: ({ path }) => `/accounts/acme/${path.replaceAll('..', '')}`,
    statuses: [200, 403, 404],
    fixed: () => ({ Cookie: accountCookie }),
    namesPlace: true,
  },
  'GET /accounts/…/-/status': {
    endpoint: accountSessionStatusEndpoint,
    method: 'GET',
    path: ({ path }) => `/accounts/${path}/-/status`,
    statuses: [200, 404],
  },
  'GET /accounts/…/-/end': {
    endpoint: endAccountSessionEndpoint,
    method: 'GET',
    path: ({ path }) => `/accounts/${path}/-/end`,
    statuses: [200, 403, 404],
    fixed: () => ({ Cookie: accountCookie }),
    namesPlace: true,
  },
  'POST /accounts/…/-/end': {
    endpoint: endAccountSessionEndpoint,
    method: 'POST',
    path: ({ path }) => `/accounts/${path}/-/end`,
    statuses: [303, 404],
    fixed: ours,
  },
  'GET /activity/export': {
    endpoint: activityExportEndpoint,
    method: 'GET',
    path: () => '/activity/export',
    statuses: [200, 400],
    fixed: signedInHere,
  },
}

describe(`${numRuns} generated requests`, () => {
  it.each(Object.entries(tables))(
    '%s answers by its table, and echoes nothing',
    async (_, { endpoint, method, path, statuses, fixed = () => ({}), namesPlace = false }) => {
      let asked = 0
      await fc.assert(
        fc.asyncProperty(odd, async (given) => {
          // Each from an address of its own: else the limit on failures would soon answer in the endpoint's place.
          const address = `2001:db8::${(asked++).toString(16)}`
          const response = await callEndpoint(endpoint, makeRequest(method, path(given), given, fixed()), address)
          const body = await response.text()
          expect(statuses).toContain(response.status)
          expect(body).not.toContain('<script>')
          expect(response.headers.get('x-request-id')).toBe('req_1')
          expect(response.headers.get('x-content-type-options')).toBe('nosniff')
          if (response.status >= 400 && !namesPlace) expect(body).not.toContain(marker)
          const isPage = response.headers.get('content-type')?.startsWith('text/html')
          if (isPage) expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
          const location = response.headers.get('location')
          // Ours, or where the open session was to lead back to.
          if (location) expect([testBaseUrl, crmOrigin]).toContain(new URL(location, testBaseUrl).origin)
        }),
        { numRuns },
      )
      expect(services.logLines.filter((line) => JSON.parse(line).level >= 40)).toEqual([])
    },
  )
})
