import fc from 'fast-check'
import { anyCharacter } from '../../../lib/testing/any-character.ts'

/** A request as it is written to a socket. */
export type RawRequest = Readonly<{
  method: string
  path: string
  headers: readonly (readonly [name: string, value: string])[]
  body: string
}>

/** What an attacker may have found out: IDs of Server Actions from the built pages, and a session cookie. */
export type Stolen = Readonly<{ actionIds: readonly string[]; cookie: string; origin: string }>

const pages = [
  '/',
  '/sign-in',
  '/forgot-password',
  '/sign-in/passkey',
  '/sign-in/second-step',
  '/sign-in/second-step/passkey',
  '/set-up',
  '/set-up?token=x',
  '/set-password?token=x',
  '/hand-over?token=x',
  '/users-and-access',
  '/activity',
  '/settings/sign-in',
  '/manage/accounts',
  '/manage/accounts/import',
  '/manage/accounts/import/x',
  '/your-account',
  '/nothing',
  '/users-and-access/users/usr_x',
  '/users-and-access/users/usr_x/accounts',
  '/activity/export',
  '/activity/names?filter=account&q=x',
  '/activity/new',
  '/jump?q=x',
  '/jump/results?q=x',
  '/manage/accounts/choices?q=x',
  '/manage/accounts/import/x/progress',
]
const routerPaths = [
  '/sign-in.rsc',
  '/sign-in.segments/_tree.segment.rsc',
  '/.segment.rsc',
  '/index.rsc',
  '/_next/data/x/y.json',
  '/_next/image?url=%2Fmark.svg&w=64&q=75',
  '/_global-error',
  '/_error',
  '/_not-found',
  '/_next/static/x',
  '/500',
]
const otherPaths = [
  '/api/auth/session',
  '/api/auth/csrf',
  '/api/auth/callback/credentials',
  '/api/auth/signout',
  '/api/auth/x',
  '/auth/v1/token',
  '/auth/v1/sso',
  '/auth/v1/introspect',
  '/auth/v1/revoke',
  '/auth/v1/keys/rotate',
  '/auth/v1/verify',
  '/sso?token=x',
  '/launch/at-100021',
  '/accounts/at-100021',
  '/accounts/at-100021/-/end',
  '/openapi.json',
  '/livez',
  '/sso/confirm',
]
const queries = [
  '',
  '',
  '',
  '?_rsc',
  '?_rsc=',
  '?_rsc=abc',
  '?_rsc=a&_rsc=b',
  '?page=x&query=%00',
  '?a[]=1&__proto__=2',
]

const routerState = encodeURIComponent('["",{"children":["sign-in",{"children":["__PAGE__",{}]}]},null,null,16]')
const brokenStates = ['%', '[]', '{}', 'null', '["",{}]', '["",{"children":[]}]', '["",{"a":["b",{}]},null,"refetch"]']
const flags = ['', '0', '1', '2', '3', 'true']

const headerValues: Readonly<Record<string, readonly string[]>> = {
  RSC: flags,
  'Next-Router-State-Tree': [routerState, routerState, ...brokenStates, ...brokenStates.map(encodeURIComponent)],
  'Next-Router-Prefetch': flags,
  'Next-Router-Segment-Prefetch': ['/_tree', '/', '/_full', '/__PAGE__', '/sign-in/__PAGE__', '/_head', '../x', '%'],
  'Next-Url': ['/', '/sign-in', '//', '\u00ff', '/(.)x', '%zz'],
  'Next-HMR-Refresh': flags,
  'Next-Resume': flags,
  'X-Next-Resume-State-Length': ['5', '-1', 'x'],
  'X-Action-Forwarded': ['1'],
  'X-Action-Redirect': ['/x;push'],
  'X-Nextjs-Data': flags,
  'X-Nextjs-Html-Request-Id': ['x'],
  'X-Matched-Path': ['/sign-in', '/_error', '%'],
  'X-Now-Route-Matches': ['1=x', '%'],
  'X-Middleware-Prefetch': flags,
  'X-Middleware-Invoke': flags,
  'X-Middleware-Subrequest': ['middleware', 'src/middleware:middleware'],
  'X-Invoke-Status': ['500', 'x'],
  'X-Invoke-Path': ['/_error', '%'],
  'X-Invoke-Error': ['{"message":"x"}', 'x'],
  'X-Prerender-Revalidate': ['x'],
  'X-Forwarded-Host': ['evil.example', ''],
  'X-Forwarded-Proto': ['javascript', 'https,http'],
  'Accept-Encoding': ['gzip', 'br;q=x', '*'],
  'Accept-Language': ['de', 'x'.repeat(400), '*;q=', '\u00e4'],
  'Content-Encoding': ['gzip', 'br'],
  Accept: ['text/x-component', '*/*', 'application/json', ';'],
  Range: ['bytes=0-1', 'bytes=x'],
  'If-None-Match': ['*', 'W/"x"', '"'],
  'Sec-Fetch-Dest': ['document', 'empty', 'x'],
  'User-Agent': ['Googlebot', '\u00ff', ''],
}

