import { describe, expect, it } from 'vitest'
import { type EndpointAddress, endpointTable } from '#lib/gateway/endpoint-table.ts'
import { operations } from '#lib/openapi/operations.ts'
import { callEndpoint } from '#lib/testing/call-endpoint.ts'
import { openTestServices } from '#lib/testing/test-services.ts'

/** Addresses about which nothing is published, and why. */
const forPeople: Readonly<Partial<Record<EndpointAddress, string>>> = {
  '/sso/confirm': 'a question between two pages',
  '/api-reference': 'the description itself, for people',
  '/clear-cookies': 'a form of a page that refuses',
  '/accounts/[accountId]/-/end': 'a form of the page of an account',
  '/accounts/[accountId]/-/status': 'a part of the page of an account',
  '/accounts/[accountId]/[[...path]]': 'the page of an account',
}

const described = operations.map(({ path }) => path.replace('{accountId}', '[accountId]'))

describe('the description', () => {
  it('tells of every address that clients ask, and of no other', () => {
    const table = Object.keys(endpointTable).filter((address) => !(address in forPeople))
    expect(described.toSorted()).toEqual(table.toSorted())
  })

  it('gives every operation a name of its own', () => {
    const ids = operations.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it.each(operations)('tells of the method that $path takes', async ({ method, path }) => {
    await openTestServices()
    const endpoint = endpointTable[path.replace('{accountId}', '[accountId]') as EndpointAddress]
    const request = new Request(`https://login.example.com${path}`, { method: 'DELETE' })
    const { status, headers } = await callEndpoint(endpoint, request)
    expect([status, headers.get('allow')]).toEqual([405, expect.stringMatching(new RegExp(`^${method}\\b`))])
  })
})
