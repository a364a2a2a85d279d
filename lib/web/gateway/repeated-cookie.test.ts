import { describe, expect, it } from 'vitest'
import { openFront } from '#lib/testing/test-front.ts'

const page = '<h1>Your browser sent two session cookies</h1>'
const names = ['__Host-latchkey-browser', '__Secure-latchkey-account', '__Host-latchkey-portal-session']

describe('a request for a page with two cookies of one name', () => {
  it.each(['/', '/sign-in', '/users', '/accounts/acme', '/accounts/a.b/c.html', '/sso?token=x', '/launch/acme'])(
    'gets a page at %s that offers to delete the cookies',
    async (path) => {
      const { ask, seen } = await openFront({})
      for (const name of names) {
        const answer = await ask({ path, headers: { cookie: `${name}=a; b=c; ${name}=a` } })
        expect(answer.status).toBe(400)
        expect(answer.body).toContain(page)
        expect(answer.body).toContain('<form method="post" action="/clear-cookies">')
        expect(answer.headers['set-cookie']).toBeUndefined()
      }
      expect(seen).toEqual([])
    },
  )

  it('changes nothing by POST', async () => {
    const { ask, seen } = await openFront({})
    const headers = { origin: 'https://login.example.com', cookie: `${names[0]}=a; ${names[0]}=b` }
    expect((await ask({ method: 'POST', path: '/sign-in', headers })).body).toContain(page)
    expect(seen).toEqual([])
  })
})

describe('two cookies of one name are ignored', () => {
  it.each(['/latchkey.css', '/_next/static/a.js', '/fonts/inter-latin.woff2', '/mark.svg'])(
    'at %s, which the error page needs',
    async (path) => {
      const { ask } = await openFront({})
      expect((await ask({ path, headers: { cookie: `${names[0]}=a; ${names[0]}=b` } })).body).toBe('handled')
    },
  )

  it('at API endpoints', async () => {
    const { ask } = await openFront({})
    const headers = { cookie: `${names[0]}=a; ${names[0]}=b` }
    expect((await ask({ path: '/livez', headers })).status).toBe(200)
    const answer = await ask({ path: '/auth/v1/verify', headers: { ...headers, 'x-original-uri': '/accounts/acme' } })
    expect([answer.status, JSON.parse(answer.body).error]).toEqual([401, 'unauthorized'])
    for (const path of ['/api/v1/events', '/api/v1/grants/grt_x', '/api/v1/refusals/req_x']) {
      const refused = await ask({ path, headers })
      expect([path, refused.status, JSON.parse(refused.body).error]).toEqual([path, 401, 'unauthorized'])
    }
  })

  it('if the cookies are not ours', async () => {
    const { ask } = await openFront({})
    const cookie = 'a=1; a=2; latchkey-browser=1; latchkey-browser=2; __Host-latchkey-browser=1'
    expect((await ask({ headers: { cookie } })).body).toBe('handled')
  })
})

describe('POST /clear-cookies', () => {
  const cookie = `${names[0]}=a; ${names[0]}=b`

  it('deletes the cookies and redirects to the portal', async () => {
    const { ask } = await openFront({})
    const headers = { cookie, origin: 'https://login.example.com' }
    const answer = await ask({ method: 'POST', path: '/clear-cookies', headers })
    expect(answer.status).toBe(303)
    expect(answer.headers).toMatchObject({ location: '/', 'clear-site-data': '"cookies"' })
  })

  it('refuses forms of other sites', async () => {
    const { ask } = await openFront({})
    const headers = { cookie, origin: 'https://evil.example.com' }
    const answer = await ask({ method: 'POST', path: '/clear-cookies', headers })
    expect(answer.status).toBe(403)
    expect(answer.headers).not.toHaveProperty('clear-site-data')
  })

  it('refuses other methods', async () => {
    const { ask } = await openFront({})
    expect((await ask({ path: '/clear-cookies', headers: { cookie } })).status).toBe(405)
  })
})
