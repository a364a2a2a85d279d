import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { sampleSize } from '#lib/testing/sampling.ts'
import { openFront } from '#lib/testing/test-front.ts'
import { clientFields, makeTestKey } from '#lib/testing/test-programs.ts'
import { createPageTable, readPageTable } from '#lib/web/gateway/route-table.ts'

// Which paths the route for all of `/api/v1` serves, the endpoint table knows.
const addresses = readdirSync('app', { recursive: true, encoding: 'utf8' })
  .filter((file) => /(^|\/)(route|page)\.tsx?$/.test(file) && file !== 'api/v1/[...path]/route.ts')
  .map((file) => `/${file}`.replace(/\/\([\w-]+\)|\/(route|page)\.\w+$/g, '') || '/')
const isPage = createPageTable([...addresses, '/latchkey.css', '/favicon.ico'])

const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8'
const foreign = { origin: 'https://evil.example' }
const form = { 'content-type': 'application/x-www-form-urlencoded' }

function notFound(requestId: unknown) {
  return JSON.stringify({ error: 'not_found', error_description: 'There is nothing at this URL.', requestId })
}

describe('404 as JSON with the request ID', () => {
  it.each([
    '/auth',
    '/auth/',
    '/auth/v1',
    '/auth/v1/',
    '/auth/v2/token',
    '/auth/v1/tokens',
    '/auth/v1/token/x',
    '/auth/x.y',
    '/api',
    '/api/',
    '/api/v1',
    '/api/v1/event',
    '/api/v1/events/1',
    '/api/v1/grant',
    '/api/v2/events',
    '/auth/v1/token/',
    '/auth//v1/token',
    '/auth/v1//token',
    '/api/v1/accounts/',
    '/api/v1//accounts',
    '/scim/v2/',
    '/scim/v2/Users/',
    '/scim//v2/Users',
    '/livez/',
    '/readyz/',
    '/openapi.json/',
    '/api/auth/session',
    '/api/auth/csrf',
    '/api/auth/providers',
    '/api/auth/signin',
    '/api/auth/signout',
    '/api/auth',
    '/api/auth/callback/credentials',
    '/api/auth/signin/credentials',
    '/api/auth/error',
    '/.well-known/jwks.json/',
    '/.well-known//jwks.json',
    '/.well-known/openid-configuration/',
    '/.well-known',
    '/.well-known/x',
    '/.well-known/jwks.json/x',
    '/.well-known/security.txt',
  ])('%s, whatever the method, the origin and the preference', async (path) => {
    const { seen, ask } = await openFront({}, { isPage })
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PROPFIND', 'HEAD']) {
      const { status, headers, body } = await ask({ method, path, headers: { accept: browser, ...foreign } })
      expect([method, status, headers['content-type']]).toEqual([method, 404, 'application/json'])
      expect(headers).toMatchObject({ 'cache-control': 'no-store', pragma: 'no-cache' })
      expect(body).toBe(method === 'HEAD' ? '' : notFound(headers['x-request-id']))
    }
    expect(seen).toEqual([])
  })

  it.each([undefined, '*/*', 'application/json', 'application/json, text/html;q=0.5', 'text/css,*/*;q=0.1'])(
    'an unknown path, for Accept: %s',
    async (accept) => {
      const { seen, ask } = await openFront({}, { isPage })
      for (const path of ['/metrics', '/wp-login.php', '/api', '/users-and-access/x', '/sign-in.rsc', '/livez/x']) {
        for (const method of ['GET', 'POST', 'PUT']) {
          const headers = { ...foreign, ...(accept === undefined ? {} : { accept }) }
          const answer = await ask({ method, path, headers })
          expect([answer.status, answer.body]).toEqual([404, notFound(answer.headers['x-request-id'])])
        }
      }
      expect(seen).toEqual([])
    },
  )

  it('on loopback under any host name', async () => {
    const { ask } = await openFront({ BASE_URL: 'http://localhost:3000' }, { isPage })
    for (const path of ['/metrics', '/auth/v1/x', '/api/v1/x']) {
      expect((await ask({ path, headers: { host: '127.0.0.1:3000' } })).status).toBe(404)
    }
  })
})

