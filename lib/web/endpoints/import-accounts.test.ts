import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { createAccount, findManagedAccount, suspendAccount } from '#lib/domain/accounts/accounts/manage-accounts.ts'
import { revokeApiKey } from '#lib/domain/people/user-lifecycle/revoke-api-key.ts'
import { announceStop } from '#lib/kernel/stopping.ts'
import { account } from '#lib/testing/accounts.ts'
import { type ApiCaller, makeApiCaller } from '#lib/testing/api-client.ts'
import { callEndpoint } from '#lib/testing/call-endpoint.ts'
import { root } from '#lib/testing/people.ts'
import { openTestServices, type TestServices, testBaseUrl } from '#lib/testing/test-services.ts'
import { managementEndpoints } from '#lib/web/endpoints/management-api.ts'

let services: TestServices
let sync: ApiCaller
beforeEach(async () => {
  services = await openTestServices()
  sync = await makeApiCaller(services, ['accounts:read', 'accounts:write'])
})

const acme = account({ id: 'acme', name: 'Acme' })
const summary = { created: 0, updated: 0, unchanged: 0, invalid: 0, suspended: 0 }
const ndjson = { 'Content-Type': 'application/x-ndjson' }

type Body = string | ReadableStream<Uint8Array>

function send(body: Body, query = '', headers: Record<string, string> = ndjson): Promise<Response> {
  const sent: RequestInit & { duplex: 'half' } = {
    method: 'POST',
    headers: { Authorization: `Bearer ${sync.token}`, 'X-Request-Id': 'req_1', ...headers },
    body,
    duplex: 'half',
  }
  const request = new Request(`${testBaseUrl}/api/v1/accounts/import${query}`, sent)
  return callEndpoint(managementEndpoints['/api/v1/accounts/import'], request)
}

/** The lines of the response. @param lines accounts, or text as it is sent */
async function importLines(lines: readonly (object | string)[], query = ''): Promise<unknown[]> {
  const text = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n')
  const response = await send(text, query)
  expect(response.status).toBe(200)
  return readLines(await response.text())
}

function readLines(text: string): unknown[] {
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
}

/** A body whose chunks a test sends, or breaks off. */
function openBody() {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  const stream = new ReadableStream<Uint8Array>({
    start: (started) => {
      controller = started
    },
  })
  return {
    stream,
    write: (text: string) => controller?.enqueue(Buffer.from(text)),
    close: () => controller?.close(),
    breakOff: () => controller?.error(new Error('aborted')),
  }
}

async function stateOf(id: string): Promise<'active' | 'suspended' | undefined> {
  const account = await findManagedAccount(services, root, id)
  return account && (account.suspendedAt === null ? 'active' : 'suspended')
}

/** Accounts that existed before the import: on PostgreSQL the time is the real one. */
async function makeAccounts(...ids: string[]): Promise<void> {
  for (const id of ids) await createAccount(services, root, { ...acme, id })
  services.clock.advance(1)
  await sleep(2)
}

