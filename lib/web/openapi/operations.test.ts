import { describe, expect, it } from 'vitest'
import { callEndpoint } from '#lib/testing/call-endpoint.ts'
import { openTestServices } from '#lib/testing/test-services.ts'
import { type EndpointAddress, endpointTable } from '#lib/web/gateway/endpoint-table.ts'
import { operations } from '#lib/web/openapi/operations.ts'

/** Unpublished paths, with the reason. */
const unpublished: Readonly<Partial<Record<EndpointAddress, string>>> = {
  '/sso/confirm': 'a confirmation between two pages',
  '/auth/v1/back-channel-logout/[providerId]': 'for sign-in providers, as their own standard describes it',
  '/api-reference/[[...page]]': 'the API reference itself',
  '/clear-cookies': 'a form of an error page',
  '/.well-known/change-password': 'a redirect for password managers',
  '/organization/logo/[digest]': 'an image of pages',
  '/organization/accent/[color]': 'a stylesheet of pages',
  '/users-and-access/keys/[keyId]/live': 'a stream for the script of a portal page',
  '/accounts/[accountId]/-/end': 'a form of the account page',
  '/accounts/[accountId]/-/status': 'for the script of the account page',
  '/accounts/[accountId]/[[...path]]': 'the account page',
  '/scim/v2/[[...path]]': 'SCIM 2.0, which describes itself at /scim/v2/Schemas',
}

const described = [...new Set(operations.map(({ path }) => toTablePath(path)))]

/** The path in the notation of the endpoint table. */
function toTablePath(path: string): string {
  return path.replaceAll(/{(\w+)}/g, '[$1]')
}

describe('the OpenAPI document', () => {
  it('describes every endpoint for clients, and no other', () => {
    const table = Object.keys(endpointTable).filter((address) => !(address in unpublished))
    expect(described.toSorted()).toEqual(table.toSorted())
  })

  it('has unique operation IDs', () => {
    const ids = operations.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it.each(operations)('describes the method $method of $path', async ({ method, path }) => {
    await openTestServices()
    const endpoint = endpointTable[toTablePath(path) as EndpointAddress]
    const request = new Request(`https://login.example.com${path}`, { method: 'PURGE' })
    const { status, headers } = await callEndpoint(endpoint, request)
    expect([status, headers.get('allow')]).toEqual([405, expect.stringMatching(new RegExp(`\\b${method}\\b`))])
  })
})
