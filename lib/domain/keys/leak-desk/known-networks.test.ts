import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { checkLeak } from '#lib/domain/keys/leak-desk/check-leak.ts'
import { maxReadEvents, maxReadFamilies } from '#lib/domain/keys/leak-desk/known-networks.ts'
import { minuteMs } from '#lib/kernel/clock.ts'
import { callEndpoint } from '#lib/testing/call-endpoint.ts'
import { insertUser, root } from '#lib/testing/people.ts'
import { startTestRotation } from '#lib/testing/rotations.ts'
import { addTestProgram, issueLink, makeTestProgram, type TestProgram } from '#lib/testing/test-grants.ts'
import { clientFields, postToken, readTokens, refreshFields, type TokenAnswer } from '#lib/testing/test-programs.ts'
import { openTestServices, type TestServices, testStart } from '#lib/testing/test-services.ts'
import { ssoEntryEndpoint } from '#lib/web/endpoints/sso-entry.ts'

let services: TestServices
let program: TestProgram
beforeEach(async () => {
  services = await openTestServices()
  // Its first token is issued to 192.0.2.1.
  program = await makeTestProgram(services)
})

const keyOf = ({ keyId: id, secret }: TestProgram) => ({ id, secret })

/** Gets tokens a minute later, from an IP address. */
async function getTokens(address: string, key = keyOf(program)): Promise<TokenAnswer> {
  services.clock.advance(minuteMs)
  return readTokens(await postToken(clientFields(key), { address }))
}

async function networksIn(text: string) {
  const [found] = await checkLeak(services, root, text)
  return found?.known ? found.networks : 'unknown'
}

const minute = (n: number) => testStart + n * minuteMs