describe('POST /api/v1/accounts/import', () => {
  it('answers each line with its result, and with a summary at the end', async () => {
    await createAccount(services, root, { ...acme, locale: 'de-at' })
    await createAccount(services, root, { ...acme, id: 'beta' })
    const response = await send('{"id":"acme","name":"Acme"}\n{"id":"beta","name":"Beta"}\r\n\n{"id":"c","name":"C"}')
    expect(response.headers.get('content-type')).toBe('application/x-ndjson')
    expect(readLines(await response.text())).toEqual([
      { line: 1, id: 'acme', result: 'unchanged' },
      { line: 2, id: 'beta', result: 'updated' },
      { line: 4, id: 'c', result: 'created' },
      { summary: { ...summary, created: 1, updated: 1, unchanged: 1 } },
    ])
    expect(await findManagedAccount(services, root, 'acme')).toMatchObject({ locale: 'de-at' })
  })

  it('reports invalid lines, and imports the others', async () => {
    const lines = [
      '\uFEFF{"id":"a","name":"A"}',
      '{"id":"b"}',
      'no JSON',
      '[1]',
      { id: 'c d', name: 'C' },
      { id: 'd', name: 'D', deepPath: '/accounts/e' },
      { id: 'e', name: 'E', nmae: 'x', suspended: 'yes' },
      `{"id":"f","name":"${'x'.repeat(9_000)}"}`,
      { id: 'g', name: 'G', locale: 'de-at', deepPath: '/accounts/g/x', createdAt: 'ignored' },
    ]
    expect(await importLines(lines)).toEqual([
      { line: 1, id: 'a', result: 'created' },
      { line: 2, id: 'b', fields: { name: 'required' }, result: 'invalid' },
      { line: 3, id: null, fields: { line: 'malformed' }, result: 'invalid' },
      { line: 4, id: null, fields: { line: 'malformed' }, result: 'invalid' },
      { line: 5, id: null, fields: { id: 'malformed' }, result: 'invalid' },
      { line: 6, id: 'd', fields: { deepPath: 'malformed' }, result: 'invalid' },
      { line: 7, id: 'e', fields: { suspended: 'malformed', nmae: 'unknown' }, result: 'invalid' },
      { line: 8, id: null, fields: { line: 'malformed' }, result: 'invalid' },
      { line: 9, id: 'g', result: 'created' },
      { summary: { ...summary, created: 2, invalid: 7 } },
    ])
    const problems = await importLines(lines, '?results=problems')
    expect(problems).toHaveLength(8)
    expect(problems.at(-1)).toEqual({ summary: { ...summary, unchanged: 2, invalid: 7 } })
  })

  it('keeps omitted fields, clears null, suspends and reactivates', async () => {
    await createAccount(services, root, { ...acme, locale: 'de-at', deepPath: '/accounts/acme/a' })
    const results = await importLines([
      { id: 'acme', name: 'Acme', deepPath: null },
      { id: 'acme', name: 'Acme', suspended: true },
      { id: 'acme', name: 'Acme', suspended: true },
      { id: 'acme', name: 'Acme' },
      { id: 'new', name: 'New', suspended: true },
    ])
    expect(results.map((line) => Reflect.get(Object(line), 'result'))).toEqual([
      'updated',
      'updated',
      'unchanged',
      'unchanged',
      'created',
      undefined,
    ])
    expect(await findManagedAccount(services, root, 'acme')).toMatchObject({ locale: 'de-at', deepPath: null })
    expect([await stateOf('acme'), await stateOf('new')]).toEqual(['suspended', 'suspended'])
    await importLines([{ id: 'acme', name: 'Acme', suspended: false }])
    expect(await stateOf('acme')).toBe('active')
  })

  it('applies a later line of the same account after the earlier one', async () => {
    const lines = [1, 2, 3].map((n) => ({ id: 'a', name: `Name ${n}` }))
    expect(await importLines(lines)).toMatchObject([
      { result: 'created' },
      { result: 'updated' },
      { result: 'updated' },
      { summary: { ...summary, created: 1, updated: 2 } },
    ])
    expect((await findManagedAccount(services, root, 'a'))?.name).toBe('Name 3')
  })

  it('names the key as the actor, once per batch', async () => {
    await importLines(Array.from({ length: 700 }, (_, n) => ({ id: `a-${n}`, name: 'A' })))
    const events = await services.db
      .selectFrom('audit_events')
      .select(['kind', 'actor_kind', 'actor_name', 'key_id', 'subject_name', 'details'])
      .where('kind', '=', 'account.imported')
      .orderBy('id')
      .execute()
    const by = { kind: 'account.imported', actor_kind: 'program', actor_name: 'Sync', key_id: sync.key.id }
    expect(events.map(({ details, ...event }) => ({ ...event, ...JSON.parse(details) }))).toEqual([
      { ...by, subject_name: 'API import', created: 500, updated: 0, unchanged: 0, fromLine: 1, toLine: 500 },
      { ...by, subject_name: 'API import', created: 200, updated: 0, unchanged: 0, fromLine: 501, toLine: 700 },
    ])
  })

  it('answers what has arrived to a client that waits for it', async () => {
    const body = openBody()
    body.write('{"id":"a","name":"A"}\n{"id":"b",')
    const reader = (await send(body.stream)).body?.getReader()
    const next = async () => readLines(Buffer.from((await reader?.read())?.value ?? []).toString())
    expect(await next()).toEqual([{ line: 1, id: 'a', result: 'created' }])
    body.write('"name":"B"}\n')
    expect(await next()).toEqual([{ line: 2, id: 'b', result: 'created' }])
    body.close()
    expect(await next()).toEqual([{ summary: { ...summary, created: 2 } }])
    expect((await reader?.read())?.done).toBe(true)
  })

  it('reads no further than its client', async () => {
    let produced = 0
    const line = `{"id":"a-%","name":"${'x'.repeat(100)}"}\n`
    const stream = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        const lines = Array.from({ length: 500 }, (_, n) => line.replace('%', String(produced * 500 + n)))
        controller.enqueue(Buffer.from(lines.join('')))
        produced += 1
      },
    })
    const reader = (await send(stream)).body?.getReader()
    await reader?.read()
    await sleep(300)
    expect(produced).toBeLessThan(6)
    await reader?.cancel()
  })

  it('keeps what it imported of a body that breaks off, and leads to the same end when repeated', async () => {
    const lines = Array.from({ length: 600 }, (_, n) => `{"id":"a-${n}","name":"A"}\n`)
    const body = openBody()
    body.write(lines.join(''))
    const response = await send(body.stream)
    body.breakOff()
    const error = { error: 'invalid_request', error_description: 'The body ended too early.', requestId: 'req_1' }
    expect(readLines(await response.text()).at(-1)).toEqual(error)
    const results = await importLines(lines.map((line) => line.trim()))
    const { created, unchanged } = Object(results.at(-1)).summary
    expect([created + unchanged, results.length]).toEqual([600, 601])
    expect(await importLines(lines.map((line) => line.trim()))).toContainEqual({
      summary: { ...summary, unchanged: 600 },
    })
  })

  it('stops once the key is revoked', async () => {
    const body = openBody()
    body.write('{"id":"a","name":"A"}\n')
    const reader = (await send(body.stream)).body?.getReader()
    const next = async () => readLines(Buffer.from((await reader?.read())?.value ?? []).toString())
    expect(await next()).toMatchObject([{ result: 'created' }])
    await revokeApiKey(services, root, sync.key.id)
    body.write('{"id":"b","name":"B"}\n')
    expect(await next()).toMatchObject([{ error: 'invalid_token' }])
    expect(await stateOf('b')).toBeUndefined()
  })

  it('stops with the process, before it writes', async () => {
    announceStop(services, 'ending')
    expect(await importLines([{ id: 'a', name: 'A' }])).toMatchObject([{ error: 'temporarily_unavailable' }])
    expect(await stateOf('a')).toBeUndefined()
  })

  it('runs at most four times at once', async () => {
    const bodies = Array.from({ length: 4 }, openBody)
    const running = await Promise.all(bodies.map(({ stream }) => send(stream)))
    const refused = await send('')
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '10'])
    bodies[0]?.close()
    await running[0]?.text()
    await running[1]?.body?.cancel()
    expect((await send('')).status).toBe(200)
    expect((await send('')).status).toBe(200)
  })

  it.each(['application/x-ndjson;charset=utf8', 'application/jsonl; version=1', 'Application/NDJSON'])(
    'reads %s, and ignores a byte order mark',
    async (type) => {
      const response = await send('\uFEFF{"id":"a","name":"A"}\n', '', { 'Content-Type': type })
      expect([response.status, await response.text()]).toMatchObject([200, expect.stringContaining('"created":1')])
    },
  )

  it.each([
    ['application/json', {}, 'The Content-Type must be application/x-ndjson, in UTF-8.'],
    ['application/x-ndjson', { 'Content-Encoding': 'gzip' }, 'Send the body without a Content-Encoding.'],
  ])('refuses %s with %j', async (type, headers, error_description) => {
    const response = await send('{}', '', { 'Content-Type': type, ...headers })
    expect([response.status, await response.json()]).toMatchObject([400, { error_description }])
  })

  it('leaves GET, PUT and PATCH to the account with the ID import', async () => {
    const created = await sync.call('PUT', '/accounts/import', { body: { name: 'Import Ltd' } })
    expect(created.status).toBe(201)
    expect((await sync.call('GET', '/accounts/import')).body.name).toBe('Import Ltd')
    expect((await sync.call('PATCH', '/accounts/import', { body: { suspended: true } })).body.suspended).toBe(true)
  })
})

