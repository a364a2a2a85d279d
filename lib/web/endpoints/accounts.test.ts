import { beforeEach, describe, expect, it } from 'vitest'
import { createAccount, findManagedAccount, suspendAccount } from '#lib/domain/accounts/accounts/manage-accounts.ts'
import { account } from '#lib/testing/accounts.ts'
import { type ApiCaller, makeApiCaller } from '#lib/testing/api-client.ts'
import { insertUser, personOf, root } from '#lib/testing/people.ts'
import { callersAtOnce, fewOf } from '#lib/testing/sampling.ts'
import { openTestServices, type TestServices, testBaseUrl } from '#lib/testing/test-services.ts'

let services: TestServices
let sync: ApiCaller
beforeEach(async () => {
  services = await openTestServices()
  sync = await makeApiCaller(services, ['accounts:read', 'accounts:write'])
})

const acme = account({ id: 'acme', name: 'Acme' })
const shown = { ...acme, suspended: false, suspendedAt: null, createdAt: '2026-11-21T12:00:00.000Z' }

/** The time on PostgreSQL is the real one. */
const anyInstant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)

function refused(error: string, error_description: string, fields?: Record<string, string>) {
  return { error, error_description, ...(fields && { fields }), requestId: 'req_1' }
}

const invalid = (fields: Record<string, string>) =>
  refused('invalid_request', 'Some fields are not valid. See fields.', fields)

async function listEvents() {
  return services.db
    .selectFrom('audit_events')
    .select(['kind', 'actor_kind', 'actor_id', 'actor_name', 'key_id', 'subject_id', 'details'])
    .where('subject_kind', '=', 'account')
    .orderBy('id')
    .execute()
}

describe('POST /api/v1/accounts', () => {
  it('creates an account, and names the key as the actor', async () => {
    const { status, headers, body } = await sync.call('POST', '/accounts', { body: { id: 'acme', name: ' Acme ' } })
    expect([status, body]).toEqual([201, { ...shown, createdAt: anyInstant }])
    expect(headers).toMatchObject({
      location: `${testBaseUrl}/api/v1/accounts/acme`,
      etag: expect.stringMatching(/^"[0-9a-f]{32}"$/),
      'content-type': 'application/json',
      'cache-control': 'no-store',
    })
    expect(await listEvents()).toEqual([
      {
        kind: 'account.created',
        actor_kind: 'program',
        actor_id: sync.key.ownerId,
        actor_name: 'Sync',
        key_id: sync.key.id,
        subject_id: 'acme',
        details: '{}',
      },
    ])
  })

  it('creates a suspended one', async () => {
    const { body } = await sync.call('POST', '/accounts', { body: { ...acme, suspended: true } })
    expect(body).toMatchObject({ suspended: true, suspendedAt: anyInstant })
    expect((await listEvents()).map(({ kind }) => kind)).toEqual(['account.created', 'account.suspended'])
  })

  it('refuses an ID that exists', async () => {
    await createAccount(services, root, acme)
    const { status, body } = await sync.call('POST', '/accounts', { body: acme })
    expect([status, body]).toEqual([409, refused('conflict', 'It exists already.', { id: 'taken' })])
  })

  it.each([
    [{}, { id: 'required', name: 'required' }],
    [
      { id: 'a b', name: '' },
      { id: 'malformed', name: 'required' },
    ],
    [
      { id: '..', name: 'x'.repeat(121) },
      { id: 'malformed', name: 'too_long' },
    ],
    [{ id: 'a', name: 5 }, { name: 'malformed' }],
    [{ id: 'a', name: 'A', locale: 'german' }, { locale: 'malformed' }],
    [{ id: 'a', name: 'A', locale: '' }, { locale: 'malformed' }],
    [{ id: 'a', name: 'A', locale: 5 }, { locale: 'malformed' }],
    [{ id: 'a', name: 'A', deepPath: '/accounts/b' }, { deepPath: 'malformed' }],
    [{ id: 'a', name: 'A', deepPath: ['/accounts/a'] }, { deepPath: 'malformed' }],
    [{ id: 'a', name: 'A', suspended: 'yes' }, { suspended: 'malformed' }],
    [
      { id: 'a', name: 'A', suspnded: true, group: 1 },
      { suspnded: 'unknown', group: 'unknown' },
    ],
  ])('names each wrong field of %j', async (body, fields) => {
    expect(await sync.call('POST', '/accounts', { body })).toMatchObject({ status: 400, body: invalid(fields) })
    expect(await listEvents()).toEqual([])
  })

  it('refuses a field that only looks like a prototype', async () => {
    const body = '{"id":"a","name":"A","__proto__":{"suspended":true}}'
    const answer = await sync.call('POST', '/accounts', { body })
    expect(answer).toMatchObject({ status: 400, body: invalid({ ['__proto__']: 'unknown' }) })
  })

  it.each([
    ['text/plain', '{}', 'The Content-Type must be application/json, in UTF-8.'],
    ['application/x+json', '{}', 'The Content-Type must be application/json, in UTF-8.'],
    ['application/json', '', 'The body is not a JSON object.'],
    ['application/json', '[]', 'The body is not a JSON object.'],
    ['application/json', 'null', 'The body is not a JSON object.'],
    ['application/json', '{"id":', 'The body is not a JSON object.'],
  ])('refuses a body as %s that is %j', async (type, body, description) => {
    const answer = await sync.call('POST', '/accounts', { body, headers: { 'Content-Type': type } })
    expect(answer).toMatchObject({ status: 400, body: refused('invalid_request', description) })
  })

  it('refuses a body beyond 64 KiB', async () => {
    const { status, body } = await sync.call('POST', '/accounts', { body: { ...acme, name: 'x'.repeat(64 * 1024) } })
    expect([status, body]).toEqual([413, refused('invalid_request', 'The body is larger than 64 KiB.')])
  })
})

