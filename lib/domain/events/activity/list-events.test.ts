import { beforeEach, describe, expect, it } from 'vitest'
import type { EventFilter } from '#lib/domain/events/activity/event-filter.ts'
import { type EventPage, eventsPerPage, listEvents, listNewEventIds } from '#lib/domain/events/activity/list-events.ts'
import type { AuditEvent, NewEvent } from '#lib/foundation/audit/event.ts'
import { recordEvent } from '#lib/foundation/audit/store.ts'
import type { Actor, PortalUser } from '#lib/foundation/authorization/actor.ts'
import type { PortalRole } from '#lib/foundation/authorization/roles.ts'
import { root } from '#lib/testing/people.ts'
import { openTestServices, type TestServices, testStart } from '#lib/testing/test-services.ts'

let services: TestServices

beforeEach(async () => {
  services = await openTestServices()
})

function person(role: PortalRole, userId = `usr_${role}`): PortalUser {
  return {
    kind: 'person',
    userId,
    name: `The ${role}`,
    role,
    sessionId: 'pse_1',
    browserHash: 'hash',
    strength: 'pwd',
    confirmedAt: testStart,
    address: '192.0.2.7',
    requestId: 'req_1',
  }
}

async function record(event: NewEvent, actor: Actor = root): Promise<void> {
  await services.db.transaction().execute((trx) => recordEvent(trx, actor, event))
}

async function recordMany(count: number): Promise<void> {
  for (let number = 1; number <= count; number++) {
    await record({ kind: 'account.created', subject: { kind: 'account', id: `a${number}`, name: `Account ${number}` } })
    // Two at each instant: the id decides between them.
    if (number % 2 === 0) services.clock.advance(1)
  }
}

function names(page: Pick<EventPage, 'events'>): string[] {
  return page.events.map((event) => event.subject.name)
}

async function namesFor(filter: EventFilter): Promise<string[]> {
  return names(await listEvents(services, root, filter)).toSorted()
}

describe('an audit event', () => {
  it('is read as it was written', async () => {
    await record(
      {
        kind: 'api_key.generated',
        subject: { kind: 'api_key', id: 'lkid_1', name: 'Invoices' },
        accountId: 'acme',
        details: { owner: 'Ann', expiresAt: null, keys: 2 },
      },
      person('admin'),
    )
    const { events, newer, older } = await listEvents(services, root, {})
    expect(events).toEqual<AuditEvent[]>([
      {
        id: expect.stringMatching(/^evt_[A-Za-z0-9]{20}$/),
        at: testStart,
        kind: 'api_key.generated',
        actor: { kind: 'person', id: 'usr_admin', name: 'The admin' },
        subject: { kind: 'api_key', id: 'lkid_1', name: 'Invoices' },
        accountId: 'acme',
        address: '192.0.2.7',
        requestId: 'req_1',
        details: { owner: 'Ann', expiresAt: null, keys: 2 },
      },
    ])
    expect([newer, older]).toEqual([null, null])
  })

  it('names the operator, and no actor for an anonymous request', async () => {
    await record({ kind: 'user.created', subject: { kind: 'user', id: 'usr_1', name: 'Ann' } })
    services.clock.advance(1)
    await record(
      { kind: 'portal_session.refused', subject: { kind: 'user', id: null, name: 'ann@example.com' } },
      { kind: 'visitor', address: '203.0.113.9', requestId: 'req_2' },
    )
    const { events } = await listEvents(services, root, {})
    expect(events.map((event) => event.actor)).toEqual([
      { kind: 'visitor', id: null, name: '' },
      { kind: 'operator', id: null, name: 'root' },
    ])
  })
})

describe('pages', () => {
  it('cover all events in both directions without gap or repetition', async () => {
    await recordMany(2 * eventsPerPage + 7)
    const first = await listEvents(services, root, {})
    const second = await listEvents(services, root, { before: first.older ?? undefined })
    const third = await listEvents(services, root, { before: second.older ?? undefined })
    expect([first, second, third].map((page) => page.events.length)).toEqual([eventsPerPage, eventsPerPage, 7])
    expect(new Set([first, second, third].flatMap(names)).size).toBe(2 * eventsPerPage + 7)
    expect([first.newer, third.older]).toEqual([null, null])

    const backToSecond = await listEvents(services, root, { after: third.newer ?? undefined })
    expect(backToSecond).toEqual(second)
    const backToFirst = await listEvents(services, root, { after: second.newer ?? undefined })
    expect(names(backToFirst)).toEqual(names(first))
  })

  it('stay the same when new events are written', async () => {
    await recordMany(eventsPerPage + 3)
    const first = await listEvents(services, root, {})
    const before = await listEvents(services, root, { before: first.older ?? undefined })
    await recordMany(5)
    expect(await listEvents(services, root, { before: first.older ?? undefined })).toEqual(before)
  })

  it('show the full newest page instead of a short one', async () => {
    await recordMany(eventsPerPage + 3)
    const newestBefore = await listEvents(services, root, {})
    await recordMany(2)
    const newest = await listEvents(services, root, { after: newestBefore.events[10] })
    expect(newest.events).toHaveLength(eventsPerPage)
    expect(newest).toEqual(await listEvents(services, root, {}))
  })

  it('are empty when nothing matches', async () => {
    await recordMany(3)
    expect(await listEvents(services, root, { accountId: 'nowhere' })).toEqual({
      events: [],
      newer: null,
      older: null,
      searchedTo: null,
    })
  })
})

