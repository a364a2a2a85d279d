import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import type { EventFilter } from '#lib/domain/events/activity/event-filter.ts'
import { exportEvents } from '#lib/domain/events/activity/export-events.ts'
import { listEvents } from '#lib/domain/events/activity/list-events.ts'
import { smallNetwork, timeScanLimit } from '#lib/domain/events/activity/network-store.ts'
import { recordEvent } from '#lib/foundation/audit/store.ts'
import { engineOf } from '#lib/foundation/db/engine.ts'
import { toAddressKey } from '#lib/kernel/networks.ts'
import { root } from '#lib/testing/people.ts'
import { explain } from '#lib/testing/query-plans.ts'
import { openTestServices, type TestServices, testEngine, testStart } from '#lib/testing/test-services.ts'

let services: TestServices

beforeEach(async () => {
  services = await openTestServices()
})

async function recordFrom(...addresses: string[]): Promise<void> {
  for (const address of addresses) {
    const actor = { kind: 'visitor', address, requestId: 'req_1' } as const
    const event = { kind: 'portal_session.refused', subject: { kind: 'user', id: null, name: address } } as const
    await services.db.transaction().execute((trx) => recordEvent(trx, actor, event))
    services.clock.advance(1)
  }
}

/** Events a second apart, from the IP addresses 198.51.0.0, 198.51.0.1 and so on in turn. */
async function insertEvents(count: number, addresses: number, from = 0): Promise<void> {
  const key = (n: ReturnType<typeof sql>) =>
    engineOf(services.db) === 'postgres'
      ? sql`'4c633' || lpad(to_hex(${n}), 4, '0')`
      : sql`'4c633' || printf('%04x', ${n})`
  // A busy machine takes longer for all of them than a statement may.
  for (let first = from; first < from + count; first += 4_000) {
    const last = Math.min(first + 4_000, from + count) - 1
    await sql`
    insert into audit_events (id, at, kind, actor_kind, actor_name, subject_kind, subject_name, address, address_key,
      request_id, details)
    with recursive n (i) as (select ${sql.lit(first)} union all select i + 1 from n where i < ${sql.lit(last)})
    select 'evt_' || cast(1000000 + i as text), ${sql.lit(testStart)} + 1000 * i,
      case i % 100 when 0 then 'user.created' else 'sso_grant.redeemed' end,
      'visitor', '', 'user', '', '198.51', ${key(sql`i % ${sql.lit(addresses)}`)}, 'req_1', '{}'
    from n
  `.execute(services.db)
  }
  if (engineOf(services.db) === 'postgres') await sql`analyze audit_events`.execute(services.db)
}

async function exportIds(filter: EventFilter): Promise<readonly string[]> {
  const ids: string[] = []
  for await (const { id } of exportEvents(services, root, filter)) ids.push(id)
  return ids
}

/** The pages from the newest to the oldest, then back again. */
async function pageIds(filter: EventFilter): Promise<Readonly<Record<'down' | 'up', readonly string[]>>> {
  const [down, up]: [string[], string[]] = [[], []]
  let page = await listEvents(services, root, filter)
  for (;;) {
    down.push(...page.events.map(({ id }) => id))
    if (!page.older) break
    page = await listEvents(services, root, { ...filter, before: page.older })
  }
  for (;;) {
    up.unshift(...page.events.map(({ id }) => id))
    if (!page.newer) break
    page = await listEvents(services, root, { ...filter, after: page.newer })
  }
  return { down, up }
}

const idsOf = (numbers: readonly number[]) => numbers.map((number) => `evt_${1_000_000 + number}`)
const downFrom = (count: number) => Array.from({ length: count }, (_, index) => count - 1 - index)

