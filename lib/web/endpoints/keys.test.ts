import { beforeEach, describe, expect, it } from 'vitest'
import { findApiKey } from '#lib/domain/keys/api-keys/find-api-keys.ts'
import { keyScopes } from '#lib/domain/keys/api-keys/scopes.ts'
import { addReturnAddress } from '#lib/domain/links/return-addresses/manage-return-addresses.ts'
import { updateUser } from '#lib/domain/people/user-lifecycle/change-user.ts'
import { revokeApiKey } from '#lib/domain/people/user-lifecycle/revoke-api-key.ts'
import { roles } from '#lib/foundation/authorization/roles.ts'
import { dayMs, hourMs } from '#lib/kernel/clock.ts'
import { type ApiCaller, callApi, makeApiCaller } from '#lib/testing/api-client.ts'
import { noTexts } from '#lib/testing/no-texts.ts'
import { insertUser, root } from '#lib/testing/people.ts'
import { tryTestSecret } from '#lib/testing/rotations.ts'
import { callersAtOnce } from '#lib/testing/sampling.ts'
import { issueTestTokens, makeTestKey, type TestKey } from '#lib/testing/test-programs.ts'
import { openTestServices, type TestServices, testBaseUrl } from '#lib/testing/test-services.ts'

let services: TestServices
let caller: ApiCaller
let ownerId: string
beforeEach(async () => {
  services = await openTestServices()
  caller = await makeApiCaller(services, ['keys:read', 'keys:write'])
  ownerId = (await insertUser(services, { role: 'service' })).id
})

const anyInstant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
const anySecret = expect.stringMatching(/^lksec_/)
const shown = {
  id: expect.stringMatching(/^lkid_/),
  name: 'CRM',
  ...noTexts.key,
  state: 'active',
  scopes: ['sso'],
  accountIds: [],
  networks: [],
  returnAddresses: [],
  rotatable: false,
  dpop: false,
  callLimit: null,
  createdAt: anyInstant,
  expiresAt: null,
}
const create = (body: object = {}, headers = {}, by = caller) =>
  by.call('POST', '/keys', { body: { name: 'CRM', ownerId, ...body }, headers })
const patch = (id: string, body: object, headers = {}, by = caller) =>
  by.call('PATCH', `/keys/${id}`, { body, headers })
const rotate = (id: string, body: object = {}, headers = {}, by = caller) =>
  by.call('POST', `/keys/${id}/secrets`, { body, headers })
const get = (path: string, headers = {}, by = caller) => by.call('GET', `/keys/${path}`, { headers })

async function listEvents(id: string) {
  return services.db
    .selectFrom('audit_events')
    .select(['kind', 'actor_kind', 'actor_id', 'key_id'])
    .where('subject_id', '=', id)
    .orderBy('id')
    .execute()
}

/** Access tokens are valid for ten hours. */
async function advance(ms: number): Promise<void> {
  services.clock.advance(ms)
  const { accessToken: token } = await issueTestTokens(caller.key)
  caller = { ...caller, call: (method, path, sent) => callApi(method, path, { token, ...sent }) }
}

function toTestKey({ id, secret }: { id: string; secret: string }): TestKey {
  return { ...caller.key, id, secret }
}