describe('the filter', () => {
  beforeEach(async () => {
    await record({ kind: 'user.created', subject: { kind: 'user', id: 'usr_ann', name: 'created' } })
    services.clock.advance(1_000)
    await record(
      { kind: 'account.suspended', subject: { kind: 'account', id: 'acme', name: 'suspended' }, accountId: 'acme' },
      person('admin', 'usr_ann'),
    )
    services.clock.advance(1_000)
    await record({ kind: 'user.deactivated', subject: { kind: 'user', id: 'usr_bob', name: 'deactivated' } })
    // The equal ID of another kind of subject.
    await record({ kind: 'api_key.revoked', subject: { kind: 'api_key', id: 'usr_ann', name: 'revoked' } })
  })

  it('by user finds events by and about them', async () => {
    expect(await namesFor({ userId: 'usr_ann' })).toEqual(['created', 'suspended'])
  })

  it('by account finds the events of that account', async () => {
    expect(await namesFor({ accountId: 'acme' })).toEqual(['suspended'])
  })

  it('by key finds its changes and the links that it requested', async () => {
    const subject = { kind: 'account', id: 'acme', name: 'opened' } as const
    await record({ kind: 'sso_grant.redeemed', subject, details: { via: 'usr_ann' } })
    await record({ kind: 'sso_grant.redeemed', subject, details: { via: 'launch' } })
    expect(await namesFor({ keyId: 'usr_ann' })).toEqual(['opened', 'revoked'])
    expect(await namesFor({ keyId: 'launch' })).toEqual([])
  })

  it('by IP address finds the events from there', async () => {
    expect(await namesFor({ network: '192.0.2.7' })).toEqual(['suspended'])
    expect(await namesFor({ network: 'command line' })).toEqual(['created', 'deactivated', 'revoked'])
  })

  it('by user finds an event by and about the same user once', async () => {
    const subject = { kind: 'user', id: 'usr_eve', name: 'signed in' } as const
    await record({ kind: 'portal_session.started', subject }, person('admin', 'usr_eve'))
    expect(await namesFor({ userId: 'usr_eve' })).toEqual(['signed in'])
  })

  it('by kind finds that kind, and by group only that group', async () => {
    await record({ kind: 'account_session.ended', subject: { kind: 'account', id: 'acme', name: 'ended' } })
    expect(await namesFor({ kind: 'user.created' })).toEqual(['created'])
    expect(await namesFor({ kind: 'user' })).toEqual(['created', 'deactivated'])
    expect(await namesFor({ kind: 'account' })).toEqual(['suspended'])
  })

  it('by time includes its first millisecond and excludes its end', async () => {
    expect(await namesFor({ since: testStart + 1_000, until: testStart + 2_000 })).toEqual(['suspended'])
    expect(await namesFor({ since: testStart + 1_001, until: testStart + 2_001 })).toEqual(['deactivated', 'revoked'])
  })

  it('combines all conditions', async () => {
    expect(await namesFor({ userId: 'usr_ann', kind: 'user', since: testStart })).toEqual(['created'])
    expect(await namesFor({ userId: 'usr_ann', kind: 'user', accountId: 'acme' })).toEqual([])
  })
})

describe('new events', () => {
  it('are the newest of the filter since an instant, at most a page', async () => {
    await recordMany(eventsPerPage + 10)
    const newest = await listEvents(services, root, {})
    const ids = newest.events.map(({ id }) => id)
    expect(await listNewEventIds(services, root, { filter: {}, since: testStart })).toEqual(ids)
    const last = newest.events[0]?.at ?? 0
    expect(await listNewEventIds(services, root, { filter: {}, since: last })).toEqual(ids.slice(0, 2))
    expect(await listNewEventIds(services, root, { filter: {}, since: last + 1 })).toEqual([])
    expect(await listNewEventIds(services, root, { filter: { since: last }, since: testStart })).toEqual(
      ids.slice(0, 2),
    )
    expect(await listNewEventIds(services, root, { filter: { accountId: 'nowhere' }, since: testStart })).toEqual([])
  })
})

describe('reading audit events', () => {
  it('is allowed to owners, admins and the operator', async () => {
    for (const actor of [person('owner'), person('admin'), root]) {
      expect((await listEvents(services, actor, {})).events).toEqual([])
    }
  })

  it('is refused to agents, clients and anonymous requests', async () => {
    const source = { address: '192.0.2.7', requestId: 'req_1' }
    const others: Actor[] = [
      person('agent'),
      { kind: 'program', userId: 'usr_1', keyId: 'lkid_1', name: 'key', ...source },
      { kind: 'visitor', ...source },
    ]
    for (const actor of others) {
      await expect(listEvents(services, actor, {})).rejects.toMatchObject({ code: 'forbidden' })
    }
  })
})