describe('a network', () => {
  it.each([
    ['203.0.113.0/24', ['203.0.113.255', '203.0.113.0']],
    ['203.0.113.128/25', ['203.0.113.255']],
    ['203.0.112.0/23', ['203.0.113.255', '203.0.113.0', '203.0.112.255']],
    ['203.0.114.0', ['203.0.114.0']],
    ['10.0.0.0/8', []],
    ['2001:db8::/48', ['2001:DB8:0:FFFF::1', '2001:db8::']],
    ['2001:db8:1::/48', ['2001:db8:1::']],
    ['::/0', ['2001:db8:1::', '2001:DB8:0:FFFF::1', '2001:db8::']],
    ['0.0.0.0/0', ['203.0.114.0', '203.0.113.255', '203.0.113.0', '203.0.112.255']],
    ['command line', ['command line']],
  ])('%s has the events of its IP addresses', async (network, found) => {
    await recordFrom('203.0.112.255', '203.0.113.0', '203.0.113.255', '203.0.114.0')
    await recordFrom('2001:db8::', '2001:DB8:0:FFFF::1', '2001:db8:1::', 'command line', 'unknown')
    const { events } = await listEvents(services, root, { network })
    expect(events.map(({ address }) => address)).toEqual(found)
    expect((await listEvents(services, root, { network, kind: 'user' })).events).toEqual([])
  })

  it('with few events is paged by time, whatever the number of its IP addresses', async () => {
    await recordFrom('198.52.0.0')
    await insertEvents(300, 256)
    const network = '198.51.0.0/24'
    expect(await pageIds({ network })).toEqual({ down: idsOf(downFrom(300)), up: idsOf(downFrom(300)) })
    expect(await exportIds({ network, kind: 'user' })).toEqual(idsOf([200, 100, 0]))
    expect((await pageIds({ network: '198.51.0.128/25' })).down).toEqual(
      idsOf(downFrom(300).filter((number) => number % 256 >= 128)),
    )
  })

  it('with few IP addresses is paged by time, whatever the number of its events', async () => {
    await insertEvents(smallNetwork + 100, 512)
    const { events } = await listEvents(services, root, { network: '198.51.1.0/29' })
    const own = downFrom(smallNetwork + 100).filter((number) => number % 512 >= 256 && number % 512 < 264)
    expect(events.map(({ id }) => id)).toEqual(idsOf(own.slice(0, 50)))
    expect(await exportIds({ network: '198.51.1.0/29' })).toEqual(idsOf(own))
  })

  it('with many of both is searched in steps from the newest event', async () => {
    await insertEvents(smallNetwork + 1, 64)
    const network = '198.51.0.0/24'
    const newer = timeScanLimit + 10
    await sql`update audit_events set at = at - ${1000 * newer}`.execute(services.db)
    await insertEvents(newer, 1, 2_000_000)
    await sql`update audit_events set address_key = ${toAddressKey('192.0.2.1')}, at = at - 2000000000
      where id > 'evt_2'`.execute(services.db)
    const page = await listEvents(services, root, { network })
    expect(page).toMatchObject({ events: [], searchedTo: testStart + 10_000 })
    const next = await listEvents(services, root, { network, before: page.older ?? undefined })
    expect(next.events[0]?.id).toBe(`evt_${1_000_000 + smallNetwork}`)
    expect(await exportIds({ network })).toEqual(idsOf(downFrom(smallNetwork + 1)))
  })
})

describe('a page of a network', () => {
  const [fewAddresses, fewEvents, many] = ['198.51.0.0/28', '198.51.0.0/25', '198.51.0.0/16']

  it.each<[string, EventFilter]>([
    ['audit_events_by_network', { network: fewAddresses }],
    ['audit_events_by_network', { network: fewAddresses, kind: 'user' }],
    ['audit_events_by_network', { network: fewEvents }],
    ['audit_events_by_network', { network: fewEvents, kind: 'user', since: testStart }],
    ['audit_events_by_time', { network: many }],
    ['audit_events_by_kind', { network: many, kind: 'user' }],
  ])('reads %s for %j', async (index, filter) => {
    await insertEvents(smallNetwork + 1_000, 600)
    const before = { at: testStart + 5_000_000, id: 'evt_1' }
    const plans = await explain(services.db, (db) => listEvents({ ...services, db }, root, { ...filter, before }))
    expect(plans.at(-1)).toContain(index)
    for (const plan of plans) {
      if (testEngine() === 'sqlite') expect(plan).not.toMatch(/SCAN audit_events(?! USING)/)
      else expect(plan).not.toContain('Seq Scan')
    }
  })
})