describe('POST /api/v1/keys', () => {
  it('generates a key that works, and shows its secret in this response alone', async () => {
    const { status, headers, body } = await create()
    expect([status, body]).toEqual([201, { ...shown, ownerId, secret: anySecret }])
    expect(await tryTestSecret(toTestKey(body), body.secret)).toBe(200)
    expect(headers.location).toBe(`${testBaseUrl}/api/v1/keys/${body.id}`)
    const read = await get(body.id)
    const { secret: _, ...rest } = body
    expect([read.body, read.headers.etag]).toEqual([rest, headers.etag])
  })

  it('names the other active key of the same name, in the first response alone', async () => {
    const first = (await create()).body
    const { body, headers } = await create({ allowSameName: true })
    const { secret: _, sameNameKeyId, ...rest } = body
    expect(sameNameKeyId).toBe(first.id)
    const read = await get(body.id)
    expect([read.body, read.headers.etag]).toEqual([rest, headers.etag])
  })

  it('names the key of the program as the actor, and no person as knowing the secret', async () => {
    const { body } = await create()
    const by = { actor_kind: 'program', actor_id: caller.key.ownerId }
    expect(await listEvents(body.id)).toMatchObject([{ kind: 'api_key.generated', ...by }])
    const row = services.db.selectFrom('key_secrets').select('shown_to').where('key_id', '=', body.id)
    expect(await row.execute()).toEqual([{ shown_to: 'program' }])
  })

  it('takes limits, which later requests show', async () => {
    await addReturnAddress(services, root, { origin: 'https://crm.example' })
    const returnAddresses = ['https://crm.example']
    const limits = { networks: ['203.0.113.0/24'], returnAddresses, rotatable: true, dpop: true }
    const { body } = await create({ ...limits, scopes: ['introspect', 'sso'], expiresInDays: 1 })
    const expiresAt = new Date(services.clock.now() + dayMs).toISOString()
    expect(body).toMatchObject({ ...limits, scopes: ['sso', 'introspect'], expiresAt })
  })

  it('generates one for 50 parallel requests with one Idempotency-Key, which all get its secret', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => create({}, { 'Idempotency-Key': 'k1' })))
    expect(new Set(answers.map(({ status, text, headers }) => `${status} ${text} ${headers.etag}`)).size).toBe(1)
    const kept = services.db.selectFrom('idempotency_keys').select('response')
    const { response } = await kept.executeTakeFirstOrThrow()
    expect(response).not.toContain(answers[0]?.body.secret)
    expect(response).not.toContain('CRM')
  })

  it('shows no secret again once the key is revoked', async () => {
    const once = { 'Idempotency-Key': 'k1' }
    const { body: key } = await create({}, once)
    expect((await create({}, once)).body.secret).toBe(key.secret)
    await revokeApiKey(services, root, key.id)
    const { status, body } = await create({}, once)
    const error_description = 'The secret that this request created has ended since.'
    expect([status, body]).toEqual([409, { error: 'conflict', error_description, requestId: 'req_1' }])
  })

  it('is refused for a second active key of one name and owner, unless the request allows it', async () => {
    await create()
    expect(await create()).toMatchObject({ status: 409, body: { error: 'conflict', fields: { name: 'same_name' } } })
    expect((await create({ allowSameName: true })).status).toBe(201)
  })

  it.each([
    [{ name: '' }, { name: 'required' }],
    [{ ownerId: 'usr_nobody' }, { ownerId: 'unknown' }],
    [{ scopes: [] }, { scopes: 'required' }],
    [{ scopes: ['root'] }, { scopes: 'unknown' }],
    [{ expiresInDays: 0 }, { expiresInDays: 'out_of_range' }],
    [{ expiresInDays: '30' }, { expiresInDays: 'malformed' }],
    [{ accountIds: ['nowhere'] }, { accountIds: 'unknown' }],
    [{ networks: ['anywhere'] }, { networks: 'malformed' }],
    [{ returnAddresses: ['https://unknown.example'] }, { returnAddresses: 'unknown' }],
    [{ note: 'x' }, { note: 'unknown' }],
  ])('refuses %j', async (body, fields) => {
    expect(await create(body)).toMatchObject({ status: 400, body: { error: 'invalid_request', fields } })
  })
})

const beyond = keyScopes.filter((scope) => scope !== 'sso' && scope !== 'introspect')

describe('what only a person may do, who confirms', () => {
  it.each(beyond)('a program generates no key with the scope %s, though its owner is a manager', async (scope) => {
    const { status, body } = await create({ ownerId: caller.key.ownerId, scopes: ['sso', scope] })
    expect([status, body.error]).toEqual([403, 'forbidden'])
  })

  it('a program neither rotates nor changes such a key, itself among them, but ends it', async () => {
    const expiring = await makeTestKey(services, { scopes: ['users:write'], role: 'admin', expiresInDays: 9 })
    const owner = await makeApiCaller(services, ['keys:write'], 'owner')
    for (const id of [expiring.id, owner.key.id]) {
      expect((await rotate(id, {}, {}, owner)).status).toBe(403)
      for (const body of [
        { name: 'Other' },
        { note: 'x' },
        { callLimit: { mode: 'observe', perDay: 1 } },
        { expiresInDays: 90 },
      ]) {
        expect((await patch(id, body, {}, owner)).status).toBe(403)
      }
    }
    expect((await patch(expiring.id, { state: 'disabled', name: 'Other' }, {}, owner)).status).toBe(403)
    const disabled = await patch(expiring.id, { state: 'disabled' }, {}, owner)
    expect(disabled.status).toBe(200)
    for (const body of [{ state: 'disabled' }, {}, disabled.body]) {
      const { status, body: same } = await patch(expiring.id, body, {}, owner)
      expect([status, same]).toEqual([200, disabled.body])
    }
    expect((await patch(expiring.id, { state: 'active' }, {}, owner)).status).toBe(403)
    expect((await patch(expiring.id, { state: 'revoked' }, {}, owner)).body.state).toBe('revoked')
    expect((await patch(owner.key.id, { state: 'revoked' }, {}, owner)).status).toBe(200)
    expect((await get(expiring.id, {}, owner)).status).toBe(401)
  })
})

