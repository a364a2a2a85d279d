import { beforeEach, describe, expect, it } from 'vitest'
import { deleteGroup } from '#lib/domain/accounts/account-groups/manage-groups.ts'
import { findOpenable } from '#lib/domain/accounts/accounts/account-permissions-store.ts'
import { createAccount } from '#lib/domain/accounts/accounts/manage-accounts.ts'
import { maxGroupsOfUser } from '#lib/domain/people/users/limits.ts'
import { giveGroup, makeGroup } from '#lib/testing/account-groups.ts'
import { account } from '#lib/testing/accounts.ts'
import { type ApiCaller, makeApiCaller } from '#lib/testing/api-client.ts'
import { insertUser, root } from '#lib/testing/people.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'

let services: TestServices
let sync: ApiCaller
beforeEach(async () => {
  services = await openTestServices()
  sync = await makeApiCaller(services, ['users:read', 'users:write'])
  await createAccount(services, root, account({ id: 'acme', name: 'Acme' }))
})

const anna = { email: 'anna@corp.example', username: 'anna', name: 'Anna Berger', role: 'agent' }
const create = (body: object, headers = {}) => sync.call('POST', '/users', { body, headers })
const patch = (id: string, body: object, headers = {}) => sync.call('PATCH', `/users/${id}`, { body, headers })
const opens = async (userId: string) => (await findOpenable(services.db, userId, 'acme')) !== undefined

async function eventsOf(id: string) {
  const rows = await services.db
    .selectFrom('audit_events')
    .select(['kind', 'key_id', 'details'])
    .where('subject_id', '=', id)
    .orderBy('id')
    .execute()
  return rows.map(({ kind, key_id, details }) => ({ kind, key_id, details: JSON.parse(details) }))
}