describe('an unknown path in a browser', () => {
  it('gets Next’s page', async () => {
    const { seen, ask } = await openFront({}, { isPage })
    await ask({ path: '/nothing/here?a=b', headers: { accept: browser } })
    expect(seen.map(({ url }) => url)).toEqual(['/nothing/here?a=b'])
  })

  it.each(['POST', 'PUT', 'DELETE'])('gets 404 for %s from any origin', async (method) => {
    const { seen, ask } = await openFront({}, { isPage })
    const answer = await ask({
      method,
      path: '/nothing',
      headers: { accept: browser, ...form, ...foreign },
      body: 'a=b',
    })
    expect([answer.status, answer.headers['content-type']]).toEqual([404, 'text/plain; charset=utf-8'])
    expect(seen).toEqual([])
  })
})

describe('known paths', () => {
  it.each(addresses)('%s is known', (address) => {
    const path = address.replace(/\[\[?\.\.\.\w+\]?\]/, 'a/b').replace(/\[\w+\]/g, 'x')
    expect([isPage(path), isPage(`${path}/`)]).toEqual([true, true])
  })

  it.each([
    '/sign-in',
    '/latchkey.css',
    '/favicon.ico',
    '/_next/static/chunks/a.js',
    '/users-and-access/users/u/accounts',
  ])('%s goes to the router for programs, too', async (path) => {
    const { seen, ask } = await openFront({}, { isPage })
    await ask({ path })
    expect(seen).toHaveLength(1)
  })

  it('refuse forms of other sites', async () => {
    const { ask } = await openFront({}, { isPage })
    const answer = await ask({ method: 'POST', path: '/sign-in', headers: { ...form, ...foreign }, body: 'a=b' })
    expect(answer.status).toBe(403)
  })

  it('are read from the build', () => {
    const manifest = { '/(portal)/page': '/', '/_not-found/page': '/_not-found', '/a/[id]/page': '/a/[id]' }
    const folder = mkdtempSync(join(tmpdir(), 'latchkey-built-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    for (const name of ['.next', 'public', 'public/fonts']) mkdirSync(join(folder, name))
    writeFileSync(join(folder, '.next/app-path-routes-manifest.json'), JSON.stringify(manifest))
    const redirects = [
      { source: '/:path+/', internal: true },
      { source: '/former' },
      { source: '/moved/:path*', destination: '/a/:path*' },
    ]
    writeFileSync(join(folder, '.next/routes-manifest.json'), JSON.stringify({ redirects }))
    for (const name of ['public/mark.svg', 'public/fonts/a.woff2']) writeFileSync(join(folder, name), '')
    const isBuilt = readPageTable(folder)
    const known = ['/', '/a/x', '/mark.svg', '/fonts/a.woff2', '/former', '/moved', '/moved/x/y']
    expect(known.filter((path) => !isBuilt(path))).toEqual([])
    expect(
      ['/_not-found', '/_next/data', '/a', '/a/x/y', '/mark', '/fonts/b.woff2', '/former/x'].filter(isBuilt),
    ).toEqual([])
  })
})

describe('leading slashes of a path', () => {
  it.each(['//auth/v1/token', '///auth/v1/token', '/./auth/v1/token', '/.//auth/v1/token', '/x/..//auth/v1/token'])(
    '%s is /auth/v1/token',
    async (path) => {
      const { services, ask } = await openFront({}, { isPage })
      const body = new URLSearchParams(clientFields(await makeTestKey(services))).toString()
      expect((await ask({ method: 'POST', path, headers: form, body })).status).toBe(200)
    },
  )

  it('are collapsed for Next too, and never lead to another origin', async () => {
    const { seen, ask } = await openFront({ BASE_URL: 'http://localhost:3000' }, { isPage: () => true })
    const start = fc.constantFrom(
      '/',
      '//',
      '///',
      '/\\',
      '/.//',
      '/..//',
      '/%2e//',
      '/%2E%2e/',
      'http://evil.example//',
    )
    const paths = fc.tuple(
      start,
      fc.constantFrom('evil.example', 'evil.example/..//x', '', '\\evil', '%2f%2fevil', '@evil'),
    )
    await fc.assert(
      fc.asyncProperty(paths, fc.constantFrom('localhost:3000', '127.0.0.1:3000'), async (parts, host) => {
        const before = seen.length
        const { headers } = await ask({ path: parts.join(''), headers: { host, accept: browser } })
        if (headers.location) expect(headers.location).toMatch(/^http:\/\/localhost:3000\/(?![/\\])/)
        for (const { url, headers: passed } of seen.slice(before)) {
          expect(url).toMatch(/^\/(?![/\\])/)
          expect(passed['x-latchkey-target']).toBe(url)
        }
      }),
      { numRuns: sampleSize(200) },
    )
  })
})