describe('GET /api/v1/accounts/<accountId>', () => {
  it('shows an account, and 304 to a client that has it', async () => {
    await createAccount(services, root, acme)
    const { status, headers, body } = await sync.call('GET', '/accounts/acme')
    expect([status, body]).toEqual([200, { ...shown, createdAt: anyInstant }])
    const etag = headers.etag ?? ''
    for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const answer = await sync.call('GET', '/accounts/acme', { headers: { 'If-None-Match': tag } })
      expect([answer.status, answer.text, answer.headers.etag]).toEqual([304, '', etag])
    }
    expect((await sync.call('GET', '/accounts/acme', { headers: { 'If-None-Match': '"other"' } })).status).toBe(200)
  })

  it.each(fewOf(2, ['beta', 'a%2fb', '%2e%2e%2f', '%00']))('answers 404 for %s', async (id) => {
    const answer = await sync.call('GET', `/accounts/${id}`)
    expect([answer.status, answer.body.error]).toEqual([404, 'not_found'])
  })
})

describe('PUT /api/v1/accounts/<accountId>', () => {
  const put = (body: object, headers = {}) => sync.call('PUT', '/accounts/acme', { body, headers })

  it('creates, replaces, and changes nothing when repeated', async () => {
    const wanted = { name: 'Acme', locale: 'de-at', deepPath: '/accounts/acme/orders' }
    const created = await put(wanted)
    expect([created.status, created.body]).toEqual([201, { ...shown, ...wanted, createdAt: anyInstant }])
    expect(created.headers.location).toBe(`${testBaseUrl}/api/v1/accounts/acme`)
    const repeated = await put(wanted)
    expect([repeated.status, repeated.body, repeated.headers.location]).toEqual([200, created.body, undefined])
    const replaced = await put({ name: 'Acme Ltd' })
    expect(replaced.body).toEqual({ ...created.body, name: 'Acme Ltd', locale: null, deepPath: null })
    expect((await listEvents()).map(({ kind }) => kind)).toEqual(['account.created', 'account.updated'])
  })

  it('takes back what was read', async () => {
    const { body } = await put({ name: 'Acme', locale: 'de-at' })
    expect((await put(body)).body).toEqual(body)
    expect(await put({ ...body, id: 'beta' })).toMatchObject({ status: 400, body: invalid({ id: 'differs' }) })
  })

  it('keeps the state unless it is given', async () => {
    await createAccount(services, root, acme)
    await suspendAccount(services, root, 'acme')
    expect((await put({ name: 'Acme' })).body.suspended).toBe(true)
    expect((await put({ name: 'Acme', suspended: false })).body).toMatchObject({ suspended: false, suspendedAt: null })
    expect((await put({ name: 'Acme', suspended: true })).body.suspended).toBe(true)
  })

  it('only creates with If-None-Match: *, and only replaces with If-Match', async () => {
    const failed = { status: 412, body: refused('precondition_failed', 'It has changed since it was read.') }
    expect(await put({ name: 'Acme' }, { 'If-Match': '*' })).toMatchObject(failed)
    const created = await put({ name: 'Acme' }, { 'If-None-Match': '*' })
    expect(created.status).toBe(201)
    expect(await put({ name: 'Other' }, { 'If-None-Match': '*' })).toMatchObject(failed)
    const etag = created.headers.etag ?? ''
    for (const stale of ['"other"', 'W/"other"', `"other-gzip"`, '']) {
      expect(await put({ name: 'Other' }, { 'If-Match': stale })).toMatchObject(failed)
    }
    expect((await put({ name: 'Other' }, { 'If-Match': `"other", ${etag}` })).status).toBe(200)
    // As a proxy that compresses has changed it.
    for (const given of [etag, `W/${etag}`]) {
      expect(await put({ name: 'Third' }, { 'If-Match': given })).toMatchObject(failed)
    }
    expect((await findManagedAccount(services, root, 'acme'))?.name).toBe('Other')
  })

  it('refuses an ID that no account can have', async () => {
    expect(await sync.call('PUT', '/accounts/a%20b', { body: { name: 'A' } })).toMatchObject({
      status: 400,
      body: invalid({ id: 'malformed' }),
    })
  })
})

