import { beforeEach, describe, expect, it } from 'vitest'
import { insertRefusals } from '#lib/domain/events/refusals/store.ts'
import { writeRefusals } from '#lib/domain/events/refusals/write-refusals.ts'
import type { KeptRefusal } from '#lib/foundation/buffers/kept-refusal.ts'
import { minuteMs } from '#lib/kernel/clock.ts'
import { encodeCursor } from '#lib/kernel/list-cursor.ts'
import { type ApiCaller, makeApiCaller } from '#lib/testing/api-client.ts'
import { clientFields, makeTestKey, postToken, type TestKey } from '#lib/testing/test-programs.ts'
import { openTestServices, type TestServices, testStart } from '#lib/testing/test-services.ts'

let services: TestServices
let watch: ApiCaller
let key: TestKey
beforeEach(async () => {
  services = await openTestServices()
  watch = await makeApiCaller(services, ['events:read'])
  key = await makeTestKey(services)
})

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

const list = (query = '', by = watch) => by.call('GET', `/refusals?${query}`)
const idsOf = async (query = '', by = watch): Promise<string[]> =>
  (await list(query, by)).body.items.map(({ requestId }: { requestId: string }) => requestId)

describe('GET /api/v1/refusals', () => {
  it('tells why a request was refused and what to do, without a value of it', async () => {
    const fields = { ...clientFields({ id: key.id, secret: `${key.secret}\n` }), 'my password': 'hunter2' }
    await postToken(fields, { address: '2001:db8:1:2:3::4', headers: { 'X-Request-Id': 'req_refused' } })
    await writeRefusals(services)
    const { status, body, text } = await list()
    expect([status, body]).toEqual([
      200,
      {
        items: [
          {
            requestId: 'req_refused',
            at: new Date(testStart).toISOString(),
            endpoint: '/auth/v1/token',
            status: 401,
            error: 'invalid_client',
            description: 'The API key or its secret is not valid.',
            reason: 'secret_newline',
            cause: 'The secret ends in a line break.',
            remedy: 'Trim the secret where your program reads it, for example from a file.',
            keyId: key.id,
            keyName: 'Test key',
            secretId: null,
            network: '2001:db8:1:2::/64',
            shape: {
              method: 'POST',
              contentType: 'form',
              unknownFields: 1,
              bodyLength: Buffer.byteLength(String(new URLSearchParams(fields))),
              fields: ['grantType', 'clientId', 'clientSecret'],
            },
            accountId: null,
            origin: null,
            field: null,
            scope: null,
          },
        ],
        next: null,
      },
    ])
    for (const value of [key.secret, 'hunter2', 'my password']) expect(text).not.toContain(value)
  })

  it('has the account, the origin, the field and the scope that a reason is about', async () => {
    const facts = { accountId: 'acme', origin: 'https://crm.example', field: 'backUrl', scope: 'sso' }
    await insertRefusals(services.db, [refusal('req_1', { facts })])
    expect((await list()).body.items).toMatchObject([facts])
  })

  it('filters by key, reason and time', async () => {
    await insertRefusals(services.db, [
      refusal('req_a', { keyId: key.id }),
      refusal('req_b', { at: testStart + 1, reason: 'secret_newline', keyId: key.id }),
      refusal('req_c', { at: testStart + 2 }),
    ])
    const at = (ms: number) => new Date(testStart + ms).toISOString()
    expect(await idsOf()).toEqual(['req_c', 'req_b', 'req_a'])
    expect(await idsOf(`keyId=${key.id}`)).toEqual(['req_b', 'req_a'])
    expect(await idsOf('keyId=lkid_none')).toEqual([])
    expect(await idsOf('reason=secret_newline')).toEqual(['req_b'])
    expect(await idsOf(`since=${at(1)}`)).toEqual(['req_c', 'req_b'])
    expect(await idsOf(`until=${at(1)}`)).toEqual(['req_a'])
    expect(await idsOf(`since=${at(1)}&until=${at(2)}&keyId=${key.id}&reason=secret_newline`)).toEqual(['req_b'])
    expect(await idsOf(`since=${encodeURIComponent('2026-11-21T13:00:00.001+01:00')}`)).toEqual(['req_c', 'req_b'])
  })

  it('lists each refusal once, page by page, also those of one instant', async () => {
    const at = (n: number) => testStart - (n < 3 ? 0 : minuteMs)
    await insertRefusals(
      services.db,
      Array.from({ length: 5 }, (_, n) => refusal(`req_${n}`, { at: at(n) })),
    )
    const seen: string[] = []
    for (let cursor = ''; ; ) {
      const { body } = await list(`limit=2${cursor}`)
      seen.push(...body.items.map(({ requestId }: { requestId: string }) => requestId))
      await insertRefusals(services.db, [refusal(`req_later_${seen.length}`, { at: testStart + 1 })])
      if (body.next === null) break
      cursor = `&cursor=${body.next}`
    }
    expect(seen).toEqual(['req_0', 'req_1', 'req_2', 'req_3', 'req_4'])
  })

  it('shows refusals of keys that the owner of the key manages, and of no key', async () => {
    const chiefs = await makeTestKey(services, { role: 'owner' })
    await insertRefusals(services.db, [
      refusal('req_a', { keyId: chiefs.id }),
      refusal('req_b', { keyId: key.id }),
      refusal('req_c', { keyId: watch.key.id }),
      refusal('req_d'),
    ])
    expect(await idsOf()).toEqual(['req_b', 'req_c', 'req_d'])
    expect(await idsOf(`keyId=${chiefs.id}`)).toEqual([])
    const all = await makeApiCaller(services, ['events:read'], 'owner')
    expect(await idsOf('', all)).toEqual(['req_a', 'req_b', 'req_c', 'req_d'])
  })

  it.each([
    ['keyId=%00', { keyId: 'malformed' }],
    [`keyId=${'x'.repeat(65)}`, { keyId: 'malformed' }],
    ["keyId=x' or 1=1 --", { keyId: 'malformed' }],
    ['reason=none', { reason: 'unknown' }],
    ['reason=__proto__', { reason: 'unknown' }],
    ['since=yesterday', { since: 'malformed' }],
    ['since=2026-02-30T00:00:00Z', { since: 'malformed' }],
    ['until=2026-11-21', { until: 'malformed' }],
    ['until=2026-11-21T12:00:00', { until: 'malformed' }],
    ['limit=201', { limit: 'out_of_range' }],
    ['cursor=x', { cursor: 'malformed' }],
    [`cursor=${encodeCursor('/api/v1/sessions', '1 req_1')}`, { cursor: 'malformed' }],
    [`cursor=${encodeCursor('/api/v1/refusals', '1 \u0000')}`, { cursor: 'malformed' }],
  ])('refuses %j', async (query, fields) => {
    expect(await list(query)).toMatchObject({ status: 400, body: { error: 'invalid_request', fields } })
  })
})
