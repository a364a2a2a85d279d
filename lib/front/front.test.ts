import { createServer, type IncomingMessage, request as sendRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createFront } from '#lib/front/front.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'

type Answer = { status: number; headers: IncomingMessage['headers']; body: string }
type Ask = { method?: string; path?: string; headers?: Record<string, string> }

/** What the handler behind the front was given. */
type Seen = { method: string; url: string; headers: IncomingMessage['headers'] }

let services: TestServices

async function openFront(variables: Record<string, string>) {
  services = await openTestServices(variables)
  const seen: Seen[] = []
  const server = createServer(
    createFront(services, {
      handle: (request, response) => {
        seen.push({ method: request.method ?? '', url: request.url ?? '', headers: { ...request.headers } })
        response.end('handled')
      },
      development: false,
    }),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return { seen, ask: (asked: Ask) => send(port, asked) }
}

function send(port: number, { method = 'GET', path = '/', headers = {} }: Ask): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = sendRequest({ host: '127.0.0.1', port, method, path, headers }, (response) => {
      let body = ''
      response.on('data', (chunk) => {
        body += chunk
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }))
    })
    request.on('error', reject)
    request.end()
  })
}

describe('the client address', () => {
  it('is the socket’s, whatever a stranger claims', async () => {
    const { seen, ask } = await openFront({})
    await ask({ headers: { 'x-forwarded-for': '9.9.9.9', forwarded: 'for=9.9.9.9', 'x-real-ip': '9.9.9.9' } })
    expect(seen[0]?.headers['x-forwarded-for']).toBe('127.0.0.1')
    expect(seen[0]?.headers.forwarded).toBeUndefined()
    expect(seen[0]?.headers['x-real-ip']).toBeUndefined()
  })

  it('is the nearest one that no trusted proxy added', async () => {
    const { seen, ask } = await openFront({ TRUSTED_PROXIES: '127.0.0.1,10.0.0.0/8' })
    await ask({ headers: { 'x-forwarded-for': '9.9.9.9, 203.0.113.7, 10.1.2.3' } })
    expect(seen[0]?.headers['x-forwarded-for']).toBe('203.0.113.7')
  })
})

describe('the request id', () => {
  it('is ours, on the request, on a page and in the log', async () => {
    const { seen, ask } = await openFront({})
    const answer = await ask({ headers: { 'x-request-id': 'forged' } })
    const id = seen[0]?.headers['x-request-id']
    expect(id).toMatch(/^req_[0-9A-Za-z]{20}$/)
    expect(answer.headers['x-request-id']).toBe(id)
    await expect.poll(() => services.logLines.some((line) => line.includes(String(id)))).toBe(true)
  })
})

describe('the access log', () => {
  it('leaves the query out', async () => {
    const { ask } = await openFront({})
    await ask({ path: '/sso?token=very-secret' })
    await expect.poll(() => services.logLines.join('')).toContain('"pathname":"/sso"')
    expect(services.logLines.join('')).not.toContain('very-secret')
  })
})

