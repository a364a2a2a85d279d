import { beforeEach, describe, expect, it } from 'vitest'
import { createAccount, suspendAccount } from '#lib/domain/accounts/accounts/manage-accounts.ts'
import { nextHash } from '#lib/domain/events/journal/chain.ts'
import { addFinalCheckpoint } from '#lib/domain/events/journal/checkpoint.ts'
import { deleteOldEvents } from '#lib/domain/events/journal/delete-old-events.ts'
import { eventsAnswer } from '#lib/domain/events/journal/events-schema.ts'
import { sealAllEvents } from '#lib/domain/events/journal/seal-events.ts'
import { updateUser } from '#lib/domain/people/user-lifecycle/change-user.ts'
import { revokeApiKey } from '#lib/domain/people/user-lifecycle/revoke-api-key.ts'
import type { EventKind } from '#lib/foundation/audit/event.ts'
import { eventKinds } from '#lib/foundation/audit/event.ts'
import { dayMs } from '#lib/kernel/clock.ts'
import { announceStop } from '#lib/kernel/stopping.ts'
import { account } from '#lib/testing/accounts.ts'
import { callEndpoint } from '#lib/testing/call-endpoint.ts'
import { root } from '#lib/testing/people.ts'
import { issueTestTokens, makeTestKey, refusalBody, show, type TestKey } from '#lib/testing/test-programs.ts'
import { openTestServices, type TestServices, testBaseUrl } from '#lib/testing/test-services.ts'
import { managementEndpoints } from '#lib/web/endpoints/management-api.ts'

let services: TestServices
let key: TestKey
let accessToken: string
beforeEach(async () => {
  services = await openTestServices()
  key = await makeTestKey(services, { role: 'admin', scopes: ['events:read'] })
  accessToken = (await issueTestTokens(key)).accessToken
  await sealAllEvents(services)
})

function get(query = '', token = accessToken): Promise<Response> {
  const headers = { Authorization: `Bearer ${token}` }
  return callEndpoint(
    managementEndpoints['/api/v1/events'],
    new Request(`${testBaseUrl}/api/v1/events${query}`, { headers }),
  )
}

async function read(query = '') {
  const response = await get(query)
  expect(response.status).toBe(200)
  return eventsAnswer.parse(await response.json())
}

async function makeAccounts(count: number): Promise<void> {
  for (let n = 0; n < count; n++) {
    await createAccount(services, root, account({ id: `acme-${n}`, name: 'Acme' }))
  }
}

const seqs = ({ events }: { events: readonly { seq: number }[] }) => events.map(({ seq }) => seq)
const kinds = ({ events }: { events: readonly { event: { kind: string } }[] }) => events.map(({ event }) => event.kind)

describe('GET /api/v1/events', () => {
  it('lists sealed events from the oldest on, each with its place in the chain', async () => {
    await addFinalCheckpoint(services)
    const { events, next, checkpoint } = await read()
    expect(events.map(({ event }) => event.kind)).toEqual(['user.created', 'api_key.generated'])
    expect(events[1]).toEqual({
      seq: 2,
      hash: nextHash(events[0]?.hash ?? '', events[1]?.event),
      event: expect.objectContaining({
        subject: { kind: 'api_key', id: key.id, name: 'Test key' },
        actor: { kind: 'operator', id: null, name: root.name },
        details: expect.objectContaining({ scopes: 'events:read' }),
      }),
    })
    expect(next).toBe(2)
    expect(checkpoint).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
  })

  it('shows no event before it is sealed', async () => {
    await makeAccounts(1)
    expect(await read('?after=2')).toMatchObject({ events: [], next: 2 })
    await sealAllEvents(services)
    expect(await read('?after=2')).toMatchObject({ events: [{ seq: 3 }], next: 3 })
  })

  it('reads page after page without a gap', async () => {
    await makeAccounts(8)
    await sealAllEvents(services)
    const seen: number[] = []
    for (let next = 0; next < 10; ) {
      const page = await read(`?after=${next}&limit=3`)
      seen.push(...seqs(page))
      next = page.next
    }
    expect(seen).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  })

  it('reads only some kinds, and goes on after what it left out', async () => {
    await makeAccounts(2)
    await suspendAccount(services, root, 'acme-0')
    await sealAllEvents(services)
    const chosen: EventKind[] = ['account.suspended', 'user.created']
    const page = await read(`?kind=${chosen.join(',')}`)
    expect(kinds(page)).toEqual(['user.created', 'account.suspended'])
    expect(page.next).toBe(5)
    expect(await read('?after=0&kind=database.restored')).toMatchObject({ events: [], next: 5 })
    expect(await read('?limit=1&kind=account.created')).toMatchObject({ events: [{ seq: 3 }], next: 3 })
  })

  it('starts with the oldest event that is kept, and does not hide that others are gone', async () => {
    await makeAccounts(1)
    await sealAllEvents(services)
    services.clock.advance(31 * dayMs)
    await deleteOldEvents(services.db, 30 * dayMs, 100)
    accessToken = (await issueTestTokens(key)).accessToken
    expect(await read()).toMatchObject({ events: [], next: 3 })
    await suspendAccount(services, root, 'acme-0')
    await sealAllEvents(services)
    expect(seqs(await read())).toEqual([4])
    expect(seqs(await read('?after=3'))).toEqual([4])
    expect(await show(await get('?after=2'))).toMatchObject({ status: 410 })
  })
})

