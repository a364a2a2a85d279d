import { type EndpointAddress, endpointTable } from '#lib/web/gateway/endpoint-table.ts'
import { isComplete } from './complete.ts'
import { product } from './fixtures.ts'
import { type Asked, ask, formType } from './http-client.ts'
import { credentialsOf, type Good, makeLink, openAccount, post, verify } from './request-builders.ts'
import { successfulRequests } from './route-requests.ts'

export type Case = readonly [name: string, make: Good]

export const addresses = Object.keys(endpointTable) as EndpointAddress[]

/** All requests to one path. A path without a successful request fails the test. */
export function listCases(address: EndpointAddress): readonly Case[] {
  const good = Object.entries(successfulRequests[address])
  return [
    ...good,
    ...good.flatMap(([name, make]) => inTurn(address, onlookers).map((look) => alter(name, make, look))),
    ...Object.entries(refusals[address] ?? {}),
    ...inTurn(address, [
      ...methods.map((method): Case => [method, () => ({ method, path: sampleOf(address) })]),
      ...bodies.map(
        ([name, asked]): Case => [`POST of ${name}`, () => ({ method: 'POST', path: sampleOf(address), ...asked })],
      ),
      ...oddPaths.map((spell): Case => {
        const path = spell(sampleOf(address))
        return [`GET ${path.slice(0, 80)}`, () => ({ method: 'GET', path })]
      }),
      ...oddPaths.map((spell): Case => {
        const path = spell(sampleOf(address))
        return [`POST ${path.slice(0, 80)}`, () => post(path, {}, { Origin: product.baseUrl })]
      }),
    ]),
  ]
}

/** The short form deals odd requests out: each goes to one path instead of to every path. */
function inTurn<T>(address: EndpointAddress, odd: readonly T[]): readonly T[] {
  return isComplete ? odd : odd.filter((_, index) => addresses[index % addresses.length] === address)
}

/** A path of the route, for an account that doesn't exist. */
function sampleOf(address: EndpointAddress): string {
  return address.replace('[accountId]', 'nowhere').replace('[[...path]]', 'orders/7')
}

type Look = Readonly<{ name: string; method?: string; headers?: Record<string, string> }>

/** Prefetches of valid paths, and headers that Next interprets itself. */
const onlookers: readonly Look[] = [
  { name: 'HEAD', method: 'HEAD' },
  // Next would close the connection.
  { name: 'a wish for HTTP/2', headers: { Connection: 'Upgrade, HTTP2-Settings', Upgrade: 'h2c' } },
  ...[
    ['Sec-Purpose', 'prefetch;prerender'],
    ['Purpose', 'prefetch'],
    ['Sec-Fetch-Dest', 'empty'],
    ['RSC', '1'],
    ['Next-Router-Prefetch', '1'],
    ['Next-Router-State-Tree', '%5B%22%22%5D'],
    ['Next-Router-Segment-Prefetch', '/_tree'],
    ['Next-Url', '/sign-in'],
    ['Next-Action', '0'.repeat(42)],
    ['X-Nextjs-Data', '1'],
    ['X-Middleware-Prefetch', '1'],
    ['X-Middleware-Subrequest', 'middleware'],
    ['X-Prerender-Revalidate', '1'],
    ['X-Matched-Path', '/sign-in'],
    ['X-Now-Route-Matches', '1=x'],
    ['X-Http-Method-Override', 'DELETE'],
    ['Range', 'bytes=0-3'],
    ['If-None-Match', '*'],
    ['Accept', 'application/json'],
    ['X-Forwarded-Host', 'evil.example'],
    ['X-Forwarded-Proto', 'gopher'],
    ['Content-Security-Policy', "script-src 'nonce-x'"],
  ].map(([name = '', value = '']) => ({ name: `${name}: ${value}`.slice(0, 60), headers: { [name]: value } })),
]

