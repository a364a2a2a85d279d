import { describe, expect, it } from 'vitest'
import { openFront } from '#lib/testing/test-front.ts'

describe('the client IP address', () => {
  it('is the socket’s if no trusted proxy sent the request', async () => {
    const { seen, ask } = await openFront({})
    await ask({ headers: { 'x-forwarded-for': '9.9.9.9', forwarded: 'for=9.9.9.9', 'x-real-ip': '9.9.9.9' } })
    expect(seen[0]?.headers['x-forwarded-for']).toBe('127.0.0.1')
    expect(seen[0]?.headers.forwarded).toBeUndefined()
    expect(seen[0]?.headers['x-real-ip']).toBeUndefined()
  })

  it('is the nearest one that is not a trusted proxy', async () => {
    const { seen, ask } = await openFront({ TRUSTED_PROXIES: '127.0.0.1,10.0.0.0/8' })
    await ask({ headers: { 'x-forwarded-for': '9.9.9.9, 203.0.113.7, 10.1.2.3' } })
    expect(seen[0]?.headers['x-forwarded-for']).toBe('203.0.113.7')
  })
})

describe('the request ID', () => {
  it('is generated, and the same in the request, the page and the log', async () => {
    const { services, seen, ask } = await openFront({})
    const answer = await ask({ headers: { 'x-request-id': 'forged' } })
    const id = seen[0]?.headers['x-request-id']
    expect(id).toMatch(/^req_[0-9A-Za-z]{20}$/)
    expect(answer.headers['x-request-id']).toBe(id)
    await expect.poll(() => services.logLines.some((line) => line.includes(String(id)))).toBe(true)
  })
})

describe('the access log', () => {
  it('has the trace ID of a well-formed traceparent', async () => {
    const { services, ask } = await openFront({})
    const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
    await ask({ path: '/traced', headers: { traceparent: `00-${traceId}-00f067aa0ba902b7-01` } })
    await ask({ path: '/untraced', headers: { traceparent: `00-${traceId}-forged` } })
    const lineOf = (path: string) => services.logLines.find((line) => line.includes(`"pathname":"${path}"`))
    await expect.poll(() => lineOf('/untraced')).toBeDefined()
    expect(lineOf('/traced')).toContain(`"traceId":"${traceId}"`)
    expect(lineOf('/untraced')).not.toContain('traceId')
  })

  it('omits the query', async () => {
    const { services, ask } = await openFront({})
    await ask({ path: '/sso?token=very-secret' })
    await expect.poll(() => services.logLines.join('')).toContain('"pathname":"/sso"')
    expect(services.logLines.join('')).not.toContain('very-secret')
  })
})