describe('PATCH /api/v1/accounts/<accountId>', () => {
  const patch = (body: object, headers = {}) => sync.call('PATCH', '/accounts/acme', { body, headers })
  beforeEach(() => createAccount(services, root, { ...acme, locale: 'de-at', deepPath: '/accounts/acme/a' }))

  it('changes the given fields, and clears those that are null', async () => {
    const merge = { 'Content-Type': 'application/merge-patch+json' }
    expect((await patch({ name: 'Acme Ltd' }, merge)).body).toMatchObject({ name: 'Acme Ltd', locale: 'de-at' })
    expect((await patch({ locale: null })).body).toMatchObject({ locale: null, deepPath: '/accounts/acme/a' })
    expect((await patch({})).body).toMatchObject({ name: 'Acme Ltd', locale: null })
    expect((await listEvents()).map(({ kind }) => kind)).toEqual([
      'account.created',
      'account.updated',
      'account.updated',
    ])
  })

  it('keeps a name of a former version that is refused today, unless it is sent', async () => {
    const name = 'Acme\u2028Corporation'
    await services.db.updateTable('accounts').set({ name }).execute()
    expect(await patch({ suspended: true, locale: null })).toMatchObject({ status: 200, body: { name, locale: null } })
    expect(await patch({ name })).toMatchObject({ status: 400, body: invalid({ name: 'malformed' }) })
  })

  it('suspends and reactivates', async () => {
    expect((await patch({ suspended: true })).body).toMatchObject({ suspended: true, suspendedAt: anyInstant })
    expect((await patch({ suspended: true })).body.suspended).toBe(true)
    expect((await patch({ suspended: false })).body).toMatchObject({ suspended: false, suspendedAt: null })
    expect((await listEvents()).map(({ kind }) => kind)).toEqual([
      'account.created',
      'account.suspended',
      'account.resumed',
    ])
  })

  it.each([
    [{ name: null }, { name: 'required' }],
    [{ suspended: null }, { suspended: 'malformed' }],
    [{ id: 'beta' }, { id: 'differs' }],
    [{ nmae: 'x' }, { nmae: 'unknown' }],
  ])('refuses %j', async (body, fields) => {
    expect(await patch(body)).toMatchObject({ status: 400, body: invalid(fields) })
  })

  it('answers 404 for an account that does not exist, and 412 for another version', async () => {
    expect((await sync.call('PATCH', '/accounts/beta', { body: { name: 'B' } })).status).toBe(404)
    expect((await patch({ name: 'B' }, { 'If-Match': '"other"' })).status).toBe(412)
    const { etag = '' } = (await sync.call('GET', '/accounts/acme')).headers
    expect((await patch({ name: 'B' }, { 'If-Match': etag })).status).toBe(200)
  })
})

