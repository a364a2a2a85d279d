import { beforeEach, describe, expect, it } from 'vitest'
import { createAccount } from '#lib/domain/accounts/accounts/manage-accounts.ts'
import { deactivateUser, updateUser } from '#lib/domain/people/user-lifecycle/change-user.ts'
import { getUser } from '#lib/domain/people/users/find-users.ts'
import { markUnproven } from '#lib/domain/people/users/proven-names-store.ts'
import { roles } from '#lib/foundation/authorization/roles.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import { account } from '#lib/testing/accounts.ts'
import { type ApiCaller, makeApiCaller } from '#lib/testing/api-client.ts'
import { noTexts } from '#lib/testing/no-texts.ts'
import { insertUser, root } from '#lib/testing/people.ts'
import { callersAtOnce } from '#lib/testing/sampling.ts'
import { issueTestTokens, makeTestKey, postToken, refreshFields } from '#lib/testing/test-programs.ts'
import { openTestServices, type TestServices, testBaseUrl } from '#lib/testing/test-services.ts'

let services: TestServices
let sync: ApiCaller
beforeEach(async () => {
  services = await openTestServices()
  sync = await makeApiCaller(services, ['users:read', 'users:write'])
  for (const id of ['a', 'b']) await createAccount(services, root, account({ id, name: 'A' }))
})

const anyInstant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
const anna = { email: 'anna@corp.example', username: 'anna', name: 'Anna Berger', role: 'agent' }
const shown = {
  ...noTexts.user,
  ...anna,
  id: expect.stringMatching(/^usr_/),
  active: true,
  accountScope: 'list',
  accountIds: [],
  accountGroupIds: [],
  createdAt: anyInstant,
  deactivatedAt: null,
}
const create = (body: object, headers = {}, caller = sync) => caller.call('POST', '/users', { body, headers })
const patch = (id: string, body: object, headers = {}, caller = sync) =>
  caller.call('PATCH', `/users/${id}`, { body, headers })

async function listEvents(id: string) {
  return services.db
    .selectFrom('audit_events')
    .select(['kind', 'actor_kind', 'actor_id', 'key_id'])
    .where('subject_id', '=', id)
    .orderBy('id')
    .execute()
}

describe('POST /api/v1/users', () => {
  it('creates a user without a password, and names the key as the actor', async () => {
    const { status, headers, body } = await create({ ...anna, accountIds: ['b', 'a'] })
    expect([status, body]).toEqual([201, { ...shown, accountIds: ['a', 'b'] }])
    expect(headers.location).toBe(`${testBaseUrl}/api/v1/users/${body.id}`)
    expect((await getUser(services, root, body.id)).passwordSetAt).toBeNull()
    const by = { actor_kind: 'program', actor_id: sync.key.ownerId, key_id: sync.key.id }
    expect(await listEvents(body.id)).toEqual([{ kind: 'user.created', ...by }])
  })

  it('creates a service user, who needs no email address', async () => {
    const { body } = await create({ username: 'shop', name: 'Shop', role: 'service' })
    expect(body).toEqual({ ...shown, email: null, username: 'shop', name: 'Shop', role: 'service' })
  })

  it('creates one for many parallel requests with one Idempotency-Key', async () => {
    const answers = await Promise.all(
      Array.from({ length: callersAtOnce(50) }, () => create(anna, { 'Idempotency-Key': 'k1' })),
    )
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
  })

  it.each([
    [{}, 400, { username: 'required', name: 'required', role: 'malformed' }],
    [{ ...anna, email: 'anna' }, 400, { email: 'malformed' }],
    [{ ...anna, email: undefined }, 400, { email: 'required' }],
    [{ ...anna, username: 'lkid_x' }, 400, { username: 'reserved' }],
    [{ ...anna, role: 'root' }, 400, { role: 'malformed' }],
    [{ ...anna, accountIds: ['a', 'nowhere'] }, 400, { accountIds: 'unknown' }],
    [{ ...anna, accountIds: Array(1_001).fill('a') }, 400, { accountIds: 'too_long' }],
    [{ ...anna, password: 'seven ripe plums in a bowl' }, 400, { password: 'unknown' }],
    [{ ...anna, username: 'taken' }, 409, { username: 'taken' }],
  ])('refuses %j with %i', async (body, status, fields) => {
    await insertUser(services, { username: 'taken' })
    expect(await create(body)).toMatchObject({ status, body: { fields } })
  })
})

