import { beforeEach, describe, expect, it } from 'vitest'
import {
  changeFoundMembers,
  changeMembers,
  countFoundAccounts,
} from '#lib/domain/accounts/account-groups/change-members.ts'
import { listMembersById } from '#lib/domain/accounts/account-groups/find-groups.ts'
import { readGroupPage, readGroupsOfAccounts } from '#lib/domain/accounts/account-groups/group-page.ts'
import { addGroupRule } from '#lib/domain/accounts/account-groups/group-rules.ts'
import {
  countAccountGroups,
  createGroup,
  deleteGroup,
  listGroupChoices,
  listGroups,
  updateGroup,
} from '#lib/domain/accounts/account-groups/manage-groups.ts'
import { readAccountSession } from '#lib/domain/accounts/account-sessions/read-account-session.ts'
import { findOpenable } from '#lib/domain/accounts/accounts/account-permissions-store.ts'
import { searchOpenableAccounts } from '#lib/domain/accounts/accounts/launcher.ts'
import { createAccount, listAccounts, suspendAccount } from '#lib/domain/accounts/accounts/manage-accounts.ts'
import { upsertAccounts } from '#lib/domain/accounts/accounts/store.ts'
import { updateUser } from '#lib/domain/people/user-lifecycle/change-user.ts'
import { listUsers } from '#lib/domain/people/users/find-users.ts'
import { changeGroupAccess, listGroupAccess } from '#lib/domain/people/users/group-access.ts'
import { maxGroupsOfUser } from '#lib/domain/people/users/limits.ts'
import { giveGroup, makeGroup } from '#lib/testing/account-groups.ts'
import { account } from '#lib/testing/accounts.ts'
import { openTestSession } from '#lib/testing/open-accounts.ts'
import { insertUser, personOf, root } from '#lib/testing/people.ts'
import { explain } from '#lib/testing/query-plans.ts'
import { openTestServices, type TestServices, testEngine } from '#lib/testing/test-services.ts'

let services: TestServices
beforeEach(async () => {
  services = await openTestServices()
  for (const id of ['acme', 'beta', 'gamma']) {
    await createAccount(services, root, account({ id, name: `${id} Ltd` }))
  }
})

const long = { timeout: 60_000 }

function insertAgent() {
  return insertUser(services, { accountScope: 'list' })
}

async function opens(userId: string, accountId = 'acme'): Promise<boolean> {
  return (await findOpenable(services.db, userId, accountId)) !== undefined
}

async function eventsOf(prefix: string) {
  const events = await services.db.selectFrom('audit_events').select(['kind', 'subject_name', 'details']).execute()
  return events.filter(({ kind }) => kind.startsWith(prefix)).map(({ kind, details }) => [kind, JSON.parse(details)])
}

async function membersOf(group: string): Promise<readonly string[]> {
  return (await listAccounts(services, root, { group })).accounts.map(({ id }) => id)
}

