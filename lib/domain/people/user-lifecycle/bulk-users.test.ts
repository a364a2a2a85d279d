import { beforeEach, describe, expect, it } from 'vitest'
import { createAccount } from '#lib/domain/accounts/accounts/manage-accounts.ts'
import { generateApiKey } from '#lib/domain/keys/api-keys/generate-api-key.ts'
import { changeUsers, findBulkUsers, summarizeBulkUsers } from '#lib/domain/people/user-lifecycle/bulk-users.ts'
import { deactivateUser } from '#lib/domain/people/user-lifecycle/change-user.ts'
import { listAccountAccessIds } from '#lib/domain/people/users/account-access-store.ts'
import { listGroupIdsOf } from '#lib/domain/people/users/group-access-store.ts'
import { maxBulkUsers, maxGroupsOfUser } from '#lib/domain/people/users/limits.ts'
import type { User } from '#lib/domain/people/users/user.ts'
import { makeGroup } from '#lib/testing/account-groups.ts'
import { account } from '#lib/testing/accounts.ts'
import { anyPerson, insertUser, personOf, root, signInAs } from '#lib/testing/people.ts'
import { meetAfter } from '#lib/testing/rendezvous.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'

let services: TestServices
beforeEach(async () => {
  services = await openTestServices()
  for (const id of ['a', 'b']) await createAccount(services, root, account({ id }))
})

const idsOf = (users: readonly User[]) => users.map(({ id }) => id).toSorted()
const agents = (count: number) =>
  Promise.all(Array.from({ length: count }, () => insertUser(services, { accountScope: 'list' })))

async function activeOwners(): Promise<readonly string[]> {
  const owners = services.db.selectFrom('users').select('id').where('role', '=', 'owner')
  return (await owners.where('deactivated_at', 'is', null).execute()).map(({ id }) => id)
}

async function eventsOf(kind: string) {
  const rows = await services.db.selectFrom('audit_events').selectAll().where('kind', '=', kind).execute()
  return rows.map((row) => ({ userId: row.subject_id, details: JSON.parse(row.details ?? '{}') }))
}

describe('users who are deactivated together', () => {
  it('lose their sessions, over several transactions, with one audit event each', async () => {
    const users = await agents(60)
    const [first] = users
    if (first) await signInAs(services, first)
    const outcome = await changeUsers(services, root, { verb: 'deactivate', ids: [...idsOf(users), first?.id ?? ''] })
    expect(outcome).toEqual({ changed: idsOf(users), leftOut: {}, reversible: true })
    expect((await eventsOf('user.deactivated')).map(({ userId }) => userId).toSorted()).toEqual(idsOf(users))
    const sessions = services.db.selectFrom('portal_sessions').selectAll().where('ended_at', 'is', null)
    expect(await sessions.execute()).toEqual([])
    expect(await changeUsers(services, root, { verb: 'reactivate', ids: outcome.changed })).toMatchObject({
      changed: idsOf(users),
    })
  })

  it('are those whom the actor manages: summary and change leave out the same others', async () => {
    const admin = await insertUser(services, { role: 'admin' })
    const owner = await insertUser(services, { role: 'owner' })
    const service = await insertUser(services, { role: 'service' })
    await generateApiKey(services, root, { name: 'CRM', ownerId: service.id, expiresInDays: null })
    const [agent, former] = await agents(2)
    if (!agent || !former) throw new Error('two agents')
    await deactivateUser(services, root, former.id)
    const ids = [...idsOf([admin, owner, service, agent, former]), 'usr_unknown']
    const actor = personOf(services, admin)
    const leftOut = { yourself: 1, notAllowed: 1, unchanged: 1, gone: 1 }
    const changed = idsOf([service, agent])
    expect(await summarizeBulkUsers(services, actor, { verb: 'deactivate', ids })).toEqual({
      ids: changed,
      leftOut,
      keys: 1,
    })
    expect(await changeUsers(services, actor, { verb: 'deactivate', ids })).toEqual({
      changed,
      leftOut,
      reversible: true,
    })
    expect(await activeOwners()).toEqual([owner.id])
  })

  it('never include the last owner', async () => {
    const owners = [await insertUser(services, { role: 'owner' }), await insertUser(services, { role: 'owner' })]
    const outcome = await changeUsers(services, root, { verb: 'deactivate', ids: idsOf(owners) })
    expect(outcome).toMatchObject({ changed: [idsOf(owners)[0]], leftOut: { lastOwner: 1 } })
    expect(await activeOwners()).toEqual([idsOf(owners)[1]])
  })

  it('never include the last owner when two owners deactivate each other', async () => {
    const [one, other] = [await insertUser(services, { role: 'owner' }), await insertUser(services, { role: 'owner' })]
    const meeting = meetAfter(services, /^update "users"/)
    const outcomes = await Promise.all([
      changeUsers(meeting, personOf(services, one), { verb: 'deactivate', ids: [other.id] }),
      changeUsers(meeting, personOf(services, other), { verb: 'deactivate', ids: [one.id] }),
    ])
    expect(await activeOwners()).toHaveLength(1)
    expect(outcomes.flatMap(({ changed }) => changed)).toHaveLength(1)
    expect(outcomes.map(({ leftOut }) => leftOut)).toContainEqual({ lastOwner: 1 })
  })
})

