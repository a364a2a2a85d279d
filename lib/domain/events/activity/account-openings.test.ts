import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { accountEvent } from '#lib/domain/accounts/accounts/account.ts'
import { createAccount } from '#lib/domain/accounts/accounts/manage-accounts.ts'
import { type OpeningPeriod, readAccountOpenings } from '#lib/domain/events/activity/account-openings.ts'
import { maxRead } from '#lib/domain/events/activity/account-openings-store.ts'
import { listEvents } from '#lib/domain/events/activity/list-events.ts'
import { updateUser } from '#lib/domain/people/user-lifecycle/change-user.ts'
import type { User } from '#lib/domain/people/users/user.ts'
import { recordEvent } from '#lib/foundation/audit/store.ts'
import type { RecordedActor } from '#lib/foundation/authorization/actor.ts'
import { engineOf } from '#lib/foundation/db/engine.ts'
import { dayMs, hourMs } from '#lib/kernel/clock.ts'
import { account } from '#lib/testing/accounts.ts'
import { anyPerson, insertUser, root, signInAs } from '#lib/testing/people.ts'
import { explain } from '#lib/testing/query-plans.ts'
import { TestBrowser } from '#lib/testing/test-browser.ts'
import { addTestProgram, issueLink } from '#lib/testing/test-grants.ts'
import { openTestServices, type TestServices, testBaseUrl, testStart } from '#lib/testing/test-services.ts'

let services: TestServices
let agent: User

const acme = { id: 'acme', name: 'Acme' }

beforeEach(async () => {
  services = await openTestServices()
  await createAccount(services, root, account(acme))
  agent = await insertUser(services, { name: 'Anna Keller' })
})

const read = (period: OpeningPeriod = '7d', timeZone = 'UTC') =>
  readAccountOpenings(services, root, { accountId: 'acme', period, timeZone })

const personAt = ({ id: userId, name }: User, address: string): RecordedActor => {
  return { kind: 'person', userId, name, address, requestId: 'req_1' }
}

async function open(
  actor: RecordedActor,
  via = 'launch',
  kind: 'sso_grant.redeemed' | 'sso_grant.refused' = 'sso_grant.redeemed',
) {
  const event = accountEvent(kind, acme, { via, grantId: 'grt_1' })
  await services.db.transaction().execute((trx) => recordEvent(trx, actor, event))
}

