import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeEach, describe, expect, it } from 'vitest'
import { rotateSigningKey } from '#lib/domain/tokens/access-tokens/rotate-signing-key.ts'
import { testContext } from '#lib/testing/call-endpoint.ts'
import { asDescribed } from '#lib/testing/described-answer.ts'
import { root } from '#lib/testing/people.ts'
import { openFront } from '#lib/testing/test-front.ts'
import { openTestServices, type TestServices, testBaseUrl } from '#lib/testing/test-services.ts'
import { endpointTable } from '#lib/web/gateway/endpoint-table.ts'
import { toResponse } from '#lib/web/http/endpoint.ts'

const paths = [
  '/.well-known/jwks.json',
  '/.well-known/oauth-authorization-server',
  '/.well-known/openid-configuration',
  '/openapi.json',
] as const
type Path = (typeof paths)[number]

let services: TestServices
beforeEach(async () => {
  services = await openTestServices()
})

async function send(path: Path, headers: Record<string, string> = {}, method = 'GET'): Promise<Response> {
  const request = new Request(testBaseUrl + path, { method, headers: { 'X-Request-Id': 'req_1', ...headers } })
  const answer = await endpointTable[path](request, testContext(services))
  if (headers['Accept-Encoding'] === undefined) asDescribed(request, answer)
  return toResponse(answer)
}

async function etagOf(path: Path, acceptEncoding?: string): Promise<string> {
  const response = await send(path, acceptEncoding === undefined ? {} : { 'Accept-Encoding': acceptEncoding })
  return response.headers.get('etag') ?? ''
}

describe.each(paths)('%s', (path) => {
  it.each([
    ['gzip', gunzipSync],
    ['br', brotliDecompressSync],
  ] as const)('is compressed with %s if the client accepts that', async (coding, decompress) => {
    const plain = await send(path)
    const response = await send(path, { 'Accept-Encoding': coding })
    expect([plain, response].map(({ headers }) => headers.get('content-encoding'))).toEqual([null, coding])
    expect(response.headers.get('vary')).toBe('Accept-Encoding')
    expect(decompress(await response.arrayBuffer()).toString()).toBe(await plain.text())
  })

  it('has a strong entity tag per content coding', async () => {
    const tags = [await etagOf(path), await etagOf(path, 'gzip'), await etagOf(path, 'br')]
    expect(new Set(tags).size).toBe(3)
    for (const tag of tags) expect(tag).toMatch(/^"[0-9a-f]{32}(?:-gzip|-br|-identity)"$/)
  })

  it('responds with 304 without a body if If-None-Match holds its entity tag, also weakened, in a list, or as *', async () => {
    const etag = await etagOf(path)
    for (const ifNoneMatch of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      const response = await send(path, { 'If-None-Match': ifNoneMatch })
      expect([response.status, await response.text()]).toEqual([304, ''])
      expect(Object.fromEntries(response.headers)).toEqual({
        'access-control-allow-origin': '*',
        'cache-control': expect.stringMatching(/^public, max-age=\d+$/),
        etag,
        vary: 'Accept-Encoding',
        'x-content-type-options': 'nosniff',
        'x-request-id': 'req_1',
      })
    }
  })

  it('sends the document to a client with another representation', async () => {
    const gzip = await etagOf(path, 'gzip')
    expect((await send(path, { 'If-None-Match': gzip })).status).toBe(200)
    expect((await send(path, { 'If-None-Match': gzip, 'Accept-Encoding': 'gzip' })).status).toBe(304)
  })

  it('responds to a preflight request of any origin', async () => {
    const preflight = { Origin: 'https://app.example', 'Access-Control-Request-Method': 'GET' }
    const response = await send(path, { ...preflight, 'Access-Control-Request-Headers': 'if-none-match' }, 'OPTIONS')
    expect(response.status).toBe(204)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      allow: 'GET, HEAD, OPTIONS',
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET',
      'access-control-allow-headers': '*',
      'access-control-max-age': '86400',
    })
  })
})

it('the key set has another entity tag after a rotation', async () => {
  const before = await etagOf('/.well-known/jwks.json')
  await rotateSigningKey(services, root, { now: true })
  const response = await send('/.well-known/jwks.json', { 'If-None-Match': before })
  expect([response.status, response.headers.get('etag') === before]).toEqual([200, false])
})

describe('by the server', () => {
  it('a compressed document has its own length, and HEAD and 304 have no body', async () => {
    const { ask } = await openFront({})
    const headers = { 'accept-encoding': 'gzip' }
    const got = await ask({ path: '/openapi.json', headers })
    expect(got.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' })
    expect(Number(got.headers['content-length'])).toBeLessThan(50_000)
    const head = await ask({ method: 'HEAD', path: '/openapi.json', headers })
    expect([head.status, head.body, head.headers['content-length']]).toEqual([200, '', got.headers['content-length']])
    const cached = await ask({
      path: '/openapi.json',
      headers: { ...headers, 'if-none-match': String(got.headers.etag) },
    })
    expect([cached.status, cached.body, cached.headers['content-length']]).toEqual([304, '', undefined])
  })

  it.each([
    '/auth/v1/token',
    '/auth/v1/introspect',
    '/auth/v1/keys/rotate',
    '/auth/v1/revoke',
    '/auth/v1/sso',
    '/auth/v1/verify',
  ])('%s is neither compressed nor open to other origins', async (path) => {
    const { ask } = await openFront({})
    for (const method of ['POST', 'GET', 'OPTIONS']) {
      const { headers } = await ask({
        method,
        path,
        headers: { 'accept-encoding': 'gzip, br', origin: 'https://app.example' },
      })
      expect(Object.keys(headers).filter((name) => /^(access-control-|content-encoding|etag)/.test(name))).toEqual([])
    }
  })
})
