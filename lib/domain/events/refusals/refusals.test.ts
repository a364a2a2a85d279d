import { sql } from 'kysely'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import {
  countRefusals,
  findRefusal,
  listRefusals,
  listRefusalsOfKey,
} from '#lib/domain/events/refusals/find-refusals.ts'
import { deleteOldRefusals, findRefusalRow, insertRefusals } from '#lib/domain/events/refusals/store.ts'
import { startRefusalWriter, writeDelayMs, writeRefusals } from '#lib/domain/events/refusals/write-refusals.ts'
import { type KeptRefusal, maxKeptRefusals, retentionMs } from '#lib/foundation/buffers/kept-refusal.ts'
import { maxBuffered, maxOfSource, maxOfUnknown, maxPerSecond } from '#lib/foundation/buffers/refusal-buffer.ts'
import { dayMs, secondMs } from '#lib/kernel/clock.ts'
import { testContext } from '#lib/testing/call-endpoint.ts'
import { insertUser, personOf, root } from '#lib/testing/people.ts'
import { clientFields, makeTestKey, postToken } from '#lib/testing/test-programs.ts'
import { openTestServices, type TestServices, testBaseUrl, testStart } from '#lib/testing/test-services.ts'
import { tokenEndpoint } from '#lib/web/endpoints/token.ts'

let services: TestServices
beforeEach(async () => {
  services = await openTestServices()
})

const wrongSecret = `lksec_${'a'.repeat(43)}000000`

function refusal(requestId: string, changes: Partial<KeptRefusal> = {}): KeptRefusal {
  return {
    requestId,
    at: testStart,
    endpoint: '/auth/v1/token',
    status: 401,
    error: 'invalid_client',
    description: 'The API key or its secret is not valid.',
    reason: 'secret_wrong',
    network: '192.0.2.1',
    shape: { method: 'POST', contentType: 'form', bodyLength: 9, fields: ['grantType'], unknownFields: 0 },
    keyId: null,
    secretId: null,
    facts: {},
    ...changes,
  }
}

describe('a refusal', () => {
  it('is kept with its reason, its key and the shape of the request, and no value of it', async () => {
    const key = await makeTestKey(services)
    const fields = { ...clientFields({ id: key.id, secret: `${key.secret}\n` }), 'my password': 'hunter2' }
    const response = await postToken(fields, { address: '2001:db8:1:2:3::4' })
    expect(response.status).toBe(401)
    expect(await findRefusalRow(services.db, 'req_1')).toBeUndefined()
    await writeRefusals(services)
    expect(await findRefusalRow(services.db, 'req_1')).toEqual(
      refusal('req_1', {
        reason: 'secret_newline',
        network: '2001:db8:1:2::/64',
        keyId: key.id,
        shape: {
          method: 'POST',
          contentType: 'form',
          bodyLength: Buffer.byteLength(String(new URLSearchParams(fields))),
          fields: ['grantType', 'clientId', 'clientSecret'],
          unknownFields: 1,
        },
      }),
    )
    const stored = JSON.stringify(await services.db.selectFrom('refusals').selectAll().execute())
    for (const value of [key.secret, 'hunter2', 'my password']) expect(stored).not.toContain(value)
  })

  it('does not keep the ID of a key that does not exist', async () => {
    const keyId = `lkid_${'0'.repeat(20)}`
    await postToken(clientFields({ id: keyId, secret: wrongSecret }))
    await writeRefusals(services)
    expect(await findRefusalRow(services.db, 'req_1')).toMatchObject({ reason: 'secret_malformed', keyId: null })
    expect(JSON.stringify(await services.db.selectFrom('refusals').selectAll().execute())).not.toContain(keyId)
  })

  it('has its explanation in the log line', async () => {
    await postToken({})
    expect(services.logLines.at(-1)).toContain(`"why":"${testBaseUrl}/why/req_1"`)
  })

  it('is deleted after 14 days', async () => {
    await insertRefusals(services.db, [refusal('req_1'), refusal('req_2', { at: testStart + 1 })])
    services.clock.advance(retentionMs - 1)
    expect(await deleteOldRefusals(services.db, 100)).toBe(0)
    services.clock.advance(1)
    expect(await deleteOldRefusals(services.db, 100)).toBe(1)
    expect(await findRefusalRow(services.db, 'req_2')).toBeDefined()
  })

  it('is deleted when 10,000 newer ones are kept, in time even with statistics of an empty table', async () => {
    await insertRefusals(services.db, [refusal('req_0')])
    await services.db.deleteFrom('refusals').execute()
    await sql`analyze refusals`.execute(services.db)
    for (let batch = 0; batch <= maxKeptRefusals; batch += 1_000) {
      const rows = Array.from({ length: 1_000 }, (_, row) =>
        refusal(`req_${batch + row}`, { at: testStart + batch + row }),
      )
      await insertRefusals(services.db, rows)
    }
    expect(await deleteOldRefusals(services.db, 600)).toBe(600)
    expect(await deleteOldRefusals(services.db, 600)).toBe(400)
    expect(await deleteOldRefusals(services.db, 600)).toBe(0)
    expect(await findRefusalRow(services.db, 'req_999')).toBeUndefined()
    expect(await findRefusalRow(services.db, 'req_1000')).toBeDefined()
  })

  it('stays when a flood from one network, or from many, exceeds the limit', async () => {
    const { id: keyId } = await makeTestKey(services)
    await insertRefusals(services.db, [
      refusal('req_genuine', { network: '198.51.100.7' }),
      ...Array.from({ length: 5 }, (_, row) => refusal(`req_key_${row}`, { network: '198.51.100.8', keyId })),
    ])
    const rows = Array.from({ length: maxKeptRefusals }, (_, row) =>
      refusal(`req_${row}`, { at: testStart + 1 + row, network: row < 500 ? `2001:db8:0:${row}::/64` : '192.0.2.1' }),
    )
    for (let from = 0; from < rows.length; from += 1_000)
      await insertRefusals(services.db, rows.slice(from, from + 1_000))
    expect(await deleteOldRefusals(services.db, 600)).toBe(6)
    const found = ['req_genuine', 'req_key_0', 'req_key_4', 'req_500', 'req_505', 'req_506'].map(async (id) =>
      Boolean(await findRefusalRow(services.db, id)),
    )
    expect(await Promise.all(found)).toEqual([true, true, true, false, false, true])
  })
})