describe('POST /api/v1/accounts/import?missing=suspend', () => {
  const synchronize = (lines: readonly (object | string)[], expected: number) =>
    importLines(lines, `?missing=suspend&expect=${expected}`)
  const a = { id: 'a', name: 'Acme' }
  const b = { id: 'b', name: 'Acme' }

  it('suspends the active accounts that are not in the body, and no other', async () => {
    await makeAccounts('a', 'b', 'c', 'd')
    await suspendAccount(services, root, 'd')
    expect((await synchronize([a, { id: 'new', name: 'New' }], 2)).at(-1)).toEqual({
      summary: { ...summary, created: 1, unchanged: 1, suspended: 2 },
    })
    const states = await Promise.all(['a', 'b', 'c', 'd', 'new'].map(stateOf))
    expect(states).toEqual(['active', 'suspended', 'suspended', 'suspended', 'active'])
    expect((await synchronize([a, { id: 'new', name: 'New' }], 2)).at(-1)).toEqual({
      summary: { ...summary, unchanged: 2 },
    })
  })

  it('suspends in batches, over more accounts than one', async () => {
    const ids = Array.from({ length: 1_203 }, (_, n) => `a-${n}`)
    await importLines(ids.map((id) => ({ id, name: 'A' })))
    services.clock.advance(1)
    await sleep(2)
    const kept = ids.filter((_, n) => n % 3 === 0)
    expect(
      (
        await synchronize(
          kept.map((id) => ({ id, name: 'A' })),
          kept.length,
        )
      ).at(-1),
    ).toEqual({
      summary: { ...summary, unchanged: 401, suspended: 802 },
    })
    const active = await services.db.selectFrom('accounts').select('id').where('suspended_at', 'is', null).execute()
    expect(active.map(({ id }) => id).toSorted()).toEqual(kept.toSorted())
  })

  const count = 'The number of accounts is not within 1 percent of expect, so no account was suspended.'
  const unreadable = 'A line has no readable ID, so no account was suspended.'

  it.each([
    ['half of the accounts', [a], 2, count],
    ['more accounts than expected', [a, b], 1, count],
    ['nothing', [], 1, count],
    ['one account twice', [a, a], 2, count],
    ['a line without a readable ID', [a, 'no JSON'], 1, unreadable],
  ])('suspends no account after %s', async (_, lines, expected, error_description) => {
    await makeAccounts('a', 'b', 'c')
    const last = (await synchronize(lines, expected)).at(-1)
    expect(last).toEqual({ error: 'conflict', error_description, requestId: 'req_1' })
    expect(await Promise.all(['a', 'b', 'c'].map(stateOf))).toEqual(['active', 'active', 'active'])
  })

  it('tolerates one percent', async () => {
    const lines = Array.from({ length: 199 }, (_, n) => ({ id: `n-${n}`, name: 'N' }))
    for (const [expected, isComplete] of [
      [202, false],
      [201, true],
      [198, true],
      [197, false],
    ] as const) {
      const last = Object((await synchronize(lines, expected)).at(-1))
      expect([expected, 'summary' in last]).toEqual([expected, isComplete])
    }
  })

  it('suspends no account if the body breaks off', async () => {
    await makeAccounts('a', 'b')
    const body = openBody()
    body.write('{"id":"a","name":"Acme"}\n')
    const response = await send(body.stream, '?missing=suspend&expect=1')
    body.breakOff()
    expect(readLines(await response.text()).at(-1)).toMatchObject({ error: 'invalid_request' })
    expect(await stateOf('b')).toBe('active')
  })

  it('suspends no account whose line is invalid', async () => {
    await makeAccounts('a', 'b')
    expect((await synchronize([a, { id: 'b', name: '' }], 2)).at(-1)).toEqual({
      summary: { ...summary, unchanged: 1, invalid: 1 },
    })
    expect(await stateOf('b')).toBe('active')
  })

  it('suspends no account that was created meanwhile', async () => {
    await makeAccounts('a', 'b')
    const body = openBody()
    const response = send(body.stream, '?missing=suspend&expect=1')
    body.write('{"id":"a","name":"Acme"}\n')
    const reader = (await response).body?.getReader()
    await reader?.read()
    await createAccount(services, root, { ...acme, id: 'meanwhile' })
    body.close()
    const last = readLines(Buffer.from((await reader?.read())?.value ?? []).toString())
    expect(last).toEqual([{ summary: { ...summary, unchanged: 1, suspended: 1 } }])
    expect(await Promise.all(['b', 'meanwhile'].map(stateOf))).toEqual(['suspended', 'active'])
  })

  it.each([
    ['?missing=suspend', { expect: 'required' }],
    ['?missing=suspend&expect=0', { expect: 'out_of_range' }],
    ['?missing=suspend&expect=10000001', { expect: 'out_of_range' }],
    ['?missing=suspend&expect=many', { expect: 'malformed' }],
    ['?missing=delete&expect=1', { missing: 'malformed' }],
    ['?results=none', { results: 'malformed' }],
  ])('refuses %s before it reads a line', async (query, fields) => {
    const response = await send('{"id":"x","name":"X"}', query)
    expect([response.status, await response.json()]).toMatchObject([400, { error: 'invalid_request', fields }])
    expect(await stateOf('x')).toBeUndefined()
  })
})
