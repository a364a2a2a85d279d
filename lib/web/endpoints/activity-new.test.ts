import { beforeEach, describe, expect, it } from 'vitest'
import { recordEvent } from '#lib/foundation/audit/store.ts'
import type { PortalRole } from '#lib/foundation/authorization/roles.ts'
import { minuteMs } from '#lib/kernel/clock.ts'
import { callEndpoint } from '#lib/testing/call-endpoint.ts'
import { insertUser, root, signInAs } from '#lib/testing/people.ts'
import { openTestServices, type TestServices, testBaseUrl, testStart } from '#lib/testing/test-services.ts'
import { newEventsEndpoint } from '#lib/web/endpoints/activity-new.ts'

let services: TestServices

beforeEach(async () => {
  services = await openTestServices()
})

async function signIn(role: PortalRole): Promise<string> {
  return (await signInAs(services, await insertUser(services, { role }))).cookieHeader
}

function get(query: string, cookie = '', method = 'GET'): Promise<Response> {
  const url = `${testBaseUrl}/activity/new${query}`
  const request = new Request(url, { method, headers: { cookie, 'x-request-id': 'req_new' } })
  return callEndpoint(newEventsEndpoint, request, '192.0.2.7')
}

async function suspend(accountId: string): Promise<void> {
  const subject = { kind: 'account', id: accountId, name: accountId } as const
  await services.db
    .transaction()
    .execute((trx) => recordEvent(trx, root, { kind: 'account.suspended', subject, accountId }))
}

describe('GET /activity/new', () => {
  it('200: the IDs of the events since the instant that the filter matches', async () => {
    const cookie = await signIn('admin')
    await suspend('acme')
    services.clock.advance(1)
    await suspend('acme')
    await suspend('nord')
    const query = `?account=acme&kind=account&since=${testStart + 1}`
    const response = await get(query, cookie)
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await response.json()).toEqual({ ids: [expect.stringMatching(/^evt_/)] })
    expect(await (await get(`?account=acme&since=${testStart}`, cookie)).json()).toEqual({
      ids: [expect.stringMatching(/^evt_/), expect.stringMatching(/^evt_/)],
    })
  })

  it.each(['', '?since=', '?since=-1', '?since=1.5', '?since=now', '?since=0&kind=gossip'])(
    '400 input_invalid: %s',
    async (query) => {
      const response = await get(query, await signIn('admin'))
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({ error: 'input_invalid', requestId: 'req_new' })
    },
  )

  it.each([
    ['401 without a session', undefined, 401, 'signed_out'],
    ['403 to an agent', 'agent', 403, 'forbidden'],
  ] as const)('%s', async (_title, role, status, error) => {
    const response = await get('?since=0', role && (await signIn(role)))
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ error, requestId: 'req_new' })
  })

  it('405 for another method', async () => {
    expect((await get('?since=0', await signIn('admin'), 'POST')).status).toBe(405)
  })

  it('401 when the session was idle for too long, because a poll doesn’t move its idle end', async () => {
    const cookie = await signIn('admin')
    services.clock.advance(services.env.portalLifetimes.idleMs - 5 * minuteMs)
    expect((await get('?since=0', cookie)).status).toBe(200)
    services.clock.advance(5 * minuteMs)
    expect((await get('?since=0', cookie)).status).toBe(401)
  })
})