describe('a key reaches no further than its owner', () => {
  const managed = { owner: roles, admin: ['agent', 'service'] } as const

  it.each(['owner', 'admin'] as const)('who is an %s', async (owner) => {
    const caller = await makeApiCaller(services, ['users:write', 'users:read'], owner)
    await insertUser(services, { role: 'owner' })
    for (const role of roles) {
      const isManaged = managed[owner].some((each) => each === role)
      const isGiven = role === 'agent' || role === 'service'
      const named = { ...anna, role, username: `new-${role}`, email: `new-${role}@corp.example` }
      expect([role, (await create(named, {}, caller)).status]).toEqual([role, isGiven ? 201 : 403])
      const { id } = await insertUser(services, { role, username: `old-${role}` })
      for (const body of [{ name: 'Other' }, { active: false }]) {
        expect([role, body, (await patch(id, body, {}, caller)).status]).toEqual([role, body, isManaged ? 200 : 403])
      }
      expect((await getUser(services, root, id)).deactivatedAt === null).toBe(!isManaged)
    }
  })

  it('and gives no role that makes rights: a token that leaks leaves no owner or admin behind', async () => {
    const caller = await makeApiCaller(services, ['users:write', 'users:read'], 'owner')
    const [agent, service] = [await insertUser(services), await insertUser(services, { role: 'service' })]
    const admin = await insertUser(services, { role: 'admin' })
    const former = await Promise.all(
      (['owner', 'admin', 'service_admin'] as const).map((role) => insertUser(services, { role })),
    )
    for (const { id } of former) await deactivateUser(services, root, id)
    const before = await services.db
      .selectFrom('users')
      .select(['id', 'role', 'deactivated_at'])
      .orderBy('id')
      .execute()
    for (const [id, body] of [
      [agent.id, { role: 'admin' }],
      [agent.id, { role: 'owner' }],
      [admin.id, { role: 'owner' }],
      [service.id, { role: 'service_admin' }],
      ...former.map(({ id }) => [id, { active: true }] as const),
    ] as const) {
      expect([body, await patch(id, body, {}, caller)]).toMatchObject([
        body,
        {
          status: 403,
          body: { error: 'forbidden', error_description: new Refusal('key_cannot_give_role').description },
        },
      ])
    }
    expect(
      await services.db.selectFrom('users').select(['id', 'role', 'deactivated_at']).orderBy('id').execute(),
    ).toEqual(before)
    // What takes rights, or leaves them as they are, stays.
    expect((await patch(admin.id, { name: 'Other', role: 'admin' }, {}, caller)).status).toBe(200)
    expect((await patch(admin.id, { role: 'agent' }, {}, caller)).status).toBe(200)
  })

  it('once the owner has another role', async () => {
    const owner = await makeApiCaller(services, ['users:write'], 'owner')
    await insertUser(services, { role: 'owner' })
    await updateUser(services, root, { userId: owner.key.ownerId, name: 'Now an admin', role: 'admin' })
    expect(await create({ ...anna, role: 'admin' }, {}, owner)).toMatchObject({
      status: 403,
      body: { error: 'forbidden' },
    })
    expect((await create(anna, {}, owner)).status).toBe(201)
  })
})

