import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { findEndpoint } from '#lib/front/endpoint-table.ts'
import { openFront } from '#lib/testing/test-front.ts'

/** The routes of the router behind that offer an endpoint at a path that is not the portal's. */
const routes = globSync('app/{auth,sso,launch,accounts,livez,readyz,.well-known}/**/route.ts')
  .filter((file) => readFileSync(file, 'utf8').includes('toRouteHandlers'))
  .map((file) => ({
    file,
    path: file
      .replace(/^app|\/route\.ts$/g, '')
      .replace('[accountId]', 'A-1')
      .replace('[[...path]]', 'orders/7'),
  }))

describe('the table of endpoints', () => {
  it('has every one that the router has, and the same', async () => {
    expect(routes.length).toBeGreaterThan(9)
    for (const { file, path } of routes) {
      const endpoint = findEndpoint(path)
      if (!endpoint) throw new Error(`${path} is not in the table`)
      const [, name] = /toRouteHandlers\((\w+)\)/.exec(readFileSync(file, 'utf8')) ?? []
      const module = /from '#lib\/endpoints\/([^']+)'/.exec(readFileSync(file, 'utf8'))?.[1]
      const { [name ?? '']: expected } = await import(`../endpoints/${module}`)
      expect(endpoint, path).toBe(expected)
    }
  })

  it.each([
    '/',
    '/sign-in',
    '/sso/',
    '/sso/other',
    '/launch',
    '/launch/a/b',
    '/accounts',
    '/auth/v1/token/',
    '/livez/x',
  ])('leaves %s to the pages', (path) => expect(findEndpoint(path)).toBeUndefined())
})

describe('an endpoint', () => {
  it('is answered in front of what stands behind', async () => {
    const { seen, ask } = await openFront({})
    const answer = await ask({ path: '/livez' })
    expect(answer).toMatchObject({ status: 200, body: '{"status":"ok"}' })
    expect(seen).toEqual([])
  })

  it('is told nothing that a stranger claims', async () => {
    const { services, ask } = await openFront({})
    const forged = { 'x-request-id': 'forged', 'x-forwarded-for': '9.9.9.9' }
    const answer = await ask({ method: 'POST', path: '/auth/v1/token', headers: forged })
    expect(JSON.parse(answer.body).requestId).toBe(answer.headers['x-request-id'])
    expect(answer.headers['x-request-id']).toMatch(/^req_/)
    expect(services.logLines.join('')).not.toMatch(/forged|9\.9\.9\.9/)
  })

  it('refuses a method without a name', async () => {
    const { ask } = await openFront({})
    expect((await ask({ method: 'PROPFIND', path: '/auth/v1/token' })).status).toBe(405)
  })

  it.each(['rsc', 'next-router-prefetch', 'next-router-segment-prefetch', 'next-router-state-tree'])(
    'marked by %s is not gone to',
    async (name) => {
      const { ask } = await openFront({})
      expect((await ask({ path: '/sso?token=x', headers: { [name]: '1' } })).status).toBe(204)
    },
  )

  it('answers HEAD without a body, and a body that is too large with 413', async () => {
    const { ask } = await openFront({})
    expect(await ask({ method: 'HEAD', path: '/livez' })).toMatchObject({ status: 200, body: '' })
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const body = `grantType=${'x'.repeat(20_000)}`
    expect((await ask({ method: 'POST', path: '/auth/v1/token', headers, body })).status).toBe(413)
    expect((await ask({ path: '/livez' })).status).toBe(200)
  })
})