describe('GET /api/v1/accounts', () => {
  const ids = ({ body }: { body: { items: readonly { id: string }[] } }) => body.items.map(({ id }) => id)

  async function makeMany(): Promise<void> {
    for (const id of ['d', 'b', 'e', 'a', 'c']) {
      const locale = id < 'c' ? 'de-at' : null
      await createAccount(services, root, account({ id, name: `Account ${5 - 'abcde'.indexOf(id)}`, locale }))
    }
    await suspendAccount(services, root, 'c')
  }

  it('lists every account once, in the order of IDs, although others are renamed and added meanwhile', async () => {
    await makeMany()
    const first = await sync.call('GET', '/accounts?limit=2')
    expect([first.status, ids(first)]).toEqual([200, ['a', 'b']])
    expect(first.body.items[0]).toEqual({
      ...shown,
      id: 'a',
      name: 'Account 5',
      locale: 'de-at',
      createdAt: anyInstant,
      lastOpenedAt: null,
    })
    await sync.call('PATCH', '/accounts/b', { body: { name: 'Zebra' } })
    await createAccount(services, root, { ...acme, id: 'aa' })
    const second = await sync.call('GET', `/accounts?limit=2&cursor=${first.body.next}`)
    const third = await sync.call('GET', `/accounts?limit=2&cursor=${second.body.next}`)
    expect([ids(second), ids(third), third.body.next]).toEqual([['c', 'd'], ['e'], null])
  })

  it('filters by state and locale, page by page', async () => {
    await makeMany()
    expect(ids(await sync.call('GET', '/accounts?suspended=true'))).toEqual(['c'])
    expect(ids(await sync.call('GET', '/accounts?suspended=false'))).toEqual(['a', 'b', 'd', 'e'])
    const first = await sync.call('GET', '/accounts?locale=de-at&limit=1')
    const second = await sync.call('GET', `/accounts?locale=de-at&limit=1&cursor=${first.body.next}`)
    expect([ids(first), ids(second), second.body.next]).toEqual([['a'], ['b'], null])
  })

  it('finds by name and ID, the closest first, without a next page', async () => {
    await makeMany()
    const found = await sync.call('GET', '/accounts?search=account%203')
    expect([ids(found), found.body.next]).toEqual([['c'], null])
    expect((await sync.call('GET', '/accounts?search=account&limit=2')).body).toMatchObject({ next: null })
  })

  it('is empty if there is none', async () => {
    expect((await sync.call('GET', '/accounts')).body).toEqual({ items: [], next: null })
  })

  it.each([
    ['limit=0', { limit: 'out_of_range' }],
    ['limit=201', { limit: 'out_of_range' }],
    ['limit=x', { limit: 'malformed' }],
    ['suspended=maybe', { suspended: 'malformed' }],
    ['locale=german', { locale: 'malformed' }],
    [`search=${'x'.repeat(121)}`, { search: 'too_long' }],
  ])('refuses ?%s', async (query, fields) => {
    expect(await sync.call('GET', `/accounts?${query}`)).toMatchObject({ status: 400, body: invalid(fields) })
  })

  it('refuses a damaged cursor', async () => {
    await makeMany()
    const { next } = (await sync.call('GET', '/accounts?limit=1')).body
    const damaged = [
      next.slice(1),
      `${next}x`,
      next.slice(0, -1),
      next.replace('.', ''),
      'x',
      'x'.repeat(512),
      '.000000',
    ]
    for (const cursor of damaged) {
      const { status, body } = await sync.call('GET', `/accounts?cursor=${cursor}`)
      expect([cursor, status, body]).toEqual([
        cursor,
        400,
        refused('invalid_request', 'The cursor is not valid.', { cursor: 'malformed' }),
      ])
    }
  })
})

describe('parallel writers', () => {
  it('with the same If-Match: one wins, and the others get 412', async () => {
    await createAccount(services, root, acme)
    const { etag = '' } = (await sync.call('GET', '/accounts/acme')).headers
    const length = callersAtOnce(200)
    const answers = await Promise.all(
      Array.from({ length }, (_, n) =>
        sync.call('PATCH', '/accounts/acme', { body: { name: `Writer ${n}` }, headers: { 'If-Match': etag } }),
      ),
    )
    const winners = answers.flatMap(({ status, body }) => (status === 200 ? [body.name] : []))
    expect(winners).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 412)).toHaveLength(length - 1)
    expect((await findManagedAccount(services, root, 'acme'))?.name).toBe(winners[0])
  })

  it('that read and change until they succeed lose no update', async () => {
    await createAccount(services, root, { ...acme, name: '0' })
    const addOne = async () => {
      for (;;) {
        const { headers, body } = await sync.call('GET', '/accounts/acme')
        const name = String(Number(body.name) + 1)
        const sent = { body: { name }, headers: { 'If-Match': headers.etag ?? '' } }
        const { status } = await sync.call('PATCH', '/accounts/acme', sent)
        if (status === 200) return
        expect(status).toBe(412)
      }
    }
    const length = callersAtOnce(15)
    await Promise.all(Array.from({ length }, addOne))
    expect((await findManagedAccount(services, root, 'acme'))?.name).toBe(String(length))
  })

  it('with If-None-Match: * create one account', async () => {
    const length = callersAtOnce(50)
    const answers = await Promise.all(
      Array.from({ length }, (_, n) =>
        sync.call('PUT', '/accounts/acme', { body: { name: `W ${n}` }, headers: { 'If-None-Match': '*' } }),
      ),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 412)).toHaveLength(length - 1)
  })
})

describe('a key of a person', () => {
  it('is not asked for a recent confirmation, which a program cannot give', async () => {
    const owner = await insertUser(services, { role: 'owner' })
    const stale = personOf(services, owner, { confirmedAt: 0 })
    await createAccount(services, root, acme)
    await expect(suspendAccount(services, stale, 'acme')).rejects.toMatchObject({ code: 'confirmation_required' })
    expect((await sync.call('PATCH', '/accounts/acme', { body: { suspended: true } })).status).toBe(200)
  })
})
