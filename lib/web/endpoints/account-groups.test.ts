import { beforeEach, describe, expect, it } from 'vitest'
import { groupFields } from '#lib/domain/accounts/account-groups/fields.ts'
import { addGroupRule } from '#lib/domain/accounts/account-groups/group-rules.ts'
import { findOpenable } from '#lib/domain/accounts/accounts/account-permissions-store.ts'
import { createAccount } from '#lib/domain/accounts/accounts/manage-accounts.ts'
import { giveGroup, makeGroup } from '#lib/testing/account-groups.ts'
import { account } from '#lib/testing/accounts.ts'
import { type ApiCaller, makeApiCaller } from '#lib/testing/api-client.ts'
import { noTexts } from '#lib/testing/no-texts.ts'
import { insertUser, root } from '#lib/testing/people.ts'
import { fewOf } from '#lib/testing/sampling.ts'
import { openTestServices, type TestServices, testBaseUrl } from '#lib/testing/test-services.ts'

let services: TestServices
let sync: ApiCaller
beforeEach(async () => {
  services = await openTestServices()
  sync = await makeApiCaller(services, ['accounts:read', 'accounts:write'])
})

const id = expect.stringMatching(/^grp_\w{20}$/)
const changedAt = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
const create = (body: object, headers = {}) => sync.call('POST', '/account-groups', { body, headers })
const patch = (groupId: string, body: object, headers = {}) =>
  sync.call('PATCH', `/account-groups/${groupId}`, { body, headers })

async function listEvents() {
  const rows = services.db.selectFrom('audit_events').select(['kind', 'actor_id', 'key_id', 'subject_name', 'details'])
  const found = await rows.where('subject_kind', '=', 'account_group').orderBy('id').execute()
  return found.map(({ details, ...row }) => ({ ...row, details: JSON.parse(details) }))
}

describe('POST /api/v1/account-groups', () => {
  it('creates an empty group, and names the key as the actor', async () => {
    const { status, headers, body } = await create({ name: ' Alpine ', note: 'South' })
    expect([status, body]).toEqual([201, { ...noTexts.group, id, name: 'Alpine', note: 'South', rules: [] }])
    expect(headers.location).toBe(`${testBaseUrl}/api/v1/account-groups/${body.id}`)
    expect(await listEvents()).toEqual([
      {
        kind: 'account_group.created',
        actor_id: sync.key.ownerId,
        key_id: sync.key.id,
        subject_name: 'Alpine',
        details: {},
      },
    ])
    const shown = await sync.call('GET', `/account-groups/${body.id}`)
    expect([shown.body, shown.headers.etag]).toEqual([body, headers.etag])
    const unchanged = { 'If-None-Match': headers.etag ?? '' }
    expect((await sync.call('GET', `/account-groups/${body.id}`, { headers: unchanged })).status).toBe(304)
  })

  it('creates one for 50 parallel requests with one Idempotency-Key', async () => {
    const headers = { 'Idempotency-Key': 'k1' }
    const answers = await Promise.all(Array.from({ length: 50 }, () => create({ name: 'Alpine' }, headers)))
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    const other = await create({ name: 'Other' }, headers)
    expect([other.status, other.body.error]).toEqual([422, 'idempotency_key_reused'])
  })

  it.each([
    [{}, 400, { name: 'required' }],
    [{ name: null }, 400, { name: 'required' }],
    [{ name: 5 }, 400, { name: 'malformed' }],
    [{ name: 'a\u0000b' }, 400, { name: 'malformed' }],
    [{ name: 'x'.repeat(81) }, 400, { name: 'too_long' }],
    [{ name: 'A', note: 5 }, 400, { note: 'malformed' }],
    [{ name: 'A', note: 'two\nlines' }, 400, { note: 'malformed' }],
    [{ name: 'A', note: 'x'.repeat(201) }, 400, { note: 'too_long' }],
    [{ name: 'A', rules: [] }, 400, { rules: 'unknown' }],
    [{ name: 'A', accountIds: ['acme'] }, 400, { accountIds: 'unknown' }],
    [{ name: 'tákEn' }, 409, { name: 'taken' }],
  ])('refuses %j with %i', async (body, status, fields) => {
    await makeGroup(services, [], 'Taken')
    expect(await create(body)).toMatchObject({ status, body: { fields } })
  })

  it('creates no more than 1,000', async () => {
    const rows = Array.from({ length: 1_000 }, (_, n) => ({
      id: `grp_${n}`,
      name: `G${n}`,
      name_key: `g${n}`,
      ...groupFields.perColumn(() => ''),
      created_at: 0,
      changed_at: 0,
    }))
    await services.db.insertInto('account_groups').values(rows).execute()
    expect(await create({ name: 'One more' })).toMatchObject({ status: 400, body: { fields: { name: 'too_many' } } })
  })
})