describe('users who get or lose access together', () => {
  it('get accounts and groups, except those who open all accounts', async () => {
    const users = await agents(3)
    const everywhere = await insertUser(services, { accountScope: 'all' })
    const admin = await insertUser(services, { role: 'admin' })
    const groupId = await makeGroup(services, ['b'], 'North')
    const access = { accountIds: ['a'], groupIds: [groupId] }
    const ids = idsOf([...users, everywhere, admin])
    const given = await changeUsers(services, root, { verb: 'give', ids, ...access })
    expect(given).toEqual({ changed: idsOf(users), leftOut: { opensAll: 2 }, reversible: true })
    for (const id of given.changed) {
      expect(await listAccountAccessIds(services.db, id)).toEqual(['a'])
      expect(await listGroupIdsOf(services.db, id)).toEqual([groupId])
    }
    expect((await eventsOf('user.updated')).map(({ details }) => details)).toContainEqual({ addedGroups: 'North' })
    expect(await changeUsers(services, root, { verb: 'give', ids, ...access })).toMatchObject({
      changed: [],
      leftOut: { opensAll: 2, unchanged: 3 },
    })
    expect(await changeUsers(services, root, { verb: 'take', ids, ...access })).toMatchObject({ changed: idsOf(users) })
    for (const id of given.changed) expect(await listAccountAccessIds(services.db, id)).toEqual([])
  })

  it('can be undone unless a user had some of it before', async () => {
    const [user] = await agents(1)
    const ids = [user?.id ?? '']
    await changeUsers(services, root, { verb: 'give', ids, accountIds: ['a'] })
    expect(await changeUsers(services, root, { verb: 'give', ids, accountIds: ['a', 'b'] })).toMatchObject({
      changed: ids,
      reversible: false,
    })
    expect(await changeUsers(services, root, { verb: 'take', ids, everything: true })).toMatchObject({
      changed: ids,
      reversible: false,
    })
    expect(await listAccountAccessIds(services.db, ids[0] ?? '')).toEqual([])
  })

  it('are left out unchanged if they would have too many groups', async () => {
    const [user] = await agents(1)
    const ids = [user?.id ?? '']
    const groupIds: string[] = []
    for (let index = 0; index <= maxGroupsOfUser; index += 1) groupIds.push(await makeGroup(services, []))
    await changeUsers(services, root, { verb: 'give', ids, groupIds: groupIds.slice(1) })
    const outcome = await changeUsers(services, root, {
      verb: 'give',
      ids,
      accountIds: ['a'],
      groupIds: groupIds.slice(0, 1),
    })
    expect(outcome).toMatchObject({ changed: [], leftOut: { tooManyGroups: 1 } })
    expect(await listAccountAccessIds(services.db, ids[0] ?? '')).toEqual([])
    expect(await listGroupIdsOf(services.db, ids[0] ?? '')).toHaveLength(maxGroupsOfUser)
  })

  it('stay as they are if an account or a group is unknown, or none is given', async () => {
    const ids = idsOf(await agents(1))
    const give = (access: object) => changeUsers(services, root, { verb: 'give', ids, ...access })
    await expect(give({})).rejects.toMatchObject({ fields: { accountIds: 'required' } })
    await expect(give({ everything: true })).rejects.toMatchObject({ fields: { accountIds: 'required' } })
    await expect(give({ accountIds: ['a', 'x'] })).rejects.toMatchObject({
      fields: { accountIds: 'unknown' },
      entries: { accountIds: ['x'] },
    })
    await expect(give({ groupIds: ['grp_x'] })).rejects.toMatchObject({ fields: { groupIds: 'unknown' } })
    expect(await listAccountAccessIds(services.db, ids[0] ?? '')).toEqual([])
  })
})

describe('the selected users', () => {
  it('are at least one and at most a bounded number, whom a manager selected', async () => {
    const many = Array.from({ length: maxBulkUsers + 1 }, (_, index) => `usr_${index}`)
    for (const work of [
      (ids: readonly string[], actor = root) => summarizeBulkUsers(services, actor, { verb: 'deactivate', ids }),
      (ids: readonly string[], actor = root) => changeUsers(services, actor, { verb: 'deactivate', ids }),
    ]) {
      await expect(work([])).rejects.toMatchObject({ fields: { ids: 'required' } })
      await expect(work(many)).rejects.toMatchObject({ fields: { ids: 'too_many' } })
    }
    const agent = anyPerson('agent')
    await expect(summarizeBulkUsers(services, agent, { verb: 'give', ids: [] })).rejects.toMatchObject({
      code: 'forbidden',
    })
    await expect(changeUsers(services, agent, { verb: 'give', ids: [] })).rejects.toMatchObject({ code: 'forbidden' })
  })

  it('are all that a search finds, unless they are too many', async () => {
    const users = await agents(2)
    await insertUser(services, { role: 'owner' })
    const found = () => findBulkUsers(services, root, { search: 'robin', filter: { role: 'agent' } })
    expect((await found()).toSorted()).toEqual(idsOf(users))
    await agents(maxBulkUsers)
    await expect(found()).rejects.toMatchObject({ fields: { ids: 'too_many' } })
  }, 30_000)
})