const managed = { owner: roles, admin: ['agent', 'service'] } as const

describe('a key reaches no further than its owner', () => {
  it.each(['owner', 'admin'] as const)('who is %s', async (role) => {
    const by = await makeApiCaller(services, ['keys:read', 'keys:write'], role)
    for (const other of roles) {
      const key = await makeTestKey(services, { role: other, name: 'Other' })
      const isManaged = managed[role].some((each) => each === other)
      const expected = isManaged ? [201, 200, 200, 200, 201, 200] : [403, 404, 404, 404, 404, 404]
      const statuses = [
        (await create({ ownerId: key.ownerId }, {}, by)).status,
        (await get(key.id, {}, by)).status,
        (await get(`${key.id}/secrets`, {}, by)).status,
        (await get(`${key.id}/usage`, {}, by)).status,
        (await rotate(key.id, {}, {}, by)).status,
        (await patch(key.id, { state: 'revoked' }, {}, by)).status,
      ]
      expect([other, ...statuses]).toEqual([other, ...expected])
      const { items } = (await by.call('GET', '/keys?limit=200')).body
      expect(items.some(({ id }: { id: string }) => id === key.id)).toBe(isManaged)
    }
  })

  it('once its owner became an agent, none', async () => {
    await updateUser(services, root, { userId: caller.key.ownerId, name: 'Sync', role: 'agent' })
    for (const answer of [await create(), await get(caller.key.id), await rotate(caller.key.id)]) {
      expect([answer.status, answer.body.error]).toEqual([403, 'insufficient_scope'])
    }
  })

  it('reads alone do not write', async () => {
    const reader = await makeApiCaller(services, ['keys:read'])
    const { body } = await create()
    const answers = [
      await create({}, {}, reader),
      await patch(body.id, {}, {}, reader),
      await rotate(body.id, {}, {}, reader),
    ]
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403])
    expect((await get(body.id, {}, reader)).status).toBe(200)
  })
})

