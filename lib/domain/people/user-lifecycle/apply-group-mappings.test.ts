import { beforeEach, describe, expect, it } from 'vitest'
import { findOpenable } from '#lib/domain/accounts/accounts/account-permissions-store.ts'
import { createAccount } from '#lib/domain/accounts/accounts/manage-accounts.ts'
import { addMapping, removeMapping } from '#lib/domain/people/group-mappings/manage-mappings.ts'
import { insertMapping } from '#lib/domain/people/group-mappings/store.ts'
import { createSetPasswordLink, findLinkedUser } from '#lib/domain/people/password-links/set-password-link.ts'
import { applyGroupMappings } from '#lib/domain/people/user-lifecycle/apply-group-mappings.ts'
import { updateUser } from '#lib/domain/people/user-lifecycle/change-user.ts'
import { changeGroupAccess } from '#lib/domain/people/users/group-access.ts'
import { listGroupIdsOf } from '#lib/domain/people/users/group-access-store.ts'
import { maxGroupsOfUser } from '#lib/domain/people/users/limits.ts'
import { setMappedRole } from '#lib/domain/people/users/mapped-access-store.ts'
import { findUserById } from '#lib/domain/people/users/store.ts'
import type { User } from '#lib/domain/people/users/user.ts'
import { giveGroup, makeGroup } from '#lib/testing/account-groups.ts'
import { account } from '#lib/testing/accounts.ts'
import { insertUser, root } from '#lib/testing/people.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'

let services: TestServices

beforeEach(async () => {
  services = await openTestServices()
  await createAccount(services, root, account({ id: 'acme', name: 'Acme' }))
})

const scim = { id: 'scim', name: 'SCIM' }
const other = { id: 'idp_other', name: 'Other' }

function apply({ id: userId }: Pick<User, 'id'>, groupNames: readonly string[], source = scim) {
  services.clock.advance(1)
  return services.db.transaction().execute((trx) => applyGroupMappings(trx, root, { userId, source, groupNames }))
}

const map = (groupName: string, role: 'agent' | 'admin') =>
  addMapping(services, root, { source: 'scim', groupName, role })

/** Maps a group of this source to a new account group of the account. @returns the ID of the account group */
async function mapToGroup(groupName: string, { id: source } = scim, name?: string): Promise<string> {
  const accountGroupId = await makeGroup(services, ['acme'], name)
  const mapping = { id: `map_${accountGroupId}`, source, groupName, role: null, accountGroupId, createdBy: 'operator' }
  await insertMapping(services.db, mapping)
  return accountGroupId
}

const insertAgent = () => insertUser(services, { role: 'agent', accountScope: 'list' })
const roleOf = async ({ id }: User) => (await findUserById(services.db, id))?.role
const groupsOf = async ({ id }: User) => [...(await listGroupIdsOf(services.db, id))].toSorted()
const opens = async ({ id }: User) => (await findOpenable(services.db, id, 'acme')) !== undefined

async function eventsOf({ id }: User): Promise<readonly unknown[]> {
  const rows = await services.db
    .selectFrom('audit_events')
    .select('details')
    .where('kind', '=', 'user.updated')
    .where('subject_id', '=', id)
    .orderBy('at')
    .execute()
  return rows.map(({ details }) => JSON.parse(details))
}