describe('access by an account group', () => {
  it('starts and ends at the next request, also for an open account session', async () => {
    const agent = await insertAgent()
    const groupId = await makeGroup(services, ['acme', 'beta'])
    expect(await opens(agent.id)).toBe(false)
    const give = { userId: agent.id, added: [groupId], removed: [] }
    const ends = [
      () => changeGroupAccess(services, root, { userId: agent.id, added: [], removed: [groupId] }),
      () => changeMembers(services, root, { groupId, change: 'removed', ids: ['acme'] }),
      () => deleteGroup(services, root, groupId),
    ]
    for (const end of ends) {
      await changeGroupAccess(services, root, give)
      await changeMembers(services, root, { groupId, change: 'added', ids: ['acme'] })
      expect(await opens(agent.id)).toBe(true)
      const target = { userId: agent.id, accountId: 'acme', browserHash: 'browser' }
      const opening = await openTestSession(services.db, services, target)
      if (opening.kind !== 'opened') throw new Error('not opened')
      const credential = { secret: opening.secret, browserHash: 'browser' }
      expect(await readAccountSession(services, credential, 'acme')).toMatchObject({ ok: true })
      await end()
      expect(await opens(agent.id)).toBe(false)
      expect(await readAccountSession(services, credential, 'acme')).toMatchObject({ reason: 'withdrawn' })
    }
  })

  it('ends with the last of several reasons', async () => {
    const agent = await insertUser(services, { accountScope: 'list', accountIds: ['acme'] })
    const one = await giveGroup(services, agent.id, ['acme'])
    const other = await giveGroup(services, agent.id, ['acme'])
    await services.db.deleteFrom('user_accounts').execute()
    await deleteGroup(services, root, one)
    expect(await opens(agent.id)).toBe(true)
    await changeMembers(services, root, { groupId: other, change: 'removed', ids: ['acme'] })
    expect(await opens(agent.id)).toBe(false)
  })

  it('is shown in the launcher beside listed accounts, each account once', async () => {
    const agent = await insertUser(services, { accountScope: 'list', accountIds: ['beta'] })
    await giveGroup(services, agent.id, ['acme', 'beta'])
    await giveGroup(services, agent.id, ['acme'])
    const search = async (query: string) => {
      const found = await searchOpenableAccounts(services, personOf(services, agent), { query, shown: 50 })
      return [found.accounts.map(({ id }) => id), found.total.count]
    }
    expect(await search('')).toEqual([['acme', 'beta'], 2])
    expect(await search('ltd')).toEqual([['acme', 'beta'], 2])
    expect(await search('gamma')).toEqual([[], 0])
    await suspendAccount(services, root, 'acme')
    expect(await search('')).toEqual([['beta'], 1])
  })

  it('finds the accounts of a large group by search and by name', long, async () => {
    await upsertAccounts(services.db, manyAccounts(6_000).slice(0, 3_000))
    await upsertAccounts(services.db, manyAccounts(6_000).slice(3_000))
    const agent = await insertAgent()
    await giveGroup(
      services,
      agent.id,
      manyAccounts(6_000).map(({ id }) => id),
    )
    const search = (query: string) => searchOpenableAccounts(services, personOf(services, agent), { query, shown: 50 })
    const all = await search('')
    expect(all.accounts).toHaveLength(50)
    expect(all.total).toEqual({ count: 1_000, isExact: false })
    expect((await search('many-5999')).accounts.map(({ id }) => id)).toEqual(['many-5999'])
    expect((await search('acme')).accounts).toEqual([])
  })

  it('counts as access in the filter of users, unless the group is empty', async () => {
    const [agent, other] = [await insertAgent(), await insertAgent()]
    await giveGroup(services, agent.id, ['acme'])
    const empty = await giveGroup(services, other.id, [])
    const withoutAccess = async () => {
      const { users } = await listUsers(services, root, { filter: { noAccess: true } })
      return users.map(({ id }) => id)
    }
    expect(await withoutAccess()).toEqual([other.id])
    await changeMembers(services, root, { groupId: empty, change: 'added', ids: ['acme'] })
    expect(await withoutAccess()).toEqual([])
    const { users } = await listUsers(services, root, {})
    expect(users.map(({ accountGroups }) => accountGroups)).toEqual([1, 1])
  })

  it('is taken from users who may open all accounts, and not given to them', async () => {
    const agent = await insertAgent()
    const groupId = await giveGroup(services, agent.id, ['acme'])
    const change = { userId: agent.id, name: agent.name, role: 'agent' }
    await updateUser(services, root, { ...change, accountScope: 'all' })
    await expect(
      changeGroupAccess(services, root, { userId: agent.id, added: [groupId], removed: [] }),
    ).rejects.toMatchObject({ code: 'conflict' })
    await updateUser(services, root, { ...change, accountScope: 'list' })
    expect(await opens(agent.id)).toBe(false)
  })

  it('keeps the groups of a user whose name changes', async () => {
    const agent = await insertAgent()
    await giveGroup(services, agent.id, ['acme'])
    await updateUser(services, root, { userId: agent.id, name: 'Other', role: 'agent', accountScope: 'list' })
    expect(await opens(agent.id)).toBe(true)
  })

  it('is bounded, audited by name, and refused for an unknown group', async () => {
    const agent = await insertAgent()
    const ids: string[] = []
    for (let index = 0; index <= maxGroupsOfUser; index++) ids.push(await makeGroup(services, [], `Group ${index}`))
    const give = (added: readonly string[], removed: readonly string[] = []) =>
      changeGroupAccess(services, root, { userId: agent.id, added, removed })
    await expect(give(ids)).rejects.toMatchObject({ fields: { added: 'too_many' } })
    await expect(give(['grp_none'])).rejects.toMatchObject({ fields: { added: 'unknown' } })
    expect(await give(ids.slice(0, 2))).toEqual({ added: 2, removed: 0 })
    expect(await give(ids.slice(1, 3), ids.slice(0, 1))).toEqual({ added: 1, removed: 1 })
    expect(await give(ids.slice(1, 3), ids.slice(0, 1))).toEqual({ added: 0, removed: 0 })
    expect(await eventsOf('user.updated')).toEqual([
      ['user.updated', { addedGroups: 'Group 0, Group 1' }],
      ['user.updated', { addedGroups: 'Group 2', removedGroups: 'Group 0' }],
    ])
    const given = (await listGroupAccess(services, root, agent.id)).filter((group) => group.given)
    expect(given.map(({ name }) => name)).toEqual(['Group 1', 'Group 2'])
  })
})