describe('a flood of refusals', () => {
  const flood = async (requests: number, address = (sent: number) => `192.0.2.${sent % 250}`) => {
    for (let sent = 0; sent < requests; sent++) {
      const request = new Request(`${testBaseUrl}/auth/v1/token`, { method: 'POST', body: '{}' })
      await tokenEndpoint(request, { ...testContext(services), address: address(sent), requestId: `req_${sent}` })
    }
  }

  it('is kept at 40 a second, and the rest is only counted', async () => {
    await flood(5_000)
    expect(services.refusals.take()).toHaveLength(maxOfUnknown)
    expect(services.usage.get('refusal-not-kept')).toBe(5_000 - maxOfUnknown)
    services.clock.advance(secondMs)
    await flood(1)
    expect(services.refusals.take()).toHaveLength(1)
  })

  it('of one network takes 10 a second, and leaves room for others and for known keys', async () => {
    await flood(1_000, () => '2001:db8::1')
    expect(services.refusals.take()).toHaveLength(maxOfSource)
    await flood(1_000)
    expect(services.refusals.take()).toHaveLength(maxOfUnknown - maxOfSource)
    const takeRoom = (network: string, keyId?: string) => services.refusals.takeRoom(testStart, { network, keyId })
    expect(takeRoom('198.51.100.7')).toBe(false)
    const ofKey = Array.from({ length: 11 }, () => takeRoom('192.0.2.1', 'lkid_a'))
    expect(ofKey).toEqual([...Array(10).fill(true), false])
    expect(maxPerSecond).toBe(maxOfUnknown + maxOfSource)
    expect(takeRoom('192.0.2.1', 'lkid_b')).toBe(false)
  })

  it('is bounded too when rows come back that could not be written', () => {
    const rows = (start: number) => Array.from({ length: maxBuffered }, (_, row) => refusal(`req_${start + row}`))
    for (const row of rows(0)) services.refusals.add(row)
    expect(services.refusals.putBack(rows(1_000))).toBe(maxBuffered)
    expect(services.refusals.take().map(({ requestId }) => requestId)).toEqual(rows(1_000).map((row) => row.requestId))
  })

  it('keeps a bounded number in memory while the database does not answer, and writes them later', async () => {
    const broken = { ...services, db: undefined as never }
    for (let second = 0; second < 20; second++) {
      await flood(maxOfUnknown)
      expect(await writeRefusals(broken)).toBe(false)
      services.clock.advance(secondMs)
    }
    const waiting = services.refusals.take()
    expect(waiting).toHaveLength(maxBuffered)
    services.refusals.putBack(waiting)
    expect(services.usage.get('refusal-not-kept')).toBe(20 * maxOfUnknown - maxBuffered)
    expect(await writeRefusals(services)).toBe(true)
    expect(services.logLines.join()).toContain('the refusals could not be written')
  })
})