describe('accountGroupIds of a user', () => {
  it('are set by the creation, and open the accounts of the group', async () => {
    const groupId = await makeGroup(services, ['acme'], 'Alpine')
    const { status, headers, body } = await create({ ...anna, accountGroupIds: [groupId, groupId] })
    expect([status, body.accountGroupIds]).toEqual([201, [groupId]])
    expect(await opens(body.id)).toBe(true)
    expect((await eventsOf(body.id)).at(-1)).toEqual({
      kind: 'user.updated',
      key_id: sync.key.id,
      details: { addedGroups: 'Alpine' },
    })
    const shown = await sync.call('GET', `/users/${body.id}`)
    expect([shown.body, shown.headers.etag]).toEqual([body, headers.etag])
  })

  it('are replaced by a patch, and nothing changes if nothing differs', async () => {
    const [one, other] = [await makeGroup(services, ['acme'], 'One'), await makeGroup(services, [], 'Other')]
    const { id } = (await create({ ...anna, accountGroupIds: [one] })).body
    expect((await patch(id, { accountGroupIds: [one, other] })).body.accountGroupIds).toEqual([one, other].toSorted())
    expect((await patch(id, { accountGroupIds: [other] })).body.accountGroupIds).toEqual([other])
    expect((await eventsOf(id)).at(-1)?.details).toEqual({ removedGroups: 'One' })
    expect(await opens(id)).toBe(false)
    const before = await eventsOf(id)
    const { body } = await sync.call('GET', `/users/${id}`)
    expect((await patch(id, body)).body).toEqual(body)
    expect((await patch(id, { name: anna.name })).body.accountGroupIds).toEqual([other])
    expect(await eventsOf(id)).toEqual(before)
    expect((await patch(id, { accountGroupIds: [] })).body.accountGroupIds).toEqual([])
  })

  it('keep what a mapping gave as the mapping gave it', async () => {
    const { id } = (await create(anna)).body
    const mapped = await giveGroup(services, id, ['acme'])
    const mappedAt = { mapped_at: services.clock.now() }
    await services.db.updateTable('user_account_groups').set(mappedAt).where('user_id', '=', id).execute()
    const other = await makeGroup(services, [])
    await patch(id, { accountGroupIds: [mapped, other] })
    const rows = services.db
      .selectFrom('user_account_groups')
      .select(['group_id', 'mapped_at'])
      .where('user_id', '=', id)
    expect(new Map((await rows.execute()).map((row) => [row.group_id, row.mapped_at]))).toEqual(
      new Map([
        [mapped, mappedAt.mapped_at],
        [other, null],
      ]),
    )
  })

  it('have no effect for a user who opens all accounts', async () => {
    const groupId = await makeGroup(services, ['acme'])
    const { id } = (await create({ ...anna, accountGroupIds: [groupId] })).body
    const all = await patch(id, { accountScope: 'all', accountGroupIds: [groupId] })
    expect([all.status, all.body.accountGroupIds]).toEqual([200, []])
    expect((await patch(id, { accountGroupIds: [groupId] })).body.accountGroupIds).toEqual([])
    const listed = await patch(id, { accountScope: 'list', accountGroupIds: [groupId] })
    expect([listed.status, listed.body.accountGroupIds]).toEqual([200, [groupId]])
  })

  it('are not changed with an outdated If-Match', async () => {
    const groupId = await makeGroup(services, [])
    const created = await create(anna)
    const headers = { 'If-Match': created.headers.etag ?? '' }
    expect((await patch(created.body.id, { accountGroupIds: [groupId] }, headers)).status).toBe(200)
    expect((await patch(created.body.id, { accountGroupIds: [] }, headers)).status).toBe(412)
  })

  it.each([
    [['grp_none'], 'unknown'],
    [['%'], 'malformed'],
    [['grp\u0000'], 'malformed'],
    [['x'.repeat(65)], 'malformed'],
    [[7], 'malformed'],
    ['grp_none', 'malformed'],
    [null, 'malformed'],
    [Array(1_001).fill('grp_none'), 'too_many'],
  ])('are refused as a whole: %j', async (accountGroupIds, problem) => {
    const { id } = (await create(anna)).body
    const fields = { accountGroupIds: problem }
    expect(await patch(id, { name: 'Other', accountGroupIds })).toMatchObject({ status: 400, body: { fields } })
    const other = { ...anna, username: 'other', email: 'other@corp.example', accountGroupIds }
    expect(await create(other)).toMatchObject({ status: 400, body: { fields } })
    expect((await sync.call('GET', `/users/${id}`)).body).toMatchObject({ name: anna.name, accountGroupIds: [] })
    expect((await sync.call('GET', '/users?search=other')).body.items).toEqual([])
  })

  it('are at most as many as in the portal', async () => {
    const made = Array.from({ length: maxGroupsOfUser + 1 }, (_, n) => makeGroup(services, [], `G ${n}`))
    const ids = await Promise.all(made)
    const { id } = (await create(anna)).body
    expect((await patch(id, { accountGroupIds: ids })).body.fields).toEqual({ accountGroupIds: 'too_many' })
    expect((await patch(id, { accountGroupIds: ids.slice(1) })).status).toBe(200)
  })

  it('can’t be given by the key of an admin to another admin, and not without the scope', async () => {
    const groupId = await makeGroup(services, ['acme'])
    const admin = await insertUser(services, { role: 'admin' })
    expect((await patch(admin.id, { accountGroupIds: [groupId] })).status).toBe(403)
    const reader = await makeApiCaller(services, ['users:read', 'accounts:write'])
    const agent = await insertUser(services, { accountScope: 'list' })
    const refused = await reader.call('PATCH', `/users/${agent.id}`, { body: { accountGroupIds: [groupId] } })
    expect([refused.status, refused.body.error]).toEqual([403, 'insufficient_scope'])
    expect(await opens(agent.id)).toBe(false)
  })

  it('lose a group that is deleted meanwhile, and never name one that is gone', async () => {
    const ids = await Promise.all(Array.from({ length: 8 }, (_, n) => makeGroup(services, [], `G ${n}`)))
    const { id } = (await create(anna)).body
    await Promise.all(
      ids.flatMap((groupId) => [patch(id, { accountGroupIds: [groupId] }), deleteGroup(services, root, groupId)]),
    )
    expect((await sync.call('GET', `/users/${id}`)).body.accountGroupIds).toEqual([])
  })
})