function alter(name: string, make: Good, look: Look): Case {
  return [
    `${name}, ${look.name}`,
    async (ground) => {
      const asked = await make(ground)
      return { ...asked, method: look.method ?? asked.method ?? 'GET', headers: { ...asked.headers, ...look.headers } }
    },
  ]
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY']

const bodies: readonly (readonly [string, Partial<Asked>])[] = [
  ['nothing', {}],
  ['a form without fields', { headers: formType, body: '' }],
  ['20 kB', { headers: formType, body: `grantType=${'x'.repeat(20_000)}` }],
  ['10 MB', { headers: { ...formType, Origin: product.baseUrl }, body: `a=${'x'.repeat(10_000_000)}` }],
  ['broken percent-encoding', { headers: { ...formType, Origin: product.baseUrl }, body: 'grantType=%zz&session=%' }],
  [
    'bytes that are not UTF-8',
    { headers: { ...formType, Origin: product.baseUrl }, body: 'grantType=%ff%fe&session=%ff' },
  ],
  ['JSON', { headers: { 'Content-Type': 'application/json', Origin: product.baseUrl }, body: '{}' }],
  ['no type', { headers: { Origin: product.baseUrl }, body: 'a=b' }],
  [
    'parts without a boundary',
    { headers: { 'Content-Type': 'multipart/form-data', Origin: product.baseUrl }, body: 'a=b' },
  ],
  ['a compressed form', { headers: { ...formType, 'Content-Encoding': 'gzip', Origin: product.baseUrl }, body: 'a=b' }],
  [
    'a form in chunks',
    { headers: { ...formType, 'Transfer-Encoding': 'chunked', Origin: product.baseUrl }, body: 'a=b' },
  ],
  ['a foreign page', { headers: { ...formType, Origin: 'https://evil.example' }, body: 'a=b' }],
]

const oddPaths: readonly ((path: string) => string)[] = [
  (path) => `${path}/`,
  (path) => `${path}//`,
  (path) => `/${path}`,
  (path) => path.replace(/\/(\w+)$/, '//$1'),
  (path) => `${path}/.`,
  (path) => `${path}/../${path.split('/').at(-1)}`,
  (path) => `${path}/%2e%2e/${path.split('/').at(-1)}`,
  (path) => `${path}/%2E`,
  (path) => path.replace(/.$/, (last) => `%${last.charCodeAt(0).toString(16)}`),
  (path) => path.replace(/^\/./, (first) => `/%${first.charCodeAt(1).toString(16)}`),
  (path) => path.toUpperCase(),
  (path) => `${path}%2F`,
  (path) => `${path}%2Fx`,
  (path) => `${path}%5Cx`,
  (path) => `${path}%20`,
  (path) => `${path}%00`,
  (path) => `${path}%FF`,
  (path) => `${path}%`,
  (path) => `${path}%zz`,
  (path) => `${path}%C3%A9`,
  (path) => `${path}\u00e9`,
  (path) => `${path};a=b`,
  (path) => `${path}\\x`,
  (path) => `${path}?`,
  (path) => `${path}?a=b&a=c&=&%ff=%zz`,
  (path) => `${path}?nxtPaccountId=other&nxtIaccountId=other&_rsc=abc`,
  (path) => `${path}?__nextLocale=de&__nextDataReq=1`,
  (path) => `${path}?a=b?c=d/`,
  (path) => `${path}#x`,
  (path) => `${path}.rsc`,
  (path) => `${path}.json`,
  (path) => `${path}.segments/_tree.segment.rsc`,
  (path) => `${path}.prefetch.rsc`,
  (path) => `/_next/data/x${path}.json`,
  (path) => `${path}${'x'.repeat(9_000)}`,
  (path) => `${path}?a=${'x'.repeat(9_000)}`,
  (path) => `${path}/${'y/'.repeat(2_000)}z`,
  (path) => `${path}?a=${'x'.repeat(40_000)}`,
  (path) => `http://evil.example${path}`,
  (path) => `gopher://evil.example${path}`,
]

/** Requests that are refused for other reasons. */
const refusals: Readonly<Partial<Record<EndpointAddress, Readonly<Record<string, Good>>>>> = {
  '/auth/v1/token': {
    'a wrong secret': ({ key }) => post('/auth/v1/token', { ...credentialsOf(key), clientSecret: 'nonsense' }),
    'a made-up refresh token': () =>
      post('/auth/v1/token', { grantType: 'refresh_token', clientId: 'someone', refreshToken: 'lkrt1.aaaa.1.bbbb' }),
    'another grant type': () => post('/auth/v1/token', { grantType: 'password' }),
    'a secret in the query': ({ key }) => post('/auth/v1/token?clientSecret=x', credentialsOf(key)),
    'two spellings': ({ key }) => post('/auth/v1/token', { ...credentialsOf(key), scope: 'sso' }),
  },
  '/auth/v1/revoke': {
    'no client': () => post('/auth/v1/revoke', { token: 'x' }),
    'no token': ({ key }) => post('/auth/v1/revoke', { client_id: key.keyId }),
  },
  '/auth/v1/introspect': {
    'no client': () => post('/auth/v1/introspect', { token: 'x' }),
    'a key that may not ask': ({ key, tokens }) =>
      post('/auth/v1/introspect', { token: tokens.accessToken, clientId: key.keyId, clientSecret: key.secret }),
  },
  '/auth/v1/keys/rotate': {
    'no client': () => ({ method: 'POST', path: '/auth/v1/keys/rotate' }),
  },
  '/auth/v1/sso': {
    'no token': ({ account }) => post('/auth/v1/sso', { accountId: account.id }),
    'a made-up token': ({ account }) => post('/auth/v1/sso', { accountId: account.id }, { Authorization: 'Bearer x' }),
    'an account that is nowhere': ({ tokens }) =>
      post('/auth/v1/sso', { accountId: 'nowhere' }, { Authorization: `Bearer ${tokens.accessToken}` }),
    'a foreign return address': ({ account, tokens }) =>
      post(
        '/auth/v1/sso',
        { accountId: account.id, backUrl: 'https://evil.example/' },
        { Authorization: `Bearer ${tokens.accessToken}` },
      ),
  },
  '/auth/v1/verify': {
    'no original address': async (ground) => {
      const { Cookie } = await openAccount(ground)
      return { method: 'GET', path: '/auth/v1/verify', headers: { Cookie } }
    },
    'no session': () => verify({ path: '/accounts/nowhere', Cookie: '' }),
    'another account': async (ground) => {
      const { path, Cookie } = await openAccount(ground)
      return verify({ path: `${path}/../nowhere`, Cookie })
    },
  },
  '/sso': {
    'a made-up link': () => ({ method: 'GET', path: '/sso?token=x' }),
    'a link that was used': async (ground) => {
      const path = await makeLink(ground, ground.key)
      await ask({ method: 'GET', path })
      return { method: 'GET', path, headers: { 'Accept-Language': 'de-AT' } }
    },
    'a link of another browser': async ({ account, signedIn }) => {
      const { headers } = await ask({ method: 'GET', path: `/launch/${account.id}`, headers: { Cookie: signedIn } })
      const { pathname, search } = new URL(String(headers.location))
      return { method: 'GET', path: pathname + search }
    },
  },
  '/clear-cookies': {
    'a foreign page': () => post('/clear-cookies', {}, { Origin: 'https://evil.example' }),
  },
  '/launch/[accountId]': {
    'nobody signed in': ({ account }) => ({ method: 'GET', path: `/launch/${account.id}?locale=de-at` }),
    'an account of others': ({ signedIn }) => ({
      method: 'GET',
      path: '/launch/nowhere',
      headers: { Cookie: signedIn },
    }),
    'an unreadable place': ({ account, signedIn }) => ({
      method: 'GET',
      path: `/launch/${account.id}?deepPath=%2F%2Fevil.example`,
      headers: { Cookie: signedIn },
    }),
  },
  '/accounts/[accountId]/-/end': {
    'a foreign page': async (ground) => {
      const { path, Cookie } = await openAccount(ground)
      return post(`${path}/-/end`, {}, { Cookie, Origin: 'https://evil.example' })
    },
  },
  '/accounts/[accountId]/[[...path]]': {
    'a page of ours that is nowhere': async (ground) => {
      const { path, Cookie } = await openAccount(ground)
      return { method: 'GET', path: `${path}/-/nowhere`, headers: { Cookie } }
    },
    'an account that was ended': async (ground) => {
      const { path, Cookie } = await openAccount(ground)
      await ask(post(`${path}/-/end`, {}, { Cookie, Origin: product.baseUrl }))
      return { method: 'GET', path, headers: { Cookie } }
    },
  },
}
