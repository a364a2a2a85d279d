import { describe, expect, it } from 'vitest'
import { openFront } from '#lib/testing/test-front.ts'

describe('an endpoint', () => {
  it('is served without Next', async () => {
    const { seen, ask } = await openFront({})
    const answer = await ask({ path: '/livez' })
    expect(answer).toMatchObject({ status: 200, body: '{"status":"ok"}' })
    expect(seen).toEqual([])
  })

  it('never sees spoofed headers', async () => {
    const { services, ask } = await openFront({})
    const forged = { 'x-request-id': 'forged', 'x-forwarded-for': '9.9.9.9' }
    const answer = await ask({ method: 'POST', path: '/auth/v1/token', headers: forged })
    expect(JSON.parse(answer.body).requestId).toBe(answer.headers['x-request-id'])
    expect(answer.headers['x-request-id']).toMatch(/^req_/)
    expect(services.logLines.join('')).not.toMatch(/forged|9\.9\.9\.9/)
  })

  it('refuses unknown methods', async () => {
    const { ask } = await openFront({})
    expect((await ask({ method: 'PROPFIND', path: '/auth/v1/token' })).status).toBe(405)
  })

  it.each(['rsc', 'next-router-prefetch', 'next-router-segment-prefetch', 'next-router-state-tree'])(
    'with %s is not a navigation',
    async (name) => {
      const { ask } = await openFront({})
      expect((await ask({ path: '/sso?token=x', headers: { [name]: '1' } })).status).toBe(204)
    },
  )

  it('responds to HEAD without a body, and to a body that is too large with 413', async () => {
    const { ask } = await openFront({})
    expect(await ask({ method: 'HEAD', path: '/livez' })).toMatchObject({ status: 200, body: '' })
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const body = `grantType=${'x'.repeat(20_000)}`
    expect((await ask({ method: 'POST', path: '/auth/v1/token', headers, body })).status).toBe(413)
    expect((await ask({ path: '/livez' })).status).toBe(200)
  })
})
