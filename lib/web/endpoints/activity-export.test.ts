import { beforeEach, describe, expect, it } from 'vitest'
import { recordEvent } from '#lib/foundation/audit/store.ts'
import { callEndpoint } from '#lib/testing/call-endpoint.ts'
import { insertUser, root, signInAs } from '#lib/testing/people.ts'
import { openTestServices, type TestServices, testBaseUrl } from '#lib/testing/test-services.ts'
import { activityExportEndpoint } from '#lib/web/endpoints/activity-export.ts'

let services: TestServices

beforeEach(async () => {
  services = await openTestServices()
})

async function signIn(role: 'admin' | 'agent'): Promise<string> {
  return (await signInAs(services, await insertUser(services, { role, name: 'Ann' }))).cookieHeader
}

function get(query: string, cookie = '', method = 'GET'): Promise<Response> {
  const request = new Request(`${testBaseUrl}/activity/export${query}`, {
    method,
    headers: { cookie, 'x-request-id': 'req_export' },
  })
  return callEndpoint(activityExportEndpoint, request, '192.0.2.7')
}

async function suspend(accountId: string): Promise<void> {
  const subject = { kind: 'account', id: accountId, name: accountId } as const
  await services.db
    .transaction()
    .execute((trx) => recordEvent(trx, root, { kind: 'account.suspended', subject, accountId }))
}

describe('GET /activity/export', () => {
  it('200: is a CSV file named after the day, marked as UTF-8 for spreadsheets, of what the filter lets through', async () => {
    await suspend('acme')
    await suspend('nord')
    const response = await get('?account=acme&kind=&person=', await signIn('admin'))
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toEqual({
      'cache-control': 'no-store',
      'content-disposition': 'attachment; filename="latchkey-activity-2026-11-21.csv"',
      'content-type': 'text/csv; charset=utf-8; header=present',
      pragma: 'no-cache',
      'x-content-type-options': 'nosniff',
      'x-request-id': 'req_export',
    })
    const bytes = new Uint8Array(await response.arrayBuffer())
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    const lines = new TextDecoder().decode(bytes).split('\r\n')
    expect(lines).toHaveLength(3)
    expect(lines[1]).toMatch(/^2026-11-21T12:00:00\.000Z,account\.suspended,operator,,root,account,acme,acme,acme,/)
  })

  it('200: is complete for any number of events', async () => {
    for (let number = 0; number < 700; number++) await suspend(`account-${number}`)
    const text = await (await get('?kind=account', await signIn('admin'))).text()
    expect(text.split('\r\n')).toHaveLength(702)
  })

  it('200: counts the day and the name of the file in the reader’s time zone', async () => {
    const cookie = `${await signIn('admin')}; latchkey-time-zone=Pacific/Kiritimati`
    const response = await get('?from=2026-11-22', cookie)
    expect(response.headers.get('content-disposition')).toContain('latchkey-activity-2026-11-22.csv')
    expect((await response.text()).split('\r\n').length).toBeGreaterThan(2)
  })

  it('303: redirects to the sign-in page, and back', async () => {
    const response = await get('?kind=user')
    expect([response.status, response.headers.get('location')]).toEqual([
      303,
      '/sign-in?next=%2Factivity%2Fexport%3Fkind%3Duser',
    ])
  })

  it('400: for a filter that cannot be read', async () => {
    const response = await get('?from=yesterday', await signIn('admin'))
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: 'input_invalid', requestId: 'req_export' })
  })

  it('403: for an agent', async () => {
    const response = await get('', await signIn('agent'))
    expect([response.status, (await response.json()).error]).toEqual([403, 'forbidden'])
  })

  it('405: for a form sent to it', async () => {
    const response = await get('', await signIn('admin'), 'POST')
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
  })
})
