import { beforeEach, describe, expect, it } from 'vitest'
import { createAccount } from '#lib/domain/accounts/accounts/manage-accounts.ts'
import { grantAccountAccess } from '#lib/domain/people/users/account-access-store.ts'
import { findUsersToAttend, listUsers } from '#lib/domain/people/users/find-users.ts'
import type { UserFilter } from '#lib/domain/people/users/user-filter.ts'
import { account } from '#lib/testing/accounts.ts'
import { addTestApp, addTestPasskey } from '#lib/testing/factors.ts'
import { anyPerson, insertUser, root } from '#lib/testing/people.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'

describe('the users list', () => {
  let services: TestServices
  let ids: Readonly<Record<'owner' | 'agent' | 'idle' | 'gone' | 'service', string>>

  beforeEach(async () => {
    services = await openTestServices()
    await createAccount(services, root, account({ id: 'acme', name: 'Acme' }))
    const add = async (role: 'owner' | 'agent' | 'service', changes: Readonly<Record<string, number>> = {}) => {
      const { id } = await insertUser(services, { role, accountScope: role === 'owner' ? 'all' : 'list' })
      const columns = { last_sign_in_at: null, password_set_at: role === 'service' ? null : 1, ...changes }
      await services.db.updateTable('users').set(columns).where('id', '=', id).execute()
      return id
    }
    ids = {
      owner: await add('owner', { last_sign_in_at: 2 }),
      agent: await add('agent', { last_sign_in_at: 1 }),
      idle: await add('agent'),
      gone: await add('agent', { deactivated_at: 1 }),
      service: await add('service'),
    }
    await grantAccountAccess(services.db, ids.agent, ['acme'])
  })

  async function list(filter: UserFilter): Promise<readonly string[]> {
    const page = await listUsers(services, root, { filter })
    expect(page.total).toBe(page.users.length)
    return page.users.map(({ id }) => id)
  }

  it('is filtered by role, state and access', async () => {
    const sorted = async (filter: UserFilter) => (await list(filter)).toSorted()
    expect(await list({ role: 'owner' })).toEqual([ids.owner])
    expect(await list({ status: 'never' })).toEqual([ids.idle])
    expect(await list({ status: 'deactivated' })).toEqual([ids.gone])
    expect(await sorted({ status: 'active' })).toEqual([ids.owner, ids.agent, ids.idle, ids.service].toSorted())
    expect(await sorted({ noAccess: true })).toEqual([ids.idle, ids.gone, ids.service].toSorted())
    expect(await list({ noAccess: true, role: 'agent', status: 'active' })).toEqual([ids.idle])
  })

  it('is filtered by second factor, among active users who sign in with a password', async () => {
    expect((await list({ noFactor: true })).toSorted()).toEqual([ids.owner, ids.agent, ids.idle].toSorted())
    const agent = { ...anyPerson('agent'), confirmedAt: services.clock.now(), userId: ids.agent }
    await addTestPasskey(services, agent)
    await addTestApp(services, { ...agent, userId: ids.owner })
    expect(await list({ noFactor: true })).toEqual([ids.idle])
    await services.db.updateTable('users').set({ password_set_at: null }).where('id', '=', ids.idle).execute()
    expect(await list({ noFactor: true })).toEqual([])
  })

  it('begins with active people who never signed in or have no second factor, then those who signed in last', async () => {
    await addTestPasskey(services, { ...anyPerson('agent'), confirmedAt: services.clock.now(), userId: ids.agent })
    await addTestApp(services, { ...anyPerson('owner'), confirmedAt: services.clock.now(), userId: ids.owner })
    const { users, total, attention } = await findUsersToAttend(services, root, 3)
    expect(users.map(({ id }) => id)).toEqual([ids.idle, ids.owner, ids.agent])
    expect([total, attention]).toEqual([5, 1])
    await services.db.deleteFrom('authenticator_apps').execute()
    const later = await findUsersToAttend(services, root, 5)
    expect(
      later.users
        .slice(0, 2)
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual([ids.idle, ids.owner].toSorted())
    expect(later.users.map(({ lacksFactor }) => lacksFactor).filter(Boolean)).toHaveLength(2)
    expect(later.attention).toBe(2)
    const one = await findUsersToAttend(services, root, 1)
    expect([one.users.length, one.attention]).toEqual([1, 2])
  })

  it('is sorted by name and by last sign-in, in both directions', async () => {
    expect(await list({ order: '-name' })).toEqual((await list({})).toReversed())
    expect((await list({ order: '-sign-in' })).slice(0, 2)).toEqual([ids.owner, ids.agent])
    expect((await list({ order: 'sign-in' })).slice(-2)).toEqual([ids.agent, ids.owner])
  })
})