describe('account groups', () => {
  it('have a name of their own, in any spelling', async () => {
    const { id } = await createGroup(services, root, { name: ' Zürich ', note: 'Key customers' })
    await expect(createGroup(services, root, { name: 'ZURICH' })).rejects.toMatchObject({ fields: { name: 'taken' } })
    const other = await createGroup(services, root, { name: 'Benelux' })
    const rename = (name: string) => updateGroup(services, root, { groupId: other.id, name })
    await expect(rename('zürich')).rejects.toMatchObject({ fields: { name: 'taken' } })
    await rename('BENELUX')
    expect((await listGroups(services, root)).groups).toMatchObject([
      { name: 'BENELUX', note: '' },
      { id, name: 'Zürich', note: 'Key customers' },
    ])
    expect((await listGroups(services, root, { query: 'zur' })).groups.map((group) => group.id)).toEqual([id])
    expect(await countAccountGroups(services, root)).toBe(2)
    expect(await listGroupChoices(services, root)).toEqual([
      { id: other.id, name: 'BENELUX' },
      { id, name: 'Zürich' },
    ])
    for (const name of ['', 'x'.repeat(81), 'a\nb']) {
      await expect(createGroup(services, root, { name })).rejects.toMatchObject({ code: 'input_invalid' })
    }
    await expect(updateGroup(services, root, { groupId: 'grp_none', name: 'X' })).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  it('say how many accounts and users they have, and are deleted with everything of theirs', async () => {
    const groupId = await makeGroup(services, ['acme', 'beta'], 'Both')
    const agent = await insertAgent()
    await changeGroupAccess(services, root, { userId: agent.id, added: [groupId], removed: [] })
    const exactly = (count: number) => ({ count, isExact: true })
    const { groups } = await listGroups(services, root)
    expect(groups).toMatchObject([{ accounts: exactly(2), users: exactly(1) }])
    await deleteGroup(services, root, groupId)
    await expect(deleteGroup(services, root, groupId)).rejects.toMatchObject({ code: 'not_found' })
    for (const table of ['account_groups', 'account_group_members', 'user_account_groups'] as const) {
      expect(await services.db.selectFrom(table).selectAll().execute()).toEqual([])
    }
    expect(await eventsOf('account_group.')).toEqual([
      ['account_group.created', {}],
      ['account_group.accounts_added', { accounts: 2 }],
      ['account_group.deleted', { users: 1 }],
    ])
  })
})

describe('the members of a group', () => {
  it('are added and removed by ID, with one event each, without unknown ones', async () => {
    const groupId = await makeGroup(services, [])
    const change = (kind: 'added' | 'removed', ids: readonly string[]) =>
      changeMembers(services, root, { groupId, change: kind, ids })
    expect(await change('added', ['acme', 'none', 'beta', 'acme'])).toEqual({ changed: 2, unknown: ['none'] })
    expect(await change('added', ['acme'])).toEqual({ changed: 0, unknown: [] })
    expect(await change('removed', ['acme', 'gamma'])).toEqual({ changed: 1, unknown: [] })
    expect(await membersOf(groupId)).toEqual(['beta'])
    expect((await eventsOf('account_group.accounts')).map(([, details]) => details)).toEqual([
      { accounts: 2 },
      { accounts: 1 },
    ])
    await expect(change('added', [])).rejects.toMatchObject({ fields: { ids: 'required' } })
    await expect(change('added', ['a b'])).rejects.toMatchObject({ fields: { ids: 'malformed' } })
    await expect(
      changeMembers(services, root, { groupId: 'grp_none', change: 'added', ids: ['acme'] }),
    ).rejects.toMatchObject({ code: 'not_found' })
  })

  it('are added and removed by a search with filters, few and many', long, async () => {
    await upsertAccounts(services.db, manyAccounts(2_500))
    await suspendAccount(services, root, 'many-7')
    const groupId = await makeGroup(services, [])
    const change = (kind: 'added' | 'removed', search: Parameters<typeof countFoundAccounts>[2]) =>
      changeFoundMembers(services, root, { groupId, change: kind, ...search })
    expect(await countFoundAccounts(services, root, { query: 'ltd' })).toBe(3)
    expect(await change('added', { query: 'ltd' })).toEqual({ changed: 3, unknown: [] })
    expect(await countFoundAccounts(services, root, { query: 'many', state: 'active' })).toBe(1_001)
    expect(await change('added', { query: 'many', state: 'active' })).toEqual({ changed: 2_499, unknown: [] })
    expect(await change('removed', { query: 'many', group: groupId })).toEqual({ changed: 2_499, unknown: [] })
    expect(await membersOf(groupId)).toEqual(['acme', 'beta', 'gamma'])
    expect(await change('added', { locale: 'de-at' })).toEqual({ changed: 1_250, unknown: [] })
    expect((await listGroups(services, root)).groups[0]?.accounts).toEqual({ count: 1_000, isExact: false })
  })

  it('are shown on the page of the group, with the reason for each', async () => {
    const groupId = await makeGroup(services, ['acme', 'gamma'])
    const ruleId = await addGroupRule(services, root, { groupId, idPrefix: 'be', locale: '' })
    await addGroupRule(services, root, { groupId, idPrefix: 'acm', locale: '' })
    const agent = await insertAgent()
    await changeGroupAccess(services, root, { userId: agent.id, added: [groupId], removed: [] })
    const page = await readGroupPage(services, root, { groupId })
    expect(page).toMatchObject({ users: [{ id: agent.id }], userCount: 1, total: { count: 3, isExact: true } })
    expect(page?.rules.map(({ idPrefix, isApplied }) => [idPrefix, isApplied])).toEqual([
      ['acm', true],
      ['be', true],
    ])
    expect(page?.members.accounts).toMatchObject([
      { id: 'acme', isChosen: true, ruleIds: [expect.any(String)] },
      { id: 'beta', isChosen: false, ruleIds: [ruleId] },
      { id: 'gamma', isChosen: true, ruleIds: [] },
    ])
    const found = await readGroupPage(services, root, { groupId, query: 'gam' })
    expect(found?.members.accounts.map(({ id }) => id)).toEqual(['gamma'])
    expect(await readGroupPage(services, root, { groupId: 'grp_none' })).toBeUndefined()
  })

  it('are shown on the list of accounts: the first groups of each by name, and how many', async () => {
    for (const [name, ids] of [
      ['Zulu', ['acme']],
      ['Alpha', ['acme', 'beta']],
      ['Mike', ['acme']],
    ] as const) {
      const groupId = await makeGroup(services, ids, name)
      // Two reasons are one membership.
      await addGroupRule(services, root, { groupId, idPrefix: 'acm', locale: '' })
    }
    const groups = await readGroupsOfAccounts(services, root, ['acme', 'beta', 'gamma'])
    expect(groups.get('acme')).toMatchObject({ total: 3, first: [{ name: 'Alpha' }, { name: 'Mike' }] })
    expect(groups.get('beta')).toMatchObject({ total: 1, first: [{ name: 'Alpha' }] })
    expect(groups.has('gamma')).toBe(false)
    const [plan] = await explain(services.db, (db) => readGroupsOfAccounts({ ...services, db }, root, ['acme']))
    if (testEngine() === 'sqlite') expect(plan).toContain('account_group_members_by_account')
  })

  it('are filtered in the list of accounts by an index', async () => {
    const groupId = await makeGroup(services, ['acme'])
    const plans = await explain(services.db, (db) => listAccounts({ ...services, db }, root, { group: groupId }))
    for (const plan of plans) expect(plan).not.toMatch(/SCAN (account_group_members|m)\b|Seq Scan/)
  })

  it('are listed by ID in the order of the primary key', async () => {
    const request = { groupId: await makeGroup(services, ['acme']), after: '', limit: 50 }
    const plans = await explain(services.db, (db) => listMembersById({ ...services, db }, root, request))
    for (const plan of plans) expect(plan).not.toMatch(/SCAN|TEMP B-TREE|Seq Scan|Sort/)
  })
})

function manyAccounts(count: number) {
  return Array.from({ length: count }, (_, index) =>
    account({ id: `many-${index}`, name: `Many ${index}`, locale: index % 2 === 0 ? 'de-at' : null }),
  )
}
