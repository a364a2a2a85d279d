import { describe, expect, it } from 'vitest'
import { makeDirectory } from '#lib/testing/scim.ts'
import { openFront } from '#lib/testing/test-front.ts'
import { maxScimBytes } from '#lib/web/endpoints/scim-request.ts'

async function openDirectory() {
  const { services, ask } = await openFront({})
  const directory = await makeDirectory(services)
  const headers = { Host: 'login.example.com', Authorization: `Bearer ${directory.token}` }
  return { ask, directory, headers }
}

describe('the gateway before SCIM', () => {
  it('makes no DELETE of a method that the router does not support', async () => {
    const { ask, directory, headers } = await openDirectory()
    const id = await directory.addUser('anna@corp.example')
    for (const method of ['PURGE', 'UNLINK', 'PROPFIND', 'REPORT']) {
      const { status } = await ask({ method, path: `/scim/v2/Users/${id}`, headers })
      expect([method, status]).toEqual([method, 405])
    }
    expect((await directory.call('GET', `/Users/${id}`)).body.active).toBe(true)
  })

  it('passes bodies of up to 256 KiB, and every method, under any host name', async () => {
    const { ask, directory, headers } = await openDirectory()
    const id = await directory.addUser('anna@corp.example')
    const json = { ...headers, Host: 'other.example', 'Content-Type': 'application/scim+json' }
    const put = (title: string) =>
      ask({
        method: 'PUT',
        path: `/scim/v2/Users/${id}`,
        headers: json,
        body: JSON.stringify({ userName: 'anna@corp.example', title }),
      })
    expect((await put('x'.repeat(maxScimBytes - 100))).status).toBe(200)
    expect((await put('x'.repeat(maxScimBytes))).status).toBe(413)
    expect((await ask({ method: 'DELETE', path: `/scim/v2/Users/${id}`, headers })).status).toBe(204)
  })

  it('answers unknown paths in JSON', async () => {
    const { ask } = await openFront({}, { isPage: () => false })
    for (const path of ['/scim', '/scim/v1/Users', '/scim/v3']) {
      const { status, body } = await ask({ path, headers: { Host: 'login.example.com', Accept: 'text/html' } })
      expect([path, status, JSON.parse(body).error]).toEqual([path, 404, 'not_found'])
    }
  })
})