describe('the host', () => {
  it('is always the configured one for Next', async () => {
    const { seen, ask } = await openFront({})
    await ask({ headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' } })
    expect(seen[0]?.headers).toMatchObject({
      host: 'login.example.com',
      'x-forwarded-host': 'login.example.com',
      'x-forwarded-proto': 'https',
    })
  })

  it('of an absolute request target is ignored', async () => {
    const { seen, ask } = await openFront({})
    await ask({ path: 'http://evil.example/users?q=1' })
    expect(seen[0]).toMatchObject({ url: '/users?q=1', headers: { host: 'login.example.com' } })
  })

  it('on loopback is redirected to the configured one for pages', async () => {
    const { ask } = await openFront({ BASE_URL: 'http://localhost:3000' })
    const answer = await ask({ path: '/launch/a?b=c', headers: { host: '127.0.0.1:3000' } })
    expect(answer.status).toBe(307)
    expect(answer.headers.location).toBe('http://localhost:3000/launch/a?b=c')
  })

  it.each([
    '/auth/v1/token',
    '/auth/v1/sso',
    '/livez',
    '/readyz',
    '/api/v1/events',
    '/api/v1/grants/grt_x',
    '/api/v1/refusals/req_x',
  ])('on loopback is not checked for %s', async (path) => {
    const { ask } = await openFront({ BASE_URL: 'http://localhost:3000' })
    const answer = await ask({ path, headers: { host: '127.0.0.1:3000' } })
    expect(answer.headers.location).toBeUndefined()
    expect(answer.headers['x-request-id']).toMatch(/^req_/)
  })
})

describe('a path with malformed percent-encoding', () => {
  it.each(['/sign-in%', '/launch/%zz', '/accounts/A-1/%ff', '/manage/accounts/import/%C3/progress'])(
    'gets no further: %s',
    async (path) => {
      const { seen, ask } = await openFront({})
      expect((await ask({ path })).status).toBe(400)
      expect(seen).toEqual([])
    },
  )

  it.each(['/accounts/A-1/%C3%A9', '/sign-in?q=%ff&%zz'])('does not include %s', async (path) => {
    const { ask } = await openFront({})
    expect((await ask({ path })).status).not.toBe(400)
  })
})

describe('pages', () => {
  it('carry the security headers, each with its own nonce', async () => {
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

  it('submit forms to this origin only', async () => {
    const { ask } = await openFront({})
    const policy = String((await ask({ path: '/' })).headers['content-security-policy'])
    expect(/form-action [^;]+/.exec(policy)?.[0]).toBe("form-action 'self'")
  })

  it.each([
    '/sso?token=x',
    '/launch/A-1',
    '/accounts/A-1/orders/7',
    '/accounts/A-1/-/end',
    '/readyz',
    '/sign-in',
    '/forgot-password',
    '/sign-in/passkey',
    '/sign-in/second-step?next=%2F',
    '/sign-in/second-step/passkey',
    '/sign-in/provider/acme?next=%2F',
    '/sign-in/provider/acme/callback?code=x',
    '/sign-in/provider/acme/link',
    '/auth/v1/back-channel-logout/acme',
  ])('that are endpoints or documents keep their own headers: %s', async (path) => {
    const { seen, ask } = await openFront({}, { endpointsBehind: true })
    const answer = await ask({ path, headers: { 'content-security-policy': "default-src 'none'" } })
    expect(answer.headers['content-security-policy']).toBeUndefined()
    expect(answer.headers['x-request-id']).toBeUndefined()
    expect(seen[0]?.headers['content-security-policy']).toBeUndefined()
  })
})

describe('built files', () => {
  it('carry no policy, but nosniff', async () => {
    const { ask } = await openFront({})
    const { headers } = await ask({ path: '/_next/static/chunks/a.js' })
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['content-security-policy']).toBeUndefined()
  })
})

describe('under https', () => {
  it.each(['/users-and-access', '/auth/v1/token', '/sso', '/livez'])(
    '%s tells browsers to stay with it',
    async (path) => {
      const { ask } = await openFront({})
      expect((await ask({ path })).headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
    },
  )

  it('subdomains are excluded if HSTS_SUBDOMAINS is off', async () => {
    const { ask } = await openFront({ HSTS_SUBDOMAINS: 'off' })
    expect((await ask({ path: '/livez' })).headers['strict-transport-security']).toBe('max-age=31536000')
  })

  it('is not required on loopback', async () => {
    const { ask } = await openFront({ BASE_URL: 'http://localhost:3000' })
    const answer = await ask({ path: '/livez' })
    expect(answer.headers['strict-transport-security']).toBeUndefined()
  })
})

describe('a method that a path does not support', () => {
  const ours = { origin: 'https://login.example.com' }

  it.each([
    ['/latchkey.css', 'POST', 'GET, HEAD'],
    ['/latchkey.css', 'OPTIONS', 'GET, HEAD'],
    ['/latchkey%2ecss', 'DELETE', 'GET, HEAD'],
    ['/_next/static/x.js', 'PUT', 'GET, HEAD'],
    ['/sign-in', 'PUT', 'GET, HEAD, POST'],
    ['/sign-in', 'OPTIONS', 'GET, HEAD, POST'],
    ['/forgot-password', 'PUT', 'GET, HEAD, POST'],
    ['/sign-in/passkey', 'PATCH', 'GET, HEAD, POST'],
    ['/sign-in/provider/acme', 'PUT', 'GET, HEAD, POST'],
  ])('%s refuses %s and says what is', async (path, method, allow) => {
    const { seen, ask } = await openFront({})
    const answer = await ask({ method, path, headers: ours })
    expect(answer).toMatchObject({ status: 405, headers: { allow } })
    expect(seen).toHaveLength(0)
  })
})

describe('a precondition or a range', () => {
  const headers = {
    'if-match': '"x"',
    'if-unmodified-since': 'Thu, 01 Jan 1970 00:00:00 GMT',
    'if-none-match': '"x"',
    range: 'bytes=9999999-',
    'if-range': '"x"',
  }

  it.each(['/latchkey.css', '/favicon.ico', '/fonts/a.woff2', '/_next/static/a.js', '/', '/sign-in'])(
    'that Next would answer with 500 does not reach it at %s',
    async (path) => {
      const { seen, ask } = await openFront({})
      expect((await ask({ path, headers })).status).toBe(200)
      expect(Object.keys(headers).filter((name) => name in (seen[0]?.headers ?? {}))).toEqual(['if-none-match'])
    },
  )
})

describe('a method that Next does not support', () => {
  it('is refused on a page', async () => {
    const { seen, ask } = await openFront({})
    expect((await ask({ method: 'PROPFIND' })).status).toBe(405)
    expect(seen).toHaveLength(0)
  })

  it('reaches an endpoint behind Next as a method that it refuses', async () => {
    const { seen, ask } = await openFront({}, { endpointsBehind: true })
    await ask({ method: 'PROPFIND', path: '/auth/v1/token' })
    expect(seen[0]?.method).toBe('DELETE')
  })
})

describe('a data request of Next’s client', () => {
  it.each(['rsc', 'next-router-prefetch', 'next-router-segment-prefetch', 'next-router-state-tree'])(
    'with %s reaches an endpoint behind Next as a prefetch',
    async (name) => {
      const { seen, ask } = await openFront({}, { endpointsBehind: true })
      await ask({ path: '/sso?token=x', headers: { [name]: '1' } })
      expect(seen[0]?.headers[name]).toBeUndefined()
      expect(seen[0]?.headers['sec-purpose']).toBe('prefetch')
    },
  )

  it('reaches a page unchanged', async () => {
    const { seen, ask } = await openFront({})
    await ask({ path: '/set-up', headers: { rsc: '1' } })
    expect(seen[0]?.headers.rsc).toBe('1')
    expect(seen[0]?.headers['sec-purpose']).toBeUndefined()
  })
})

it('a Server Action that Next forwards to itself gets 404, so that it never waits for its own turn', async () => {
  const { seen, ask } = await openFront({})
  const headers = { origin: 'https://login.example.com', 'x-action-forwarded': '1' }
  const answer = await ask({ method: 'POST', path: '/sign-in', headers })
  expect([answer.status, answer.headers['x-nextjs-action-not-found']]).toEqual([404, '1'])
  expect(seen).toEqual([])
})

describe('the router state in a request', () => {
  const leaf = ['__PAGE__', {}, null, null, 16]
  const state = ['', { children: [['id', 'imp_1', 'd', null], { children: leaf }, ['/x', ''], 'refetch'] }]

  it.each([
    [200, encodeURIComponent(JSON.stringify(state))],
    [400, '%'],
    [400, '[]'],
    [400, '{}'],
    [400, 'garbage'],
    [400, encodeURIComponent('["",{"children":["x"]}]')],
    [400, encodeURIComponent('["",{},null,"other"]')],
    [400, '["",{}], ["",{}]'],
  ])('gets %i for %s', async (status, tree) => {
    const { ask } = await openFront({})
    const answer = await ask({ path: '/set-up', headers: { rsc: '1', 'next-router-state-tree': tree } })
    expect(answer.status).toBe(status)
    expect(answer.headers['x-request-id']).toMatch(/^req_/)
  })

  it('may be nested deeply without crashing the process', async () => {
    const { ask } = await openFront({})
    const tree = `${'["",{"c":'.repeat(2_000)}["",{}]${'}]'.repeat(2_000)}`
    expect((await ask({ headers: { 'next-router-state-tree': tree } })).status).toBeLessThan(500)
  })
})

describe('Next’s internal paths', () => {
  it.each(['/_global-error', '/_error', '/_next/image?url=%2Ffavicon.svg&w=64&q=75', '/_next/data/x/y.json'])(
    'answer 404: %s',
    async (path) => {
      const { seen, ask } = await openFront({})
      expect((await ask({ path })).status).toBe(404)
      expect(seen).toEqual([])
    },
  )
})

describe('an error in the gateway', () => {
  it('gets a response without details and is logged with them', async () => {
    const { services, ask } = await openFront(
      {},
      {
        handle: () => {
          throw new Error('private detail')
        },
      },
    )
    const answer = await ask({})
    expect(answer.status).toBe(500)
    expect(answer.body).not.toContain('private detail')
    expect(services.logLines.join('')).toContain('private detail')
  })
})
