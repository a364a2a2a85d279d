import { describe, expect, it } from 'vitest'
import { managementScopes } from '#lib/foundation/authorization/management-scopes.ts'
import { makeApiCaller } from '#lib/testing/api-client.ts'
import { fewOf } from '#lib/testing/sampling.ts'
import { openFront } from '#lib/testing/test-front.ts'
import { type EndpointAddress, endpointTable } from '#lib/web/gateway/endpoint-table.ts'

async function openApi() {
  const { services, ask } = await openFront({})
  const { token } = await makeApiCaller(services, [...managementScopes])
  return { ask, headers: { Host: 'login.example.com', Authorization: `Bearer ${token}` } }
}

const addresses = (Object.keys(endpointTable) as EndpointAddress[]).filter((path) => path.startsWith('/api/v1/'))

describe('the gateway before the management API', () => {
  it.each(fewOf(3, addresses))('refuses a method that the router does not support, at %s', async (address) => {
    const { ask, headers } = await openApi()
    const path = address.replaceAll(/\[\w+\]/g, 'https:%2F%2Fcrm.example')
    for (const method of ['PURGE', 'UNLINK', 'PROPFIND', 'REPORT']) {
      expect([method, (await ask({ method, path, headers })).status]).toEqual([method, 405])
    }
  })

  it('passes bodies of up to 64 KiB, under any host name', async () => {
    const { ask, headers } = await openApi()
    const put = (padding: number) =>
      ask({
        method: 'PUT',
        path: '/api/v1/accounts/acme',
        headers: { ...headers, Host: 'other.example', 'Content-Type': 'application/json' },
        body: JSON.stringify({ name: 'Acme', createdAt: 'x'.repeat(padding) }),
      })
    expect((await put(64 * 1024 - 100)).status).toBe(201)
    expect((await put(64 * 1024)).status).toBe(413)
  })
})