const flightValues = [
  '$K1',
  '$1',
  '$2',
  '$@1',
  '$@2',
  '$F1',
  '$Q1',
  '$W1',
  '$i1',
  '$B1',
  '$R1',
  '$r1',
  '$x1',
  '$X1',
  '$S',
  '$Sx',
  '$n1',
  '$Dx',
  '$undefined',
  '$NaN',
  '$-0',
  '$T',
  '$h1',
  '$A1',
  '$0',
  '$0:0',
  '$1:a:b',
  '$$',
  '$',
  '$l',
  '$Y',
  '$Z',
  'x',
  '',
]

/** A request to a page, an endpoint or a Server Action: as the browser sends it, nearly so, or garbage. */
export function rawRequest(stolen: Stolen): fc.Arbitrary<RawRequest> {
  return fc
    .record({
      method: fc.oneof({ weight: 5, arbitrary: fc.constantFrom('POST', 'POST', 'GET') }, anyMethod),
      path: anyPath(),
      headers: fc.array(anyHeader(), { maxLength: 5 }),
      cookie: fc.constantFrom(
        [],
        [['Cookie', stolen.cookie] as const],
        [['Cookie', '=;%; a=\u00ff; latchkey-x'] as const],
      ),
      action: anyAction(stolen.actionIds),
      origin: fc.constantFrom(stolen.origin, stolen.origin, stolen.origin, 'null', 'https://evil.example', 'x'),
      content: anyContent(stolen.actionIds),
    })
    .map(({ method, path, headers, cookie, action, origin, content: [type, body] }) => {
      const own = [
        ['Origin', origin],
        ['Content-Type', type],
      ] as const
      return { method, path, headers: [...own, ...headers, ...cookie, ...action], body }
    })
}

const anyMethod = fc.constantFrom('HEAD', 'OPTIONS', 'PUT', 'PATCH', 'DELETE', 'PROPFIND', 'QUERY')
const printable = fc.stringMatching(/^[ -~]{0,60}$/)

function anyPath(): fc.Arbitrary<string> {
  const known = fc.constantFrom(...pages, ...pages, ...routerPaths, ...otherPaths)
  const unknown = fc.stringMatching(/^[!-~]{0,30}$/).map((text) => `/${text}`)
  const query = fc.constantFrom(...queries)
  return fc
    .tuple(fc.oneof({ weight: 9, arbitrary: known }, unknown), query)
    .map(([path, more]) => (path.includes('?') ? path : path + more))
}

function anyHeader(): fc.Arbitrary<readonly [string, string]> {
  return fc.constantFrom(...Object.entries(headerValues)).chain(([name, values]) => {
    const value = fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...values) }, printable)
    return value.map((text) => [name, text] as const)
  })
}

/** On half of the requests; then an ID of the product's mostly. */
function anyAction(ids: readonly string[]): fc.Arbitrary<readonly (readonly [string, string])[]> {
  const garbage = fc.oneof(fc.constantFrom('', 'x', '__proto__', 'toString', '60'.padEnd(42, '0')), printable)
  const sent = fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...ids) }, garbage)
  return fc.oneof(
    fc.constant([]),
    sent.map((id) => [['Next-Action', id] as const]),
  )
}

