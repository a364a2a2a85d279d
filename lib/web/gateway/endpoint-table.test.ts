import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { managementEndpoint, managementEndpoints } from '#lib/web/endpoints/management-api.ts'
import { endpointTable } from '#lib/web/gateway/endpoint-table.ts'
import { findEndpoint } from '#lib/web/gateway/route-table.ts'

/** Route handlers that the gateway leaves to Next, with the reason. */
const leftToTheRouter: Readonly<Record<string, string>> = {
  '/api/v1/[...path]': 'one route for all operations of the management API, whose paths the table has',
  '/sign-in': 'next-auth sets its cookies, and is built on Next',
  '/forgot-password': 'its menus set cookies through Next, as those of the sign-in page',
  '/sign-in/passkey': 'as /sign-in',
  '/sign-in/provider/[providerId]': 'as /sign-in',
  '/sign-in/provider/[providerId]/callback': 'as /sign-in',
  '/sign-in/provider/[providerId]/link': 'as /sign-in',
  '/sign-in/second-step': 'as /sign-in',
  '/sign-in/second-step/passkey': 'as /sign-in',
  '/activity/export': 'a download in the portal, with the headers and limits of pages',
  '/activity/names': 'for the script of a portal page',
  '/activity/new': 'for the script of a portal page',
  '/jump/results': 'for the script of every portal page, with the limits of pages',
  '/manage/accounts/choices': 'for the script of a portal page',
  '/manage/accounts/import/[id]/progress': 'for the script of a portal page',
  '/manage/accounts/import/[id]/rejected': 'a download in the portal',
}

/** Every route handler below `app`, by its path. */
const routes = new Map(
  readdirSync('app', { recursive: true, encoding: 'utf8' })
    .filter((file) => /\/route\.\w+$/.test(file))
    .map((file) => [`/${file}`.replace(/\/\(\w+\)|\/route\.\w+$/g, ''), readFileSync(`app/${file}`, 'utf8')]),
)

describe('the endpoint table', () => {
  it('has every route handler of Next, with exceptions for a reason', () => {
    const table = Object.keys(endpointTable).filter((address) => !(address in managementEndpoints))
    const known = [...table, ...Object.keys(leftToTheRouter)]
    expect([...routes.keys()].sort()).toEqual(known.sort())
  })

  it.each(Object.entries(endpointTable))('has the same endpoint at %s', async (address, endpoint) => {
    const source = routes.get(address in managementEndpoints ? '/api/v1/[...path]' : address) ?? ''
    const [, module, name = ''] = /import\('#lib\/web\/endpoints\/([^']+)\.ts'\)\)\.(\w+)/.exec(source) ?? []
    const { [name]: offered } = await import(`../endpoints/${module}.ts`)
    expect(offered).toBe(address in managementEndpoints ? managementEndpoint : endpoint)
    expect(findEndpoint(address.replace('[accountId]', 'A-1').replace('[[...path]]', 'orders/7'))).toBe(endpoint)
  })

  it.each(['/accounts/A-1', '/accounts/A-1/-', '/accounts/A-1/-/end/x', '/accounts/%2F/%00'])(
    'has the account page at %s',
    (path) => {
      expect(findEndpoint(path)).toBe(endpointTable['/accounts/[accountId]/[[...path]]'])
    },
  )

  it.each([
    '/',
    '/sign-in',
    '/sign-in/passkey',
    '/sso/',
    '/sso/other',
    '/launch',
    '/launch/a/b',
    '/launch/a/',
    '/accounts',
    '/accounts/',
    '/accounts/A-1/',
    '/accounts//orders',
    '/accounts/A-1/a//b',
    '/accounts/A-1/-/end/',
    '/auth/v1/token/',
    '/livez/x',
    '/x/livez',
    '/.well-known/jwksXjson',
    '/LIVEZ',
  ])('leaves %s to Next', (path) => expect(findEndpoint(path)).toBeUndefined())
})
