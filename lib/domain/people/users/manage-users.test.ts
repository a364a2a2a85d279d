import { beforeEach, describe, expect, it } from 'vitest'
import { addMember } from '#lib/domain/accounts/account-groups/edit-members.ts'
import { createGroup } from '#lib/domain/accounts/account-groups/manage-groups.ts'
import { suspendAccount } from '#lib/domain/accounts/accounts/manage-accounts.ts'
import { generateApiKey } from '#lib/domain/keys/api-keys/generate-api-key.ts'
import { deactivateUser, reactivateUser, updateUser } from '#lib/domain/people/user-lifecycle/change-user.ts'
import { createUser } from '#lib/domain/people/users/create-user.ts'
import { getUser, listKeyOwners, listUsers, proposeOwner } from '#lib/domain/people/users/find-users.ts'
import { changeGroupAccess } from '#lib/domain/people/users/group-access.ts'
import type { NewUserInput } from '#lib/domain/people/users/schema.ts'
import { findUserByName } from '#lib/domain/people/users/store.ts'
import { isNameOf } from '#lib/domain/people/users/user.ts'
import { saveApp } from '#lib/domain/sign-in/authenticator-apps/store.ts'
import type { Role } from '#lib/foundation/authorization/roles.ts'
import { noTexts } from '#lib/testing/no-texts.ts'
import { insertUser, personOf, root, signInAs } from '#lib/testing/people.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'

let services: TestServices

beforeEach(async () => {
  services = await openTestServices()
  await services.db
    .insertInto('accounts')
    .values(
      ['acme', 'beta'].map((id) => ({
        id,
        name: id,
        search_text: id,
        locale: null,
        deep_path: null,
        created_at: 0,
        suspended_at: null,
      })),
    )
    .execute()
})

const jane = { email: 'Jane@Example.com', username: 'jane', name: 'Jane Roe', role: 'agent' }
const create = (changes: Partial<NewUserInput & { password: string }> = {}) =>
  createUser(services, root, { ...jane, ...changes })
const events = () =>
  services.db
    .selectFrom('audit_events')
    .select(['kind', 'actor_name', 'subject_name', 'details'])
    .orderBy('at')
    .orderBy('kind')
    .execute()