describe('a role by mapping', () => {
  it('is given while the group is there, and taken with it', async () => {
    await map('Leads', 'admin')
    const user = await insertAgent()
    expect(await apply(user, ['Leads'])).toMatchObject({ id: user.id, role: 'admin', accountScope: 'all' })
    expect(await apply(user, ['Staff'])).toMatchObject({ id: user.id, role: 'agent', accountScope: 'list' })
    expect(await opens(user)).toBe(false)
    expect(await eventsOf(user)).toEqual([
      { mappedBy: 'SCIM', role: 'admin', formerRole: 'agent', accountScope: 'all' },
      { mappedBy: 'SCIM', role: 'agent', formerRole: 'admin', accountScope: 'list' },
    ])
  })

  it('is taken once its mapping is gone', async () => {
    const { id } = await map('Leads', 'admin')
    const user = await insertAgent()
    await apply(user, ['Leads'])
    await removeMapping(services, root, { source: 'scim', id })
    await apply(user, ['Leads'])
    expect(await roleOf(user)).toBe('agent')
  })

  it('never changes an owner, whether or not another remains', async () => {
    await map('Staff', 'agent')
    await map('Leads', 'admin')
    await mapToGroup('Staff')
    const owners = [await insertUser(services, { role: 'owner' }), await insertUser(services, { role: 'owner' })]
    for (const owner of owners) {
      for (const names of [['Staff'], ['Leads'], []]) {
        await apply(owner, names)
        expect([await roleOf(owner), await eventsOf(owner), await groupsOf(owner)]).toEqual(['owner', [], []])
      }
      const change = { role: 'agent', accountScope: 'list', source: 'scim' } as const
      expect(await setMappedRole(services.db, owner.id, change)).toBeUndefined()
      expect(await roleOf(owner)).toBe('owner')
    }
  })

  it('never changes a service user', async () => {
    await map('Staff', 'agent')
    const user = await insertUser(services, { role: 'service' })
    await apply(user, ['Staff'])
    expect(await roleOf(user)).toBe('service')
  })

  it('does not take the role of an admin whom a manager made one, unless a group maps to agent', async () => {
    await map('Leads', 'admin')
    await map('Staff', 'agent')
    const user = await insertUser(services, { role: 'admin' })
    await apply(user, ['Leads'])
    await apply(user, [])
    expect(await roleOf(user)).toBe('admin')
    await apply(user, ['Staff'])
    expect(await roleOf(user)).toBe('agent')
  })

  it('is the user’s by hand once a manager changed it', async () => {
    await map('Leads', 'admin')
    const user = await insertAgent()
    await apply(user, ['Leads'])
    const change = { userId: user.id, name: user.name }
    await updateUser(services, root, { ...change, role: 'admin' })
    await apply(user, [])
    expect(await roleOf(user)).toBe('agent')
    await apply(user, ['Leads'])
    await updateUser(services, root, { ...change, role: 'agent', accountScope: 'list' })
    await updateUser(services, root, { ...change, role: 'admin' })
    await apply(user, [])
    expect(await roleOf(user)).toBe('admin')
  })

  it('is not taken by another source', async () => {
    await map('Leads', 'admin')
    const user = await insertAgent()
    await apply(user, ['Leads'])
    await apply(user, [], other)
    expect(await roleOf(user)).toBe('admin')
  })

  it('voids the user’s password links, like a manager’s change', async () => {
    await map('Leads', 'admin')
    const user = await insertAgent()
    const link = await createSetPasswordLink(services, root, user.id)
    const token = new URL(link.url).searchParams.get('token') ?? ''
    await apply(user, ['Staff'])
    expect(await findLinkedUser(services, token)).toBeDefined()
    await apply(user, ['Leads'])
    expect(await findLinkedUser(services, token)).toBeUndefined()
  })
})