describe('PATCH /api/v1/users/<userId>', () => {
  it('changes the given fields, and nothing if nothing differs', async () => {
    const { id } = (await create({ ...anna, accountIds: ['a'] })).body
    expect((await patch(id, { name: 'Anna Huber' })).body).toEqual({ ...shown, name: 'Anna Huber', accountIds: ['a'] })
    expect((await patch(id, { accountIds: ['b'] })).body.accountIds).toEqual(['b'])
    expect((await patch(id, { accountScope: 'all' })).body).toMatchObject({ accountScope: 'all', accountIds: [] })
    const before = await listEvents(id)
    const { body } = await sync.call('GET', `/users/${id}`)
    expect((await patch(id, body)).body).toEqual(body)
    expect(await listEvents(id)).toEqual(before)
  })

  it('deactivates with everything that ends with it, and reactivates', async () => {
    const key = await makeTestKey(services)
    const { refreshToken } = await issueTestTokens(key)
    expect((await patch(key.ownerId, { active: false })).body).toMatchObject({
      active: false,
      deactivatedAt: anyInstant,
    })
    expect((await postToken(refreshFields(key.email, refreshToken))).status).toBe(400)
    expect((await patch(key.ownerId, { active: true })).body).toMatchObject({ active: true, deactivatedAt: null })
    expect((await postToken(refreshFields(key.email, refreshToken))).status).toBe(400)
    expect((await listEvents(key.ownerId)).map(({ kind }) => kind).slice(-2)).toEqual([
      'user.deactivated',
      'user.reactivated',
    ])
  })

  it('keeps the last owner', async () => {
    const owner = await makeApiCaller(services, ['users:write'], 'owner')
    for (const body of [{ active: false }, { role: 'agent' }]) {
      expect(await patch(owner.key.ownerId, body, {}, owner)).toMatchObject({
        status: 409,
        body: { error: 'last_owner' },
      })
    }
  })

  it('changes all or nothing', async () => {
    const { id } = (await create(anna)).body
    expect((await patch(id, { name: 'Other', accountIds: ['nowhere'] })).body.fields).toEqual({ accountIds: 'unknown' })
    expect((await getUser(services, root, id)).name).toBe(anna.name)
  })

  it('with the same If-Match: one of many parallel requests wins', async () => {
    const created = await create(anna)
    const headers = { 'If-Match': created.headers.etag ?? '' }
    const length = callersAtOnce(100)
    const answers = await Promise.all(
      Array.from({ length }, (_, n) => patch(created.body.id, { name: `Anna ${n}` }, headers)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 412)).toHaveLength(length - 1)
  })

  it.each([
    [{ name: null }, { name: 'required' }],
    [{ role: null }, { role: 'malformed' }],
    [{ active: 'no' }, { active: 'malformed' }],
    [{ role: 'service' }, { role: 'not_allowed' }],
    [{ password: 'x' }, { password: 'unknown' }],
  ])('refuses %j', async (body, fields) => {
    const { id } = (await create(anna)).body
    expect(await patch(id, body)).toMatchObject({ status: 400, body: { fields } })
  })

  it('answers 404 for a user who does not exist', async () => {
    expect((await patch('usr_none', { name: 'X' })).status).toBe(404)
    expect((await sync.call('GET', '/users/usr_none')).status).toBe(404)
  })
})

describe('GET /api/v1/users', () => {
  const summary = {
    state: 'invited',
    unprovenNames: [],
    listedAccounts: 2,
    accountGroups: 0,
    hasFactor: false,
    passwordSetAt: null,
    linkedAt: null,
    lastSignInAt: null,
  }

  it('shows the state of a user, their number of accounts, and how they sign in', async () => {
    const { id } = (await create({ ...anna, accountIds: ['a', 'b'] })).body
    const { accountIds, accountGroupIds, ...listed } = shown
    expect((await sync.call('GET', '/users?search=anna')).body.items).toEqual([{ ...listed, ...summary }])
    await markUnproven(services.db, id, 'email')
    expect((await sync.call('GET', '/users?search=anna')).body.items).toMatchObject([{ unprovenNames: ['email'] }])
  })

  it('lists every user once, page by page, without their accounts and secrets', async () => {
    for (let n = 0; n < 6; n++) await insertUser(services, { password: 'seven ripe plums in a bowl' })
    const seen: string[] = []
    let query = ''
    for (;;) {
      const { body } = await sync.call('GET', `/users?limit=3${query}`)
      seen.push(...body.items.map(({ id }: { id: string }) => id))
      const { accountIds, accountGroupIds, ...listed } = shown
      expect(Object.keys(body.items[0]).toSorted()).toEqual(Object.keys({ ...listed, ...summary }).toSorted())
      if (body.next === null) break
      query = `&cursor=${body.next}`
    }
    expect([seen.length, new Set(seen).size]).toEqual([7, 7])
  })

  it('filters by role and state, and finds by words', async () => {
    const { id } = (await create(anna)).body
    await patch(id, { active: false })
    const ids = async (query: string) =>
      (await sync.call('GET', `/users?${query}`)).body.items.map((user: { id: string }) => user.id)
    expect(await ids('search=berger%20anna')).toEqual([id])
    expect(await ids('active=false')).toEqual([id])
    expect(await ids('role=admin&active=true')).toEqual([sync.key.ownerId])
    expect(await ids('role=owner')).toEqual([])
  })

  it.each([
    ['role=root', { role: 'malformed' }],
    ['active=1', { active: 'malformed' }],
    ['cursor=x', { cursor: 'malformed' }],
  ])('refuses ?%s', async (query, fields) => {
    expect(await sync.call('GET', `/users?${query}`)).toMatchObject({ status: 400, body: { fields } })
  })

  it('shows one with an entity tag', async () => {
    const created = await create(anna)
    const { body, headers } = await sync.call('GET', `/users/${created.body.id}`)
    expect([body, headers.etag]).toEqual([created.body, created.headers.etag])
    const unchanged = { 'If-None-Match': headers.etag ?? '' }
    expect((await sync.call('GET', `/users/${body.id}`, { headers: unchanged })).status).toBe(304)
  })
})