describe('creating a user', () => {
  it('keeps the given fields, without a password', async () => {
    const user = await create({ accountIds: ['acme', 'acme'] })
    expect(user).toEqual({
      id: expect.stringMatching(/^usr_[0-9A-Za-z]{20}$/),
      email: 'Jane@Example.com',
      username: 'jane',
      name: 'Jane Roe',
      ...noTexts.user,
      role: 'agent',
      accountScope: 'list',
      passwordSetAt: null,
      createdAt: services.clock.now(),
      deactivatedAt: null,
      lastSignInAt: null,
      linkedAt: null,
    })
    expect(await getUser(services, root, user.id)).toEqual({ ...user, accountGroupIds: [], accountIds: ['acme'] })
  })

  it('commits with its audit event or not at all', async () => {
    await create()
    await expect(create()).rejects.toMatchObject({ code: 'input_invalid' })
    expect(await events()).toEqual([
      {
        kind: 'user.created',
        actor_name: 'root',
        subject_name: 'Jane Roe',
        details: '{"role":"agent","accountScope":"list","listedAccounts":0}',
      },
    ])
  })

  it('names every invalid field', async () => {
    const nothing = create({ email: '', username: ' ', name: '' })
    await expect(nothing).rejects.toMatchObject({
      code: 'input_invalid',
      fields: { username: 'required', name: 'required' },
    })
    await expect(create({ email: '' })).rejects.toMatchObject({ fields: { email: 'required' } })
    await expect(create({ email: 'jane' })).rejects.toMatchObject({ fields: { email: 'malformed' } })
    await expect(create({ role: 'root' })).rejects.toMatchObject({ fields: { role: 'malformed' } })
    await expect(create({ name: 'a\nb' })).rejects.toMatchObject({ fields: { name: 'malformed' } })
    await expect(create({ name: 'x'.repeat(121) })).rejects.toMatchObject({ fields: { name: 'too_long' } })
    await expect(create({ accountIds: ['acme', 'nope'] })).rejects.toMatchObject({ fields: { accountIds: 'unknown' } })
    expect((await listUsers(services, root)).total).toBe(0)
  })

  it.each([
    ['j', 'too_short'],
    ['x'.repeat(65), 'too_long'],
    ['jane doe', 'malformed'],
    ['jane@example', 'malformed'],
    ['jäne', 'malformed'],
    ['lkid_jane', 'reserved'],
    ['LKID_jane', 'reserved'],
  ])('refuses the username %j: %s', async (username, problem) => {
    await expect(create({ username })).rejects.toMatchObject({ fields: { username: problem } })
  })

  it.each(['ja', 'x'.repeat(64), 'Jane.Doe-2_', 'lkid'])('takes the username %j', async (username) => {
    expect(await create({ username })).toMatchObject({ username })
  })

  it('refuses a name that differs only in case', async () => {
    await create()
    await expect(create({ email: 'JANE@example.COM', username: 'JANE' })).rejects.toMatchObject({
      fields: { email: 'taken', username: 'taken' },
    })
    await expect(create({ email: 'other@example.com', username: 'Jane' })).rejects.toMatchObject({
      fields: { username: 'taken' },
    })
  })

  it('creates one user out of twenty concurrent ones with the same name', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => create()))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await listUsers(services, root)).total).toBe(1)
  })

  it('gives owners and admins all accounts, and no list', async () => {
    const user = await create({ role: 'admin', accountScope: 'list', accountIds: ['acme'] })
    expect(await getUser(services, root, user.id)).toMatchObject({ accountScope: 'all', accountIds: [] })
  })

  it('accepts a password from the operator only, and only a good one', async () => {
    const owner = personOf(services, await insertUser(services, { role: 'owner' }))
    const given = createUser(services, owner, { ...jane, password: 'seven ripe plums' })
    await expect(given).rejects.toMatchObject({ code: 'forbidden' })
    await expect(create({ password: 'too short' })).rejects.toMatchObject({ fields: { password: 'too_short' } })
    await expect(create({ role: 'service', password: 'seven ripe plums' })).rejects.toMatchObject({
      fields: { password: 'not_allowed' },
    })
    expect(await create({ password: 'seven ripe plums' })).toMatchObject({ passwordSetAt: services.clock.now() })
    expect(JSON.stringify(await events())).not.toContain('plums')
  })

  it('needs no email address for a service user', async () => {
    expect(await create({ role: 'service', email: undefined })).toMatchObject({ email: null, role: 'service' })
  })
})

describe('a user is found', () => {
  it('by email address or username, ignoring case and surrounding space', async () => {
    const user = await create()
    for (const name of ['jane', ' JANE ', 'jane@example.com', 'JANE@EXAMPLE.COM\n']) {
      expect(await findUserByName(services.db, name)).toEqual(user)
      expect(isNameOf(user, name)).toBe(true)
    }
    for (const name of ['', 'jan', 'jane@example', user.id]) {
      expect(await findUserByName(services.db, name)).toBeUndefined()
      expect(isNameOf(user, name)).toBe(false)
    }
  })
})