describe('GET /api/v1/events that waits', () => {
  it('is answered as soon as an event is sealed', async () => {
    const waiting = read('?after=2&wait=30')
    await makeAccounts(1)
    await sealAllEvents(services)
    expect(seqs(await waiting)).toEqual([3])
  })

  it('waits on for the right kind, and then gives up', async () => {
    const waiting = read('?after=2&wait=2&kind=account.suspended')
    await makeAccounts(1)
    await sealAllEvents(services)
    expect(await waiting).toMatchObject({ events: [], next: 3 })
  })

  /** Six requests: five are waiting once the sixth is refused. */
  async function fillWaitList(): Promise<Promise<Response>[]> {
    const asked = Array.from({ length: 6 }, () => get('?after=2&wait=30'))
    const refused = await Promise.race(asked)
    expect(await show(refused)).toMatchObject({ status: 429, headers: { 'retry-after': '1' } })
    return asked
  }

  it('is refused if the key was revoked meanwhile', async () => {
    const waiting = await fillWaitList()
    await revokeApiKey(services, root, key.id)
    await sealAllEvents(services)
    const statuses = (await Promise.all(waiting)).map(({ status }) => status)
    expect(statuses.sort()).toEqual([401, 401, 401, 401, 401, 429])
  })

  it.each(['ending', 'replaced'] as const)('is answered at once when the process is %s', async (stop) => {
    const waiting = await fillWaitList()
    announceStop(services, stop)
    const statuses = (await Promise.all(waiting)).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 200, 200, 200, 200, 429])
  })

  it('counts per key, and only while it waits', async () => {
    const other = await makeTestKey(services, { role: 'owner', scopes: ['events:read'] })
    const token = (await issueTestTokens(other)).accessToken
    const waiting = await fillWaitList()
    expect((await get('?after=2&wait=1', token)).status).toBe(200)
    await sealAllEvents(services)
    await Promise.all(waiting)
    const again = await Promise.all(Array.from({ length: 5 }, () => get('?after=4&wait=1')))
    expect(again.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  })
})

describe('GET /api/v1/events, refused', () => {
  it.each([
    ['?after=-1', 'after', 'it is not a whole number from 0 to 9007199254740991'],
    ['?after=1e3', 'after', 'it is not a whole number from 0 to 9007199254740991'],
    ['?limit=0', 'limit', 'it is not a whole number from 1 to 1000'],
    ['?limit=1001', 'limit', 'it is not a whole number from 1 to 1000'],
    ['?wait=31', 'wait', 'it is not a whole number from 0 to 30'],
    ['?kind=account', 'kind', 'it has an unknown kind of event'],
    [`?kind=${'account.created,'.repeat(eventKinds.length)}account.created`, 'kind', 'it has too many kinds'],
  ])('%.40s', async (query, field, reason) => {
    const body = refusalBody('invalid_request', `The value of ${field} is not acceptable: ${reason}.`)
    expect(await show(await get(query))).toMatchObject({ status: 400, body })
  })

  it('with a malformed query', async () => {
    const body = refusalBody('invalid_request', 'The query has a bad percent-encoding.')
    expect(await show(await get('?%ff=1'))).toMatchObject({ status: 400, body })
  })

  it('with a field twice, or the token in the query', async () => {
    expect((await get('?after=1&after=1')).status).toBe(400)
    expect((await get(`?access_token=${accessToken}`)).status).toBe(400)
  })

  it('for a position that the journal does not have, as after a restored backup', async () => {
    const { status, body } = await show(await get('?after=3'))
    expect([status, JSON.parse(body).error]).toEqual([410, 'unknown_position'])
  })

  it('without the scope', async () => {
    const { status, headers, body } = await show(
      await get('', (await issueTestTokens(await makeTestKey(services))).accessToken),
    )
    expect(status).toBe(403)
    expect(headers['www-authenticate']).toContain('scope="events:read"')
    expect(body).toBe(refusalBody('insufficient_scope', 'The access token does not have the scope events:read.'))
  })

  it('once the owner of the key is no longer a manager', async () => {
    await updateUser(services, root, {
      userId: key.ownerId,
      name: 'Robin',
      role: 'agent',
      accountScope: 'all',
      accountIds: [],
    })
    const { status, body } = await show(await get())
    expect([status, JSON.parse(body).error]).toEqual([403, 'insufficient_scope'])
  })
})

it.each(['agent', 'service'] as const)('no key of a user with the role %s gets the scope', async (role) => {
  await expect(makeTestKey(services, { role, scopes: ['sso', 'events:read'] })).rejects.toMatchObject({
    code: 'input_invalid',
    fields: { scopes: 'owner_role' },
  })
})