describe('who opened an account', () => {
  it('names the key of each program and each user of the portal, as they are opened for real', async () => {
    const program = await addTestProgram(services, await insertUser(services, { role: 'owner' }))
    await new TestBrowser().open((await issueLink(program, { backUrl: testBaseUrl })).href)
    const browser = new TestBrowser((await signInAs(services, agent)).cookieHeader)
    for (let n = 0; n < 2; n++) {
      const { headers } = await browser.open('/launch/acme')
      await browser.open(headers.get('location') ?? '')
    }
    const { openers, ...sums } = await read()
    const last = { lastAt: testStart, lastFrom: expect.any(String), mayManage: true }
    expect(openers).toEqual([
      { keyId: null, userId: agent.id, name: 'Anna Keller', role: 'agent', count: 2, ...last },
      { keyId: program.keyId, userId: null, name: 'CRM', role: 'owner', count: 1, ...last },
    ])
    expect(sums).toEqual({ people: 1, keys: 1, times: 3, refused: 0, onlyNewest: undefined })
  })

  it('shows the most frequent first, with the newest time and address of each', async () => {
    const other = await insertUser(services, { name: 'Luca Moretti' })
    await open(personAt(other, '198.51.100.40'))
    await open(personAt(agent, '203.0.113.24'))
    services.clock.advance(hourMs)
    await open(personAt(agent, '2001:db8::1'))
    await open(personAt(agent, '192.0.2.9'), 'launch', 'sso_grant.refused')
    const { openers, times, refused } = await read()
    expect(openers.map(({ name, count, lastAt, lastFrom }) => [name, count, lastAt, lastFrom])).toEqual([
      ['Anna Keller', 2, testStart + hourMs, '2001:db8::1'],
      ['Luca Moretti', 1, testStart, '198.51.100.40'],
    ])
    expect([times, refused]).toEqual([3, 1])
  })

  it('names users as they are named today', async () => {
    await open(personAt(agent, '192.0.2.1'))
    await updateUser(services, root, { userId: agent.id, name: 'Ada Keller', role: 'agent', accountScope: 'all' })
    await open(personAt({ ...agent, name: 'Ada Keller' }, '192.0.2.1'))
    const { openers } = await read()
    expect(openers.map(({ name, count }) => [name, count])).toEqual([['Ada Keller', 2]])
  })

  it('tells users of one name apart, and calls a removed key by its ID', async () => {
    const namesake = await insertUser(services, { name: agent.name })
    for (const user of [agent, namesake]) await open(personAt(user, '192.0.2.1'))
    await open(personAt(agent, '192.0.2.1'), 'lkid_00000000000000000000')
    const { openers, people, keys } = await read()
    expect(openers.map(({ name }) => name).toSorted()).toEqual(
      [agent, namesake]
        .map(({ name, username }) => `${name} · ${username}`)
        .concat('lkid_00000000000000000000')
        .toSorted(),
    )
    expect([people, keys]).toEqual([2, 1])
  })

  it('offers an admin no page of an owner or of an owner’s key', async () => {
    const owner = await insertUser(services, { role: 'owner', name: 'Olivia' })
    const program = await addTestProgram(services, owner)
    for (const user of [owner, agent]) await open(personAt(user, '192.0.2.1'))
    await open(personAt(owner, '192.0.2.1'), program.keyId)
    const asAdmin = { accountId: 'acme', period: '7d', timeZone: 'UTC' } as const
    const { openers } = await readAccountOpenings(services, anyPerson('admin'), asAdmin)
    expect(openers.filter(({ mayManage }) => mayManage).map(({ name }) => name)).toEqual(['Anna Keller'])
    expect(openers).toHaveLength(3)
  })

  it.each([
    ['1d', 'UTC', 1],
    ['1d', 'Pacific/Kiritimati', 2],
    ['7d', 'UTC', 2],
    ['30d', 'UTC', 3],
  ] as const)('counts the last %s in the days of %s', async (period, timeZone, expected) => {
    const startOfDay = testStart - (testStart % dayMs)
    for (const at of [startOfDay - 29 * dayMs, startOfDay - 1, startOfDay]) {
      services.clock.set(at)
      await open(personAt(agent, '192.0.2.1'))
    }
    services.clock.set(startOfDay + hourMs)
    expect((await read(period, timeZone)).times).toBe(expected)
  })

  it('counts what Activity lists for the same account and time', async () => {
    for (let n = 0; n < 7; n++) await open(personAt(agent, '192.0.2.1'))
    const { events } = await listEvents(services, root, { accountId: 'acme', kind: 'sso_grant.redeemed' })
    expect((await read()).times).toBe(events.length)
  })

  it('reads at most the newest events of the account, from its index, and says so', async () => {
    await open(personAt(agent, '192.0.2.1'))
    await sql`
      insert into audit_events (id, at, kind, actor_kind, actor_id, actor_name, subject_kind, subject_id, subject_name,
        account_id, address, request_id, details)
      with recursive n (i) as (select 1 union all select i + 1 from n where i < ${sql.lit(maxRead)})
      select 'evt_' || cast(i as text), ${sql.lit(testStart + 1)} + i, 'account.updated', 'person', ${sql.lit(agent.id)}, 'A',
        'account', 'acme', 'Acme', 'acme', '192.0.2.1', 'req', '{}' from n`.execute(services.db)
    services.clock.advance(hourMs)
    expect(await read()).toMatchObject({ times: 0, onlyNewest: maxRead })
    if (engineOf(services.db) === 'postgres') await sql`analyze audit_events`.execute(services.db)
    const plans = await explain(services.db, (db) =>
      readAccountOpenings({ ...services, db }, root, { accountId: 'acme', period: '7d', timeZone: 'UTC' }),
    )
    const about = plans.filter((plan) => /audit_events/.test(plan)).join('\n')
    expect(about).toMatch(/audit_events_by_account/)
    expect(about).not.toMatch(/Seq Scan on audit_events|SCAN audit_events/)
  })
})