describe('account groups by mapping', () => {
  it('are given while the group is there, and taken with it', async () => {
    const groupId = await mapToGroup('/desk', scim, 'Desk')
    const user = await insertAgent()
    await apply(user, ['/desk'])
    expect([await groupsOf(user), await opens(user)]).toEqual([[groupId], true])
    await apply(user, ['/desk/de'])
    expect([await groupsOf(user), await opens(user)]).toEqual([[], false])
    expect(await eventsOf(user)).toEqual([
      { mappedBy: 'SCIM', addedGroups: 'Desk' },
      { mappedBy: 'SCIM', removedGroups: 'Desk' },
    ])
  })

  it('stay if a manager gave them before or after', async () => {
    const byHand = await mapToGroup('A')
    const later = await mapToGroup('A')
    const user = await insertAgent()
    await changeGroupAccess(services, root, { userId: user.id, added: [byHand], removed: [] })
    await apply(user, ['A'])
    await changeGroupAccess(services, root, { userId: user.id, added: [later], removed: [] })
    await apply(user, [])
    expect(await groupsOf(user)).toEqual([byHand, later].toSorted())
    await changeGroupAccess(services, root, { userId: user.id, added: [], removed: [byHand, later] })
    expect(await groupsOf(user)).toEqual([])
  })

  it('stay while another source gives them', async () => {
    const groupId = await mapToGroup('A')
    const mapping = { source: other.id, groupName: 'B', role: null, accountGroupId: groupId }
    await insertMapping(services.db, { id: 'map_other', ...mapping, createdBy: 'operator' })
    const user = await insertAgent()
    await apply(user, ['A'])
    await apply(user, ['B'], other)
    await apply(user, [])
    expect(await groupsOf(user)).toEqual([groupId])
    await apply(user, [], other)
    expect(await groupsOf(user)).toEqual([])
  })

  it('come back after a manager took them', async () => {
    const groupId = await mapToGroup('A')
    const user = await insertAgent()
    await apply(user, ['A'])
    await changeGroupAccess(services, root, { userId: user.id, added: [], removed: [groupId] })
    expect(await groupsOf(user)).toEqual([])
    await apply(user, ['A'])
    expect(await groupsOf(user)).toEqual([groupId])
  })

  it('leave the access of other users alone', async () => {
    await mapToGroup('A')
    const [user, neighbor] = [await insertAgent(), await insertAgent()]
    const own = await giveGroup(services, neighbor.id, ['acme'])
    await apply(neighbor, ['A'])
    await apply(user, ['A'])
    await apply(user, [])
    expect(await groupsOf(neighbor)).toContain(own)
    expect(await groupsOf(neighbor)).toHaveLength(2)
  })

  it('have no effect for users who open all accounts, and count again afterwards', async () => {
    await map('Leads', 'admin')
    const groupId = await mapToGroup('A')
    const user = await insertAgent()
    await apply(user, ['A'])
    await apply(user, ['A', 'Leads'])
    expect(await groupsOf(user)).toEqual([])
    await apply(user, ['A'])
    expect([await roleOf(user), await groupsOf(user)]).toEqual(['agent', [groupId]])
  })

  it('fill up to the most groups of a user, never beyond', async () => {
    const user = await insertAgent()
    const added: string[] = []
    for (let index = 0; index < maxGroupsOfUser - 1; index++) added.push(await makeGroup(services, []))
    await changeGroupAccess(services, root, { userId: user.id, added, removed: [] })
    await mapToGroup('A')
    await mapToGroup('A')
    const [first] = added
    const known = { source: 'scim', groupName: 'A', role: null, accountGroupId: first ?? '' }
    await insertMapping(services.db, { id: 'map_zz', ...known, createdBy: 'operator' })
    await apply(user, ['A'])
    expect(await groupsOf(user)).toHaveLength(maxGroupsOfUser)
    const next = await mapToGroup('B')
    await apply(user, ['B'])
    expect(await groupsOf(user)).toHaveLength(maxGroupsOfUser)
    expect(await groupsOf(user)).toContain(next)
  }, 120_000)
})

it('writes nothing if nothing changed', async () => {
  await map('Staff', 'agent')
  await mapToGroup('Staff')
  const user = await insertAgent()
  await apply(user, ['Staff'])
  const locks = () => services.db.selectFrom('locks').selectAll().execute()
  const read = async () => [
    await services.db.selectFrom('audit_events').selectAll().execute(),
    await services.db.selectFrom('user_account_groups').selectAll().execute(),
    await locks(),
  ]
  await services.db.deleteFrom('locks').execute()
  const before = await read()
  services.clock.advance(1000)
  expect(await apply(user, ['Staff'])).toEqual(await findUserById(services.db, user.id))
  expect(await read()).toEqual(before)
})

it('knows no user with an unknown ID', async () => {
  expect(await apply({ id: 'usr_unknown' }, ['Staff'])).toBeUndefined()
})

it('applied at once from two sources, both count', async () => {
  const [a, b] = [await mapToGroup('A'), await mapToGroup('B', other)]
  const user = await insertAgent()
  await Promise.all([apply(user, ['A']), apply(user, ['B'], other), apply(user, ['A']), apply(user, ['B'], other)])
  expect(await groupsOf(user)).toEqual([a, b].toSorted())
  expect(await eventsOf(user)).toHaveLength(2)
})