describe('GET /api/v1/account-groups', () => {
  it('lists every group once, page by page, with its rules and in the order of IDs', async () => {
    const made = await Promise.all(Array.from({ length: 5 }, (_, n) => makeGroup(services, [], `Group ${n}`)))
    await addGroupRule(services, root, { groupId: made[0] ?? '', idPrefix: 'at-', locale: '' })
    const seen: { id: string; name: string; rules: object[] }[] = []
    for (let query = ''; ; ) {
      const { body } = await sync.call('GET', `/account-groups?limit=2${query}`)
      seen.push(...body.items)
      if (body.next === null) break
      query = `&cursor=${body.next}`
    }
    expect(seen.map((group) => group.id)).toEqual(made.toSorted())
    const rule = { id: expect.stringMatching(/^grule_/), idPrefix: 'at-', locale: null }
    expect(seen.find(({ name }) => name === 'Group 0')).toEqual({
      id: made[0],
      name: 'Group 0',
      ...noTexts.group,
      rules: [rule],
      changedAt,
    })
  })

  it('finds groups by words of their names', async () => {
    for (const name of ['Alpine North', 'Alpine South', '100 %']) await makeGroup(services, [], name)
    const names = async (search: string) =>
      (await sync.call('GET', `/account-groups?search=${encodeURIComponent(search)}`)).body.items.map(
        (group: { name: string }) => group.name,
      )
    expect(await names('south alp')).toEqual(['Alpine South'])
    expect(await names('%')).toEqual(['100 %'])
    expect(await names("' or 1=1 --")).toEqual([])
  })

  it('refuses the cursor of another list, and a limit out of range', async () => {
    const groupId = await makeGroup(services, [])
    for (const id of ['a', 'b']) await createAccount(services, root, account({ id }))
    const { next } = (await sync.call('GET', '/accounts?limit=1')).body
    for (const path of ['/account-groups', `/account-groups/${groupId}/accounts`]) {
      const answer = await sync.call('GET', `${path}?cursor=${next}`)
      expect(answer).toMatchObject({ status: 400, body: { fields: { cursor: 'malformed' } } })
      expect((await sync.call('GET', `${path}?limit=201`)).body.fields).toEqual({ limit: 'out_of_range' })
    }
  })
})

describe('PATCH /api/v1/account-groups/<groupId>', () => {
  it('changes the given fields, and nothing if nothing differs', async () => {
    const { body: created } = await create({ name: 'Alpine', note: 'South' })
    const renamed = await patch(created.id, { name: 'ALPINE' })
    expect([renamed.status, renamed.body]).toEqual([200, { ...created, name: 'ALPINE' }])
    expect((await patch(created.id, { note: null })).body).toEqual({ ...created, name: 'ALPINE', note: null })
    const before = await listEvents()
    expect(before.map(({ kind, details }) => [kind, details])).toEqual([
      ['account_group.created', {}],
      ['account_group.updated', { formerName: 'Alpine' }],
      ['account_group.updated', { changed: 'note' }],
    ])
    const { items } = (await sync.call('GET', '/account-groups')).body
    expect((await patch(created.id, items[0])).status).toBe(200)
    expect(await listEvents()).toEqual(before)
  })

  it('with the same If-Match: one of 50 parallel requests wins, and a change of accounts does not matter', async () => {
    await createAccount(services, root, account({ id: 'acme', name: 'Acme' }))
    const created = await create({ name: 'Alpine' })
    await sync.call('PUT', `/account-groups/${created.body.id}/accounts/acme`)
    const headers = { 'If-Match': created.headers.etag ?? '' }
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => patch(created.body.id, { name: `Alpine ${n}` }, headers)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 412)).toHaveLength(49)
  })

  it.each([
    [{ name: null }, 400, { name: 'required' }],
    [{ name: 'Taken' }, 409, { name: 'taken' }],
    [{ rules: [{ idPrefix: 'at-' }] }, 400, { rules: 'fixed' }],
    [{ rules: null }, 400, { rules: 'fixed' }],
    [{ accounts: [] }, 400, { accounts: 'unknown' }],
  ])('refuses %j with %i', async (body, status, fields) => {
    await makeGroup(services, [], 'Taken')
    const groupId = await makeGroup(services, [], 'Alpine')
    expect(await patch(groupId, body)).toMatchObject({ status, body: { fields } })
  })
})

describe('DELETE /api/v1/account-groups/<groupId>', () => {
  it('ends the access that the group gave, and names the key as the actor', async () => {
    await createAccount(services, root, account({ id: 'acme', name: 'Acme' }))
    const agent = await insertUser(services, { accountScope: 'list' })
    const groupId = await giveGroup(services, agent.id, ['acme'])
    expect(await findOpenable(services.db, agent.id, 'acme')).toBeDefined()
    const removed = await sync.call('DELETE', `/account-groups/${groupId}`)
    expect([removed.status, removed.text]).toEqual([204, ''])
    expect(await findOpenable(services.db, agent.id, 'acme')).toBeUndefined()
    expect((await listEvents()).at(-1)).toMatchObject({
      kind: 'account_group.deleted',
      key_id: sync.key.id,
      details: { users: 1 },
    })
    expect((await sync.call('DELETE', `/account-groups/${groupId}`)).status).toBe(404)
  })
})

it.each(fewOf(2, ['grp_none', '%00', '%', '..%2Fusers', "grp_' or '1'='1"]))(
  'answers 404 for the group %s',
  async (segment) => {
    const path = `/account-groups/${segment}`
    for (const [method, below, body] of [
      ['GET', '', undefined],
      ['PATCH', '', { name: 'A' }],
      ['DELETE', '', undefined],
      ['GET', '/accounts', undefined],
      ['POST', '/accounts', { add: ['acme'] }],
      ['GET', '/accounts/acme', undefined],
      ['PUT', '/accounts/acme', undefined],
      ['DELETE', '/accounts/acme', undefined],
    ] as const) {
      const { status, body: answer } = await sync.call(method, `${path}${below}`, body ? { body } : {})
      expect([method, below, status, answer.error]).toEqual([method, below, 404, 'not_found'])
    }
  },
)