describe('changing a user', () => {
  it('changes name, role and list, and records the former values', async () => {
    const { id } = await create({ accountIds: ['acme'] })
    await insertUser(services, { role: 'owner' })
    services.clock.advance(1)
    const changed = await updateUser(services, root, {
      userId: id,
      name: 'Jane Doe',
      role: 'agent',
      accountIds: ['beta'],
    })
    expect(await getUser(services, root, id)).toEqual({
      ...changed,
      accountGroupIds: [],
      name: 'Jane Doe',
      accountIds: ['beta'],
    })
    // Two records of one millisecond have no order.
    services.clock.advance(1)
    await updateUser(services, root, { userId: id, name: 'Jane Doe', role: 'owner' })
    expect(await getUser(services, root, id)).toMatchObject({ role: 'owner', accountScope: 'all', accountIds: [] })
    expect(
      (await events()).filter(({ kind }) => kind === 'user.updated').map(({ details }) => JSON.parse(details)),
    ).toEqual([
      { role: 'agent', accountScope: 'list', listedAccounts: 1, formerName: 'Jane Roe' },
      { role: 'owner', accountScope: 'all', listedAccounts: 0, formerRole: 'agent' },
    ])
  })

  it('does not turn a service user into a portal user', async () => {
    const { id } = await create({ role: 'service' })
    await expect(updateUser(services, root, { userId: id, name: 'Jane', role: 'agent' })).rejects.toMatchObject({
      fields: { role: 'not_allowed' },
    })
  })

  it('refuses an unknown user', async () => {
    const changing = updateUser(services, root, { userId: 'usr_none', name: 'Jane', role: 'agent' })
    await expect(changing).rejects.toMatchObject({ code: 'not_found' })
    await expect(getUser(services, root, 'usr_none')).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('deactivating a user', () => {
  it('ends their sessions permanently', async () => {
    const user = await create()
    await signInAs(services, user)
    await deactivateUser(services, root, user.id)
    await reactivateUser(services, root, user.id)
    const open = services.db.selectFrom('portal_sessions').select('id').where('ended_at', 'is', null)
    expect(await open.execute()).toEqual([])
  })

  it('is refused twice, like reactivating an active user', async () => {
    const { id } = await create()
    expect(await deactivateUser(services, root, id)).toMatchObject({ deactivatedAt: services.clock.now() })
    await expect(deactivateUser(services, root, id)).rejects.toMatchObject({ code: 'conflict' })
    expect(await reactivateUser(services, root, id)).toMatchObject({ deactivatedAt: null })
    await expect(reactivateUser(services, root, id)).rejects.toMatchObject({ code: 'conflict' })
    expect((await events()).map(({ kind }) => kind).sort()).toEqual([
      'user.created',
      'user.deactivated',
      'user.reactivated',
    ])
  })
})

describe('the list of users', () => {
  it('is sorted by name and has the state of each user', async () => {
    const zoe = await create({ name: 'Zoë', username: 'zoe', email: 'z@example.com', accountIds: ['acme', 'beta'] })
    const adam = await create({ name: 'adam', username: 'adam', email: 'a@example.com', password: 'seven ripe plums' })
    const robot = await create({ name: 'Émile', username: 'emile', role: 'service' })
    await deactivateUser(services, root, robot.id)
    await saveApp(services.db, { userId: adam.id, secretSealed: '', masterId: '' }, 1)
    const { users, ...rest } = await listUsers(services, root)
    expect(rest).toEqual({ total: 3, page: 1, pages: 1 })
    const none = { unprovenNames: [], listedAccounts: 0, accountGroups: 0, hasFactor: false, lacksFactor: false }
    expect(users).toEqual([
      { ...adam, ...none, state: 'active', hasFactor: true },
      { ...robot, ...none, deactivatedAt: services.clock.now(), state: 'deactivated' },
      { ...zoe, ...none, state: 'invited', listedAccounts: 2 },
    ])
  })

  it('is searched by every word in name, username or email address', async () => {
    await create({ name: 'Jérôme O’Neil', username: 'jon', email: 'j.oneil@example.com' })
    await create({ name: '100% Robot_1', username: 'robot', role: 'service' })
    const found = async (search: string) => (await listUsers(services, root, { search })).users.map(({ name }) => name)
    expect(await found('jerome EXAMPLE')).toEqual(['Jérôme O’Neil'])
    expect(await found('jon')).toEqual(['Jérôme O’Neil'])
    expect(await found('jerome robot')).toEqual([])
    expect(await found('%')).toEqual(['100% Robot_1'])
    expect(await found('t_1')).toEqual(['100% Robot_1'])
    expect(await found('j_n')).toEqual([])
    expect(await found('\\')).toEqual([])
    expect(await found(' ')).toHaveLength(2)
  })

  it('has pages, and a page beyond the last one is the last one', async () => {
    for (const letter of ['a', 'b', 'c', 'd', 'e']) await insertUser(services, { name: letter })
    const pageOf = async (page: number) => {
      const { users, ...rest } = await listUsers(services, root, { page, perPage: 2 })
      return { ...rest, names: users.map(({ name }) => name).join('') }
    }
    expect(await pageOf(1)).toEqual({ total: 5, page: 1, pages: 3, names: 'ab' })
    expect(await pageOf(3)).toEqual({ total: 5, page: 3, pages: 3, names: 'e' })
    for (const page of [99, Number.POSITIVE_INFINITY]) expect(await pageOf(page)).toMatchObject({ page: 3 })
    for (const page of [0, -1, Number.NaN]) expect(await pageOf(page)).toMatchObject({ page: 1 })
  })
})

describe('the owners of a new key', () => {
  it('are service users, then the actor, then the portal users they manage', async () => {
    const owner = await insertUser(services, { role: 'owner', name: 'Owner' })
    const admin = await insertUser(services, { role: 'admin', name: 'Admin' })
    await insertUser(services, { role: 'agent', name: 'Agent' })
    await insertUser(services, { role: 'service', name: 'Service' })
    const gone = await insertUser(services, { role: 'service', name: 'Gone' })
    await deactivateUser(services, root, gone.id)
    const names = async (user: typeof owner) =>
      (await listKeyOwners(services, personOf(services, user))).map(({ name }) => name)
    expect(await names(admin)).toEqual(['Service', 'Admin', 'Agent'])
    expect(await names(owner)).toEqual(['Service', 'Owner', 'Admin', 'Agent'])
  })

  it('say how many accounts they open, and who was added or got a key last is proposed', async () => {
    const owner = await insertUser(services, { role: 'owner', name: 'Owner' })
    const read = async () => listKeyOwners(services, personOf(services, owner))
    const proposed = async (role: Role) => {
      const owners = await read()
      return owners.find(({ id }) => id === proposeOwner(owners, owner.id, role))?.name
    }
    expect([await proposed('service'), await proposed('service_admin')]).toEqual(['Owner', 'Owner'])
    const { id: ownerId } = await insertUser(services, { role: 'service', name: 'All', accountScope: 'all' })
    services.clock.advance(1)
    const some = { role: 'service', name: 'Some', accountScope: 'list', accountIds: ['acme'] } as const
    const { id: someId } = await insertUser(services, some)
    services.clock.advance(1)
    await insertUser(services, { role: 'service', name: 'None', accountScope: 'list' })
    await insertUser(services, { role: 'service_admin', name: 'Directory', accountScope: 'list' })
    await insertUser(services, { role: 'agent', name: 'Agent', accountScope: 'list' })
    expect((await read()).map(({ name, opens }) => [name, opens])).toEqual([
      ['All', Number.POSITIVE_INFINITY],
      ['Directory', Number.POSITIVE_INFINITY],
      ['None', 0],
      ['Some', 1],
      ['Owner', Number.POSITIVE_INFINITY],
      ['Agent', 0],
    ])
    expect([await proposed('service'), await proposed('service_admin')]).toEqual(['None', 'Directory'])
    services.clock.advance(1)
    await generateApiKey(services, root, { name: 'Shop', ownerId, expiresInDays: null })
    expect(await proposed('service')).toBe('All')

    const group = await createGroup(services, root, { name: 'Group' })
    for (const accountId of ['acme', 'beta']) await addMember(services, root, { groupId: group.id, accountId })
    await changeGroupAccess(services, root, { userId: someId, added: [group.id], removed: [] })
    const opens = async () => (await read()).find(({ name }) => name === 'Some')?.opens
    expect(await opens()).toBe(2)
    await suspendAccount(services, root, 'acme')
    expect(await opens()).toBe(1)
  })
})