/** Repeats the table's only rows under other IDs, until there are as many. */
async function fill(table: 'refresh_families' | 'audit_events', total: number): Promise<void> {
  const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)} limit 1`.execute(services.db)
  const others = Object.keys(rows[0] ?? {}).filter((column) => column !== 'id')
  const columns = sql.join(others.map((column) => sql.ref(column)))
  await sql`
    with recursive numbers (n) as (select 2 union all select n + 1 from numbers where n < ${sql.lit(total)})
    insert into ${sql.table(table)} (id, ${columns})
    select 'copy_' || n, ${columns} from ${sql.table(table)} as t, numbers where t.id = ${rows[0]?.id}
  `.execute(services.db)
}

describe('the networks of a leaked secret', () => {
  it('are those that it got tokens from, with the last use and the key’s first one', async () => {
    await getTokens('203.0.113.7')
    await getTokens('192.0.2.1')
    await getTokens('198.51.100.9')
    expect(await networksIn(program.secret)).toEqual([
      { network: '198.51.100.9', at: minute(3), knownSince: null },
      { network: '192.0.2.1', at: minute(2), knownSince: testStart },
      { network: '203.0.113.7', at: minute(1), knownSince: null },
    ])
  })

  it('are known if another secret of the key was used there, and not if another key was', async () => {
    const other = await addTestProgram(services, program.owner)
    await getTokens('203.0.113.7', keyOf(other))
    const key = { ...keyOf(program), ownerId: '', email: '', username: '' }
    await getTokens('198.51.100.9')
    await getTokens('198.51.100.10')
    const { rotated } = await startTestRotation(services, key)
    for (const address of ['198.51.100.9', '203.0.113.7']) await getTokens(address, { ...key, ...rotated })
    expect(await networksIn(rotated.secret)).toEqual([
      { network: '203.0.113.7', at: minute(5), knownSince: null },
      { network: '198.51.100.9', at: minute(4), knownSince: minute(2) },
      { network: '192.0.2.1', at: minute(3), knownSince: testStart },
    ])
    expect(await networksIn(program.secret)).toEqual([
      { network: '198.51.100.10', at: minute(3), knownSince: null },
      { network: '198.51.100.9', at: minute(2), knownSince: null },
      { network: '192.0.2.1', at: testStart, knownSince: null },
    ])
  })

  it('are the /64 of IPv6 addresses, and at most five', async () => {
    await getTokens('2001:db8:1:2::1')
    await getTokens('2001:db8:1:2:ffff::1')
    expect(await networksIn(program.secret)).toEqual([
      { network: '2001:db8:1:2::/64', at: minute(2), knownSince: minute(1) },
      { network: '192.0.2.1', at: testStart, knownSince: null },
    ])
    for (let host = 1; host <= 5; host++) await getTokens(`203.0.113.${host}`)
    const networks = [5, 4, 3, 2, 1].map((host) => expect.objectContaining({ network: `203.0.113.${host}` }))
    expect(await networksIn(program.secret)).toEqual(networks)
  })

  it('are not said to be new unless all families of the key were read', async () => {
    await fill('refresh_families', maxReadFamilies - 2)
    await getTokens('203.0.113.7')
    expect(await networksIn(program.secret)).toEqual([
      { network: '203.0.113.7', at: minute(1), knownSince: null },
      { network: '192.0.2.1', at: testStart, knownSince: null },
    ])
    await getTokens('203.0.113.7')
    expect(await networksIn(program.secret)).toEqual([
      { network: '203.0.113.7', at: minute(2), knownSince: minute(1) },
      { network: '192.0.2.1', at: testStart },
    ])
  })
})

describe('the network of a leaked token', () => {
  it('is the one that the first token of its family was issued to', async () => {
    const { accessToken, refreshToken } = await getTokens('203.0.113.7')
    services.clock.advance(minuteMs)
    const sent = { address: '198.51.100.9' }
    const next = await readTokens(await postToken(refreshFields(program.owner.username, refreshToken), sent))
    const first = { network: '203.0.113.7', at: minute(1), knownSince: null }
    for (const token of [accessToken, refreshToken, next.accessToken, next.refreshToken]) {
      expect(await networksIn(token)).toEqual([first])
    }
    const later = await getTokens('203.0.113.7')
    expect(await networksIn(later.accessToken)).toEqual([{ ...first, at: minute(3), knownSince: minute(1) }])
    const [found] = await checkLeak(services, root, later.accessToken)
    expect(found).toMatchObject({ keyUse: { network: '203.0.113.7', at: minute(3) } })
  })
})

describe('the network of a sign-in link', () => {
  /** Opens a link a minute later. */
  async function openLink(address: string, from = program, { edited = false } = {}): Promise<string> {
    services.clock.advance(minuteMs)
    const link = await issueLink(from)
    if (edited) link.searchParams.set('userId', 'usr_x')
    const headers = { 'X-Request-Id': 'req_1', 'Sec-Fetch-Dest': 'document' }
    const { status } = await callEndpoint(ssoEntryEndpoint, new Request(link, { headers }), address)
    expect(status).toBe(edited ? 403 : 303)
    return link.href
  }

  it('is the one that it was opened from, and known if a link of the key was opened there before', async () => {
    const other = await addTestProgram(services, await insertUser(services))
    await openLink('203.0.113.7', other)
    await openLink('203.0.113.7', program, { edited: true })
    await openLink('203.0.113.8')
    await openLink('203.0.113.6')
    const first = await openLink('203.0.113.7')
    const second = await openLink('203.0.113.7')
    const use = { network: '203.0.113.7', at: minute(5), knownSince: null }
    expect(await networksIn(first)).toEqual([use])
    expect(await networksIn(second)).toEqual([{ ...use, at: minute(6), knownSince: minute(5) }])
    expect(await networksIn((await issueLink(program)).href)).toBe(undefined)
  })

  it('is a /64 of IPv6 addresses, among which events are found', async () => {
    await openLink('2001:db8:1:2::1')
    await openLink('2001:db8:1:3::1')
    const link = await openLink('2001:db8:1:2:ffff::1')
    expect(await networksIn(link)).toEqual([{ network: '2001:db8:1:2::/64', at: minute(3), knownSince: minute(1) }])
  })

  it('is not said to be new unless all events of the network were read', async () => {
    await services.db.deleteFrom('audit_events').execute()
    const link = await openLink('203.0.113.7')
    await fill('audit_events', maxReadEvents - 1)
    const use = { network: '203.0.113.7', at: minute(1) }
    expect(await networksIn(link)).toEqual([{ ...use, knownSince: null }])
    const other = await addTestProgram(services, await insertUser(services))
    await openLink('203.0.113.7', other)
    expect(await networksIn(link)).toEqual([use])
  })
})
