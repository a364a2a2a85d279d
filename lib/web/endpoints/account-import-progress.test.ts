import { beforeEach, describe, expect, it } from 'vitest'
import { runAccountImport, uploadAccountImport } from '#lib/domain/accounts/account-imports/run-account-import.ts'
import type { PortalRole } from '#lib/foundation/authorization/roles.ts'
import { callEndpoint } from '#lib/testing/call-endpoint.ts'
import { insertUser, type SignedIn, signInAs } from '#lib/testing/people.ts'
import { openTestServices, type TestServices, testBaseUrl } from '#lib/testing/test-services.ts'
import { accountImportProgressEndpoint } from '#lib/web/endpoints/account-import-progress.ts'

let services: TestServices
let admin: SignedIn
let importId: string

beforeEach(async () => {
  services = await openTestServices()
  admin = await signIn('admin')
  const bytes = Buffer.from('id,name\na,A\nb,B\n')
  importId = await uploadAccountImport(services, admin.person, { fileName: 'accounts.csv', bytes })
})

async function signIn(role: PortalRole): Promise<SignedIn> {
  return signInAs(services, await insertUser(services, { role }))
}

function get(id: string, cookie = '', method = 'GET'): Promise<Response> {
  const url = `${testBaseUrl}/manage/accounts/import/${id}/progress`
  const request = new Request(url, { method, headers: { cookie, 'x-request-id': 'req_progress' } })
  return callEndpoint(accountImportProgressEndpoint, request, '192.0.2.7')
}

describe('GET /manage/accounts/import/<id>/progress', () => {
  it('200: the progress of the import', async () => {
    const before = await get(importId, admin.cookieHeader)
    expect(before.status).toBe(200)
    expect(before.headers.get('cache-control')).toBe('no-store')
    expect(await before.json()).toEqual({ done: 0, rows: 2, state: 'checked' })
    await runAccountImport(services, admin.person, { id: importId, skipBad: false })
    expect(await (await get(importId, admin.cookieHeader)).json()).toEqual({ done: 2, rows: 2, state: 'finished' })
  })

  it.each([
    ['401 without a session', undefined, 401, 'signed_out'],
    ['403 to an agent', 'agent', 403, 'forbidden'],
    ['404 to another manager', 'owner', 404, 'not_found'],
  ] as const)('%s', async (_title, role, status, error) => {
    const response = await get(importId, role && (await signIn(role)).cookieHeader)
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ error, requestId: 'req_progress' })
  })

  it('404 for an unknown import', async () => {
    expect((await get('imp_nothing', admin.cookieHeader)).status).toBe(404)
  })

  it('405 for another method', async () => {
    expect((await get(importId, admin.cookieHeader, 'POST')).status).toBe(405)
  })
})