function anyContent(ids: readonly string[]): fc.Arbitrary<readonly [type: string, body: string]> {
  const boundaries = fc.constantFrom('x', 'x', 'a b', '-', 'X'.repeat(70))
  const multipart = boundaries.chain((boundary) =>
    anyMultipart(ids, boundary).map((body) => [`multipart/form-data; boundary="${boundary}"`, body] as const),
  )
  const types = [
    'text/plain;charset=UTF-8',
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/json',
    'x',
    '',
  ]
  const brokenTypes = ['multipart/form-data', 'Multipart/Form-Data; boundary=x', 'multipart/mixed; boundary=x']
  const text = fc.oneof(anyFlight(), printable, fc.string({ unit: anyCharacter, maxLength: 200 }), fc.constant(''))
  return fc.oneof({ weight: 2, arbitrary: multipart }, fc.tuple(fc.constantFrom(...types, ...brokenTypes), text))
}

/** The arguments of a Server Action, as React writes them, or nearly so. */
function anyFlight(): fc.Arbitrary<string> {
  const leaf = fc.oneof(fc.constantFrom(...flightValues), fc.integer(), fc.boolean(), fc.constant(null), printable)
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      leaf,
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(fc.constantFrom('then', '__proto__', 'id', 'bound', 'result', 'name'), tie('value'), {
        maxKeys: 3,
      }),
    ),
  }))
  const good = fc.constantFrom('["$K1"]', '["$undefined","$K1"]', '[{"name":""},"$K1"]', '[]', '[{"round":0},"$K1"]')
  const deep = fc.integer({ min: 1, max: 8_000 }).map((depth) => '['.repeat(depth) + ']'.repeat(depth))
  return fc.oneof(
    { weight: 3, arbitrary: good },
    { weight: 4, arbitrary: fc.array(value, { maxLength: 4 }).map((args) => JSON.stringify(args)) },
    value.map((one) => JSON.stringify(one)),
    deep,
    fc.constantFrom('garbage', '', '{', '"$1"', 'undefined'),
  )
}

function anyMultipart(ids: readonly string[], boundary: string): fc.Arbitrary<string> {
  const id = fc.constantFrom(...ids)
  const named = fc.oneof(
    fc.tuple(fc.constantFrom('0', '0', '1', '2', '_1_name', '_1_userId', '$ACTION_KEY', '', '__proto__'), anyFlight()),
    fc.tuple(fc.constantFrom('name', 'password', 'file', 'id', 'next', 'theme', 'added', 'accountId'), printable),
    id.map((text) => [`$ACTION_ID_${text}`, ''] as const),
    fc.constant(['$ACTION_REF_1', ''] as const),
    fc.tuple(id, fc.constantFrom('$@1', '$@2', '$1', null)).map(([text, bound]) => {
      return ['$ACTION_1:0', JSON.stringify({ id: text, bound })] as const
    }),
    anyFlight().map((text) => ['$ACTION_1:1', text] as const),
  )
  const extra = fc.constantFrom('', '', '', '; filename="a.csv"', "; filename*=UTF-8''%zz", '; name="b"')
  const head = fc.constantFrom(
    '',
    '',
    '\r\nContent-Type: text/csv',
    '\r\nContent-Transfer-Encoding: base64',
    '\r\n:x',
    '\r\nx',
  )
  const part = fc.tuple(named, extra, head).map(([[name, value], more, line]) => {
    return `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${more}${line}\r\n\r\n${value}\r\n`
  })
  const broken = fc.constantFrom(`--${boundary}`, `--${boundary}\r\n\r\n`, 'preamble\r\n', '\r\n', '--', '\u0000')
  const parts = fc.array(fc.oneof({ weight: 8, arbitrary: part }, broken), { maxLength: 5 })
  const end = fc.constantFrom(
    `--${boundary}--\r\n`,
    `--${boundary}--`,
    `--${boundary}--\r\nepilogue`,
    `--${boundary}`,
    '',
  )
  return fc
    .tuple(parts, fc.oneof({ weight: 4, arbitrary: fc.constant(`--${boundary}--\r\n`) }, end))
    .map((all) => all.flat().join(''))
}
