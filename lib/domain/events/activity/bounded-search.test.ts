import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import type { EventFilter } from '#lib/domain/events/activity/event-filter.ts'
import { exportEvents } from '#lib/domain/events/activity/export-events.ts'
import { listEvents } from '#lib/domain/events/activity/list-events.ts'
import { scanLimit } from '#lib/domain/events/activity/store.ts'
import { engineOf } from '#lib/foundation/db/engine.ts'
import { root } from '#lib/testing/people.ts'
import { explain } from '#lib/testing/query-plans.ts'
import { openTestServices, type TestServices, testEngine, testStart } from '#lib/testing/test-services.ts'

let services: TestServices

beforeEach(async () => {
  services = await openTestServices()
})

/** Events a second apart: the oldest created the account, and the others opened it with a key from one IP address. */
async function insertHistory(count: number): Promise<void> {
  await sql`
    insert into audit_events (id, at, kind, actor_kind, actor_id, actor_name, subject_kind, subject_id, subject_name,
      account_id, address, address_key, request_id, details, key_id)
    with recursive n (i) as (select 1 union all select i + 1 from n where i < ${sql.lit(count)})
    select 'evt_' || cast(i as text), ${sql.lit(testStart)} + 1000 * i,
      case when i = 1 then 'account.created' else 'sso_grant.redeemed' end,
      'person', 'usr_1', 'Ann', 'account', 'acme', 'Acme', 'acme', '192.0.2.7', '4c0000207', 'req_1', '{}', 'lkid_1'
    from n
  `.execute(services.db)
}

describe('a search of two conditions', () => {
  const filter = { accountId: 'acme', kind: 'account.created' } as const

  it('stops after a number of events, and the older page continues', async () => {
    await insertHistory(scanLimit + 2)
    const first = await listEvents(services, root, filter)
    const searchedTo = testStart + 3_000
    expect(first).toEqual({ events: [], newer: null, older: { at: searchedTo, id: '0' }, searchedTo })
    const second = await listEvents(services, root, { ...filter, before: first.older ?? undefined })
    expect(second.events.map(({ id }) => id)).toEqual(['evt_1'])
    expect([second.older, second.searchedTo]).toEqual([null, null])
  })

  it('finds everything in the export', async () => {
    await insertHistory(scanLimit + 2)
    const ids: string[] = []
    for await (const event of exportEvents(services, root, filter)) ids.push(event.id)
    expect(ids).toEqual(['evt_1'])
  })

  it('does not stop when no more events are left', async () => {
    await insertHistory(scanLimit - 1)
    expect((await listEvents(services, root, filter)).events.map(({ id }) => id)).toEqual(['evt_1'])
  })

  it('finds newer events in the same steps', async () => {
    await insertHistory(scanLimit + 60)
    const from = { at: testStart, id: '0' }
    const page = await listEvents(services, root, { accountId: 'acme', kind: 'user', after: from })
    expect(page).toEqual({
      events: [],
      newer: { at: testStart + 1000 * scanLimit, id: 'z' },
      older: from,
      searchedTo: null,
    })
  })
})

it('pages and exports every event of one instant, however many they are', async () => {
  const filter = { accountId: 'acme', kind: 'sso_grant.redeemed' } as const
  await insertHistory(2 * scanLimit + 60)
  await sql`update audit_events set at = ${testStart}`.execute(services.db)
  await sql`update audit_events set kind = 'user.created' where id not like '%5'`.execute(services.db)
  const exported: string[] = []
  for await (const event of exportEvents(services, root, filter)) exported.push(event.id)
  const paged: string[] = []
  let page = await listEvents(services, root, filter)
  for (;;) {
    paged.push(...page.events.map(({ id }) => id))
    if (!page.older) break
    page = await listEvents(services, root, { ...filter, before: page.older })
  }
  expect(new Set(exported).size).toBe((2 * scanLimit + 60) / 10)
  expect(exported).toEqual(exported.toSorted().reverse())
  expect(paged).toEqual(exported)
})

/** Columns with as many values as a busy database has. PostgreSQL chooses among its indexes by these statistics. */
async function insertVariety(): Promise<void> {
  await sql`
    insert into audit_events (id, at, kind, actor_kind, actor_id, actor_name, subject_kind, subject_id, subject_name,
      account_id, address, address_key, request_id, details, key_id)
    with recursive n (i) as (select 1 union all select i + 1 from n where i < 4000)
    select 'evt_' || cast(i as text), ${sql.lit(testStart)} - 1000 * i,
      case i % 20 when 0 then 'sso_grant.redeemed' when 1 then 'user.created' else 'account.updated' end,
      'person', 'usr_' || cast(i % 40 as text), 'Ann', 'user', 'usr_' || cast((i + 7) % 40 as text), 'Bob',
      case i % 40 when 1 then 'acme' else 'acc-' || cast(i % 40 as text) end,
      '192.0.2.' || cast(10 + i % 40 as text), '4c00002' || cast(10 + i % 40 as text), 'req_1', '{}', 'lkid_' || cast(i % 40 as text)
    from n
  `.execute(services.db)
  if (engineOf(services.db) === 'postgres') await sql`analyze audit_events`.execute(services.db)
}

it('reads a page of each filter from an index, in its order', async () => {
  await insertVariety()
  const filters: [string, EventFilter][] = [
    ['audit_events_by_time', {}],
    ['audit_events_by_time', { since: 1, until: testStart }],
    ['audit_events_by_account', { accountId: 'acme' }],
    ['audit_events_by_key', { keyId: 'lkid_1' }],
    ['audit_events_by_network', { network: '192.0.2.16' }],
    ['audit_events_by_kind', { kind: 'sso_grant' }],
    ['audit_events_by_actor', { userId: 'usr_1' }],
    ['audit_events_by_subject', { userId: 'usr_1' }],
    ['audit_events_by_key', { keyId: 'lkid_1', kind: 'sso_grant', since: 1 }],
  ]
  for (const [index, filter] of filters) {
    const plans = await explain(services.db, (db) =>
      listEvents({ ...services, db }, root, { ...filter, before: { at: testStart, id: 'evt_1' } }),
    )
    expect(plans.join('\n'), JSON.stringify(filter)).toContain(index)
    for (const plan of plans) {
      if (testEngine() === 'sqlite') expect(plan).not.toMatch(/SCAN audit_events(?! USING)/)
      else expect(plan).not.toContain('Seq Scan')
      // Each branch is bounded by time, in its index.
      if (testEngine() === 'sqlite') expect(plan).toMatch(/at<\?|<\(\?,\?\)|at>\? AND at<\?/)
      else expect(plan).toMatch(/Index Cond: \(.*at <=? /)
    }
  }
})