describe('PATCH /api/v1/keys/<keyId>', () => {
  let id: string
  beforeEach(async () => {
    id = (await create({ expiresInDays: 10 })).body.id
  })

  it('changes name, note, limit, end and state at once, and records each', async () => {
    const callLimit = { mode: 'enforce', perMinute: 60, perDay: null }
    const { status, body } = await patch(id, {
      name: 'Shop',
      note: 'n',
      callLimit,
      expiresInDays: 30,
      state: 'disabled',
    })
    const expiresAt = new Date(services.clock.now() + 30 * dayMs).toISOString()
    expect([status, body]).toMatchObject([200, { name: 'Shop', note: 'n', callLimit, expiresAt, state: 'disabled' }])
    const kinds = (await listEvents(id)).map(({ kind }) => kind)
    expect(kinds.toSorted()).toEqual(
      ['generated', 'updated', 'limited', 'extended', 'disabled'].map((kind) => `api_key.${kind}`).toSorted(),
    )
  })

  it('changes nothing that is omitted or as it is, so that what was read can be sent back', async () => {
    await patch(id, { note: 'n', callLimit: { mode: 'observe', perDay: 5 } })
    const { body: read, headers } = await get(id)
    const events = await listEvents(id)
    const repeated = await patch(id, read)
    expect([repeated.status, repeated.body, repeated.headers.etag]).toEqual([200, read, headers.etag])
    expect(await listEvents(id)).toEqual(events)
    expect((await patch(id, { note: null, callLimit: null })).body).toMatchObject({ note: null, callLimit: null })
  })

  it('refuses another value of what is fixed', async () => {
    for (const [field, value] of [
      ['ownerId', caller.key.ownerId],
      ['expiresAt', null],
      ['state', 'expired'],
    ] as const) {
      const { status, body } = await patch(id, { [field]: value, name: 'Other' })
      expect([status, body.fields]).toEqual([400, { [field]: 'fixed' }])
    }
    expect((await get(id)).body.name).toBe('CRM')
  })

  it('narrows scopes and limits, with an event, and never widens them', async () => {
    const wide = (await create({ name: 'Wide', scopes: ['sso', 'introspect'] })).body
    const limits = { scopes: ['sso'], networks: ['10.0.0.0/8'] }
    expect(await patch(wide.id, limits)).toMatchObject({ status: 200, body: { ...limits, accountIds: [] } })
    expect((await listEvents(wide.id)).map(({ kind }) => kind)).toContain('api_key.narrowed')
    const { status, body } = await patch(wide.id, { ...limits, scopes: ['sso', 'introspect'], name: 'Other' })
    expect([status, body]).toMatchObject([
      400,
      {
        error_description:
          'The limits of a key only get narrower. For wider access, generate another key. To stop the key, disable it.',
        fields: { scopes: 'not_narrower' },
      },
    ])
    expect((await patch(wide.id, { networks: [] })).body.fields).toEqual({ networks: 'would_lift' })
    expect((await get(wide.id)).body).toMatchObject({ name: 'Wide', ...limits })
  })

  it('narrows even a key that the program may not change otherwise', async () => {
    const admin = await makeTestKey(services, { scopes: ['sso', 'users:read'], ownerId: caller.key.ownerId, name: 'A' })
    expect((await patch(admin.id, { name: 'B' })).status).toBe(403)
    expect((await patch(admin.id, { scopes: ['sso'] })).body).toMatchObject({ scopes: ['sso'] })
  })

  it.each([
    [{ expiresInDays: 9 }, 400, { expiresInDays: 'not_later' }],
    [{ callLimit: { mode: 'enforce' } }, 400, { callLimit: 'required' }],
    [{ callLimit: { mode: 'off', perMinute: 1 } }, 400, { callLimit: 'unknown' }],
    [{ name: null }, 400, { name: 'required' }],
    [{ secret: 'x' }, 400, { secret: 'unknown' }],
  ])('refuses %j with %i', async (body, status, fields) => {
    expect(await patch(id, body)).toMatchObject({ status, body: { fields } })
  })

  it('does not bring back a key that has ended', async () => {
    const short = (await create({ name: 'Short', expiresInDays: 1 })).body.id
    await patch(id, { state: 'revoked' })
    await advance(dayMs)
    for (const ended of [id, short]) expect((await patch(ended, { state: 'active' })).status).toBe(409)
    expect((await get(short)).body.state).toBe('expired')
  })

  it('loses no change of parallel clients that send the ETag they read', async () => {
    const clients = callersAtOnce(20)
    const add = async (): Promise<void> => {
      const { body, headers } = await get(id)
      const note = String(Number(body.note ?? '0') + 1)
      if ((await patch(id, { note }, { 'If-Match': headers.etag })).status === 412) return add()
    }
    await Promise.all(Array.from({ length: clients }, add))
    expect((await get(id)).body.note).toBe(String(clients))
  })
})

describe('the secrets of a key', () => {
  it('are rotated: the new one becomes current with its first use, and the former one retires', async () => {
    const { body: key } = await create()
    const { status, body: rotated } = await rotate(key.id, { retireAfter: '1h' })
    const anyId = expect.stringMatching(/^ksec_/)
    expect([status, rotated]).toEqual([
      201,
      { id: anyId, secret: anySecret, worksUntil: anyInstant, formerWorksForSeconds: 3_600 },
    ])
    const statesOf = async () =>
      (await get(`${key.id}/secrets`)).body.items.map(({ state }: { state: string }) => state)
    expect(await statesOf()).toEqual(['pending', 'current'])
    expect(await tryTestSecret(toTestKey(key), rotated.secret)).toBe(200)
    expect(await statesOf()).toEqual(['current', 'retiring'])
    expect((await get(`${key.id}/secrets`)).body.safeToRetire).toBe(true)
    expect((await rotate(key.id)).status).toBe(409)
    services.clock.advance(dayMs)
    expect(await tryTestSecret(toTestKey(key), key.secret)).toBe(401)
  })

  it('are rotated once for parallel requests with one Idempotency-Key', async () => {
    const { body: key } = await create()
    const answers = await Promise.all(Array.from({ length: 20 }, () => rotate(key.id, {}, { 'Idempotency-Key': 'r1' })))
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect((await get(`${key.id}/secrets`)).body.items).toHaveLength(2)
    expect((await rotate(key.id, { leaked: true }, { 'Idempotency-Key': 'r1' })).status).toBe(422)
    await revokeApiKey(services, root, key.id)
    expect(await rotate(key.id, {}, { 'Idempotency-Key': 'r1' })).toMatchObject({ status: 409 })
  })

  it('end at once if others may know them', async () => {
    const { body: key } = await create()
    const { body: rotated } = await rotate(key.id, { leaked: true })
    expect(await tryTestSecret(toTestKey(key), key.secret)).toBe(401)
    expect(await tryTestSecret(toTestKey(key), rotated.secret)).toBe(200)
  })

  it.each([
    [{ retireAfter: '2h' }, { retireAfter: 'unknown' }],
    [{ leaked: 'yes' }, { leaked: expect.any(String) }],
    [{ keyId: 'lkid_x' }, { keyId: 'unknown' }],
  ])('refuse %j', async (body, fields) => {
    expect(await rotate((await create()).body.id, body)).toMatchObject({ status: 400, body: { fields } })
  })
})