describe('the host', () => {
  it('is always the configured one for what stands behind', async () => {
    const { seen, ask } = await openFront({})
    await ask({ headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' } })
    expect(seen[0]?.headers).toMatchObject({
      host: 'login.example.com',
      'x-forwarded-host': 'login.example.com',
      'x-forwarded-proto': 'https',
    })
  })

  it('of an absolute request line is ignored', async () => {
    const { seen, ask } = await openFront({})
    await ask({ path: 'http://evil.example/users?q=1' })
    expect(seen[0]).toMatchObject({ url: '/users?q=1', headers: { host: 'login.example.com' } })
  })

  it('on loopback is redirected to the configured spelling for pages', async () => {
    const { ask } = await openFront({ BASE_URL: 'http://localhost:3000' })
    const answer = await ask({ path: '/launch/a?b=c', headers: { host: '127.0.0.1:3000' } })
    expect(answer.status).toBe(307)
    expect(answer.headers.location).toBe('http://localhost:3000/launch/a?b=c')
  })

  it.each(['/auth/v1/token', '/auth/v1/sso', '/livez'])('on loopback may be any for %s', async (path) => {
    const { seen, ask } = await openFront({ BASE_URL: 'http://localhost:3000' })
    await ask({ path, headers: { host: '127.0.0.1:3000' } })
    expect(seen).toHaveLength(1)
  })
})

describe('pages', () => {
  it('carry the security headers, with a nonce of their own', async () => {
    const { seen, ask } = await openFront({})
    const first = await ask({ path: '/users-and-access' })
    const second = await ask({ path: '/users-and-access' })
    expect(first.headers).toMatchObject({
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
    })
    const policy = first.headers['content-security-policy']
    for (const part of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'", "form-action 'self'"]) {
      expect(policy).toContain(part)
    }
    expect(policy).not.toContain('unsafe-eval')
    expect(policy).not.toBe(second.headers['content-security-policy'])
    expect(seen[0]?.headers['content-security-policy']).toBe(policy)
  })

  it.each(['/sso?token=x', '/launch/A-1', '/accounts/A-1', '/accounts/A-1/orders/7', '/accounts/A-1/-/end'])(
    'that are endpoints keep their own headers: %s',
    async (path) => {
      const { seen, ask } = await openFront({})
      const answer = await ask({ path, headers: { 'content-security-policy': "default-src 'none'" } })
      expect(answer.headers['content-security-policy']).toBeUndefined()
      expect(answer.headers['x-request-id']).toBeUndefined()
      expect(seen[0]?.headers['content-security-policy']).toBeUndefined()
    },
  )
})

describe('under https', () => {
  it.each(['/users-and-access', '/auth/v1/token', '/sso', '/livez'])(
    '%s tells browsers to stay with it',
    async (path) => {
      const { ask } = await openFront({})
      expect((await ask({ path })).headers['strict-transport-security']).toBe('max-age=31536000')
    },
  )

  it('is not demanded on loopback', async () => {
    const { ask } = await openFront({ BASE_URL: 'http://localhost:3000' })
    const answer = await ask({ path: '/livez' })
    expect(answer.headers['strict-transport-security']).toBeUndefined()
  })
})

describe('a form', () => {
  it.each([
    ['our own origin', { origin: 'https://login.example.com' }],
    ['no origin but the browser’s word for it', { 'sec-fetch-site': 'same-origin' }],
  ])('passes with %s', async (_name, headers) => {
    const { seen, ask } = await openFront({})
    await ask({ method: 'POST', path: '/sign-in', headers })
    expect(seen).toHaveLength(1)
  })

  it.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['the origin null', { origin: 'null' }],
    [
      'another origin although the browser says same-origin',
      { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
    ],
    ['neither origin nor a word of the browser', {}],
    ['a sibling site', { 'sec-fetch-site': 'same-site' }],
  ])('is refused with %s', async (_name, headers) => {
    const { seen, ask } = await openFront({})
    const answer = await ask({ method: 'POST', path: '/sign-in', headers })
    expect(answer.status).toBe(403)
    expect(answer.body).toMatch(/^This form was sent from another site\..*\nRequest id: req_\w+\n$/)
    expect(seen).toHaveLength(0)
  })
})

describe('a body', () => {
  const ours = { origin: 'https://login.example.com' }

  it('of a form over 6 MB is refused before it is read', async () => {
    const { seen, ask } = await openFront({})
    const answer = await ask({ method: 'POST', path: '/sign-in', headers: { ...ours, 'content-length': '6291457' } })
    expect(answer.status).toBe(413)
    expect(seen).toHaveLength(0)
  })

  it('of a form without a length is refused', async () => {
    const { seen, ask } = await openFront({})
    const answer = await ask({ method: 'POST', path: '/sign-in', headers: { ...ours, 'transfer-encoding': 'chunked' } })
    expect(answer.status).toBe(411)
    expect(seen).toHaveLength(0)
  })

  it.each([
    ['multipart/form-data', 400],
    ['multipart/form-data; boundary=', 400],
    ['multipart/form-data; charset=utf-8', 400],
    ['Multipart/Form-Data; boundary=----x7', 200],
    ['multipart/form-data; boundary="a b"; charset=utf-8', 200],
  ])('of the type %s is answered %i', async (type, status) => {
    const { ask } = await openFront({})
    const headers = { ...ours, 'content-type': type, 'content-length': '0' }
    expect((await ask({ method: 'POST', path: '/sign-in', headers })).status).toBe(status)
  })

  it('of an endpoint is the endpoint’s to judge', async () => {
    const { seen, ask } = await openFront({})
    await ask({ method: 'POST', path: '/auth/v1/token', headers: { 'transfer-encoding': 'chunked' } })
    expect(seen).toHaveLength(1)
  })
})

describe('a method that is not for an address', () => {
  const ours = { origin: 'https://login.example.com' }

  it.each([
    ['/latchkey.css', 'POST', 'GET, HEAD'],
    ['/latchkey.css', 'OPTIONS', 'GET, HEAD'],
    ['/latchkey%2ecss', 'DELETE', 'GET, HEAD'],
    ['/_next/static/x.js', 'PUT', 'GET, HEAD'],
    ['/sign-in', 'PUT', 'GET, HEAD, POST'],
    ['/sign-in', 'OPTIONS', 'GET, HEAD, POST'],
    ['/api/auth/session', 'DELETE', 'GET, HEAD, POST'],
  ])('%s refuses %s and says what is', async (path, method, allow) => {
    const { seen, ask } = await openFront({})
    const answer = await ask({ method, path, headers: ours })
    expect(answer).toMatchObject({ status: 405, headers: { allow } })
    expect(seen).toHaveLength(0)
  })

  it.each(['/auth/v1/tokens', '/auth/v1/', '/.well-known/openid-configuration'])('%s takes no form', async (path) => {
    const { seen, ask } = await openFront({})
    expect((await ask({ method: 'POST', path })).status).toBe(404)
    expect(seen).toHaveLength(0)
    await ask({ path })
    expect(seen).toHaveLength(1)
  })

  it('an endpoint with a slash at its end is left to the router, which corrects it', async () => {
    const { seen, ask } = await openFront({})
    await ask({ method: 'POST', path: '/auth/v1/token/' })
    expect(seen).toHaveLength(1)
  })
})

describe('a method without a name in the router', () => {
  it('is refused on a page', async () => {
    const { seen, ask } = await openFront({})
    expect((await ask({ method: 'PROPFIND' })).status).toBe(405)
    expect(seen).toHaveLength(0)
  })

  it('reaches an endpoint as a method that it refuses', async () => {
    const { seen, ask } = await openFront({})
    await ask({ method: 'PROPFIND', path: '/auth/v1/token' })
    expect(seen[0]?.method).toBe('DELETE')
  })
})

describe('a request of the router’s own client for data', () => {
  it.each(['rsc', 'next-router-prefetch', 'next-router-segment-prefetch', 'next-router-state-tree'])(
    'marked by %s reaches an endpoint as a prefetch',
    async (name) => {
      const { seen, ask } = await openFront({})
      await ask({ path: '/sso?token=x', headers: { [name]: '1' } })
      expect(seen[0]?.headers[name]).toBeUndefined()
      expect(seen[0]?.headers['sec-purpose']).toBe('prefetch')
    },
  )

  it('reaches a page as it is', async () => {
    const { seen, ask } = await openFront({})
    await ask({ path: '/activity', headers: { rsc: '1' } })
    expect(seen[0]?.headers.rsc).toBe('1')
    expect(seen[0]?.headers['sec-purpose']).toBeUndefined()
  })
})

describe('a failure in the front', () => {
  it('is answered without details and logged with them', async () => {
    services = await openTestServices()
    const server = createServer(
      createFront(services, {
        handle: () => {
          throw new Error('private detail')
        },
        development: false,
      }),
    )
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const answer = await send((server.address() as AddressInfo).port, {})
    expect(answer.status).toBe(500)
    expect(answer.body).not.toContain('private detail')
    expect(services.logLines.join('')).toContain('private detail')
  })
})