it('the rest is written when the process ends', async () => {
  const writer = startRefusalWriter(services)
  await postToken({})
  await writer.stop()
  expect(await findRefusalRow(services.db, 'req_1')).toMatchObject({
    reason: 'field_missing',
    facts: { field: 'grantType' },
  })
})

it('a refusal is written after the delay, which later ones do not extend', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const writer = startRefusalWriter(services)
  await postToken({})
  vi.advanceTimersByTime(writeDelayMs - 1)
  await postToken({})
  expect(await findRefusalRow(services.db, 'req_1')).toBeUndefined()
  vi.advanceTimersByTime(1)
  // Polling would advance the fake timers.
  vi.useRealTimers()
  await expect.poll(() => findRefusalRow(services.db, 'req_1')).toBeDefined()
  expect(services.refusals.isWaiting).toBe(false)
  await writer.stop()
})

describe('who may read refusals', () => {
  it('owners and admins: those of keys that they may manage, and those of no key', async () => {
    const [own, agents] = [await makeTestKey(services, { role: 'owner' }), await makeTestKey(services)]
    await insertRefusals(services.db, [
      refusal('req_own', { keyId: own.id }),
      refusal('req_agents', { keyId: agents.id }),
      refusal('req_none'),
    ])
    const admin = personOf(services, await insertUser(services, { role: 'admin' }))
    const readable = async (actor: typeof admin | typeof root) => {
      const ids = ['req_own', 'req_agents', 'req_none', 'req_unknown']
      return (await Promise.all(ids.map((id) => findRefusal(services, actor, id)))).map((found) => found?.requestId)
    }
    expect(await readable(admin)).toEqual([undefined, 'req_agents', 'req_none', undefined])
    expect(await readable(root)).toEqual(['req_own', 'req_agents', 'req_none', undefined])
    const list = { since: testStart, limit: 10 }
    expect(await listRefusalsOfKey(services, admin, { keyId: own.id, ...list })).toEqual([])
    expect(await listRefusalsOfKey(services, admin, { keyId: agents.id, ...list })).toHaveLength(1)
    expect(await listRefusalsOfKey(services, admin, { keyId: agents.id, ...list, since: testStart + 1 })).toEqual([])
    expect(await listRefusalsOfKey(services, admin, { keyId: agents.id, ...list, secretId: 'sec_1' })).toEqual([])
    const listed = async (actor: typeof admin | typeof root) => [
      (await listRefusals(services, actor, 10)).map(({ requestId, keyName }) => [requestId, keyName]),
      await countRefusals(services, actor),
    ]
    const forAdmins = [
      ['req_agents', 'Test key'],
      ['req_none', undefined],
    ]
    expect(await listed(admin)).toEqual([forAdmins, 2])
    expect(await listed(root)).toEqual([[...forAdmins, ['req_own', 'Test key']], 3])
    const agent = personOf(services, await insertUser(services, { role: 'agent' }))
    await expect(findRefusal(services, agent, 'req_none')).rejects.toMatchObject({ code: 'forbidden' })
    await expect(listRefusalsOfKey(services, agent, { keyId: agents.id, ...list })).rejects.toMatchObject({
      code: 'forbidden',
    })
  })
})

it('the newest refusals of the last 24 hours are listed, the newest first', async () => {
  const agents = await makeTestKey(services)
  const own = personOf(services, await insertUser(services, { role: 'admin' }))
  const admins = await makeTestKey(services, { ownerId: own.userId })
  await insertRefusals(services.db, [
    refusal('req_old', { at: testStart - dayMs - 1 }),
    refusal('req_first', { at: testStart - dayMs, keyId: agents.id }),
    refusal('req_second', { at: testStart - 1 }),
    refusal('req_third', { keyId: admins.id }),
  ])
  const ids = async (limit: number) => (await listRefusals(services, own, limit)).map(({ requestId }) => requestId)
  expect(await ids(10)).toEqual(['req_third', 'req_second', 'req_first'])
  expect(await ids(2)).toEqual(['req_third', 'req_second'])
  expect(await countRefusals(services, own)).toBe(3)
})