describe('GET /api/v1/keys', () => {
  const list = async (query: string) => (await caller.call('GET', `/keys?${query}`)).body

  it('lists each key once, in parts, and filters', async () => {
    for (let n = 0; n < 5; n++) await create({ name: `Key ${n}` })
    const disabled = (await create({ name: 'Off' })).body.id
    await patch(disabled, { state: 'disabled' })
    const seen: string[] = []
    for (let cursor = ''; ; ) {
      const { items, next } = await list(`limit=2${cursor && `&cursor=${cursor}`}`)
      seen.push(...items.map(({ id }: { id: string }) => id))
      if (next === null) break
      cursor = next
    }
    expect(seen).toEqual([...new Set(seen)].toSorted())
    expect(seen).toHaveLength(7)
    const idsOf = async (query: string) => (await list(query)).items.map(({ id }: { id: string }) => id)
    expect(await idsOf('state=disabled')).toEqual([disabled])
    expect(await idsOf(`ownerId=${caller.key.ownerId}`)).toEqual([caller.key.id])
    expect(await idsOf('search=off')).toEqual([disabled])
    await advance(90 * dayMs)
    expect(await idsOf('unused=true')).toHaveLength(5)
  })

  it('shows the last use, and no secret', async () => {
    const { body } = await create()
    await tryTestSecret(toTestKey(body), body.secret)
    const { items } = await list(`ownerId=${ownerId}`)
    const { secret: _, ...rest } = body
    expect(items).toEqual([
      {
        ...rest,
        ownerName: 'Robin Example',
        ownerRole: 'service',
        ownerActive: true,
        createdByName: 'Robin Example',
        usesInLastDay: 1,
        lastUsedAt: anyInstant,
        lastUsedFrom: '192.0.2.1',
      },
    ])
  })
})

describe('GET /api/v1/keys/<keyId>/usage', () => {
  it('counts the calls beyond a limit that is observed, and those that it refused', async () => {
    const { body } = await create()
    const beyondLimit = async () => (await get(`${body.id}/usage`)).body.beyondLimit
    expect(await beyondLimit()).toEqual({ observed: 0, refused: 0 })
    const hour = services.clock.now() - (services.clock.now() % hourMs)
    const rows = (['observe', 'enforce'] as const).map((mode, n) => ({ key_id: body.id, hour, mode, calls: n + 1 }))
    await services.db.insertInto('key_excess_hours').values(rows).execute()
    expect(await beyondLimit()).toEqual({ observed: 1, refused: 2 })
  })

  it('counts by hour, day and week', async () => {
    const { body } = await create()
    const lengths = { day: 24, month: 30, year: 52 }
    for (const [period, length] of Object.entries(lengths)) {
      const usage = (await get(`${body.id}/usage?period=${period}`)).body
      expect(usage.items).toHaveLength(length)
      expect(usage.items[0]).toEqual({ since: anyInstant, calls: 0, accountsOpened: 0, refusals: 0 })
    }
    expect((await get(`${body.id}/usage?period=week`)).body.fields).toEqual({ period: 'malformed' })
  })
})

it('answers 404 for an unknown key', async () => {
  const statuses = [
    await get('lkid_x'),
    await get('lkid_x/secrets'),
    await get('lkid_x/usage'),
    await patch('lkid_x', {}),
  ]
  expect(statuses.map(({ status }) => status)).toEqual([404, 404, 404, 404])
  expect((await rotate('lkid_x')).status).toBe(404)
  expect(await findApiKey(services, root, 'lkid_x')).toBeUndefined()
})
