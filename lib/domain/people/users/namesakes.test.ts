import { beforeEach, describe, expect, it } from 'vitest'
import { readGroupPage } from '#lib/domain/accounts/account-groups/group-page.ts'
import { readAccountPage } from '#lib/domain/accounts/account-management/account-page.ts'
import { createAccount } from '#lib/domain/accounts/accounts/manage-accounts.ts'
import { listEventFolds } from '#lib/domain/events/activity/list-event-folds.ts'
import { listEvents, listNewestEvents } from '#lib/domain/events/activity/list-events.ts'
import { findApiKey, nameKeyUsers, searchApiKeys } from '#lib/domain/keys/api-keys/find-api-keys.ts'
import { generateApiKey } from '#lib/domain/keys/api-keys/generate-api-key.ts'
import { readOverview } from '#lib/domain/organization/overview/read-overview.ts'
import { searchManaged } from '#lib/domain/organization/palette/search-palette.ts'
import type { User } from '#lib/domain/people/users/user.ts'
import type { AuditEvent } from '#lib/foundation/audit/event.ts'
import { giveGroup } from '#lib/testing/account-groups.ts'
import { account } from '#lib/testing/accounts.ts'
import { insertUser, personOf, root } from '#lib/testing/people.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'

describe('of two users with one name, and a third', () => {
  let services: TestServices
  let anna: User
  let agent: User
  let berta: User
  beforeEach(async () => {
    services = await openTestServices()
    anna = await insertUser(services, { role: 'owner', name: 'Anna Berger', username: 'anna' })
    agent = await insertUser(services, { role: 'agent', name: 'Anna Berger', username: 'anna2', accountScope: 'list' })
    berta = await insertUser(services, { role: 'owner', name: 'Berta Berger', username: 'berta' })
  })

  it('keys and their filter show the username of the one whose name repeats, also if the other has no key', async () => {
    for (const { id: ownerId } of [anna, berta]) await generateApiKey(services, root, { name: 'Shop', ownerId })
    const all = { search: '', state: 'all', age: 'any', ownerId: '', sort: 'newest', page: 1 } as const
    const { keys, owners } = await searchApiKeys(services, root, all)
    const expected = ['Anna Berger · anna', 'Berta Berger']
    expect(owners.map(({ distinctName }) => distinctName)).toEqual(expected)
    expect(keys.map(({ owner }) => owner.distinctName).toSorted()).toEqual(expected)
  })

  it('Activity shows it for actors and users that events are about, and stored events keep the name', async () => {
    for (const actor of [anna, berta]) {
      await generateApiKey(services, personOf(services, actor), { name: `Key of ${actor.username}`, ownerId: anna.id })
    }
    const filter = { kind: 'api_key' } as const
    const { folds } = await listEventFolds(services, root, { filter, turn: {}, timeZone: 'UTC' })
    const actors = folds.flatMap(({ newest, events }) => [newest, ...events].map(({ actor }) => actor.name))
    expect([...new Set(actors)].toSorted()).toEqual(['Anna Berger · anna', 'Berta Berger'])
    const users = await listEventFolds(services, root, { filter: { kind: 'user' }, turn: {}, timeZone: 'UTC' })
    const subjects = users.folds.flatMap(({ events }) => events.map(({ subject }) => subject.name))
    expect(subjects.toSorted()).toEqual(['Anna Berger · anna', 'Anna Berger · anna2', 'Berta Berger'])
    const stored = await listEvents(services, root, filter)
    expect(stored.events.map(({ actor }) => actor.name).toSorted()).toEqual(['Anna Berger', 'Berta Berger'])
  })

  it('the newest events of a key, a user and an account show it', async () => {
    await createAccount(services, personOf(services, anna), account({ id: 'acme', name: 'Acme' }))
    const key = await generateApiKey(services, personOf(services, anna), { name: 'Shop', ownerId: berta.id })
    const actorsOf = (events: readonly AuditEvent[]) => events.map(({ actor }) => actor.name)
    expect(actorsOf(await listNewestEvents(services, root, { filter: { keyId: key.id }, limit: 1 }))).toEqual([
      'Anna Berger · anna',
    ])
    const [ofUser] = await listNewestEvents(services, root, { filter: { userId: anna.id, kind: 'user' }, limit: 20 })
    expect(ofUser?.subject.name).toBe('Anna Berger · anna')
    expect(actorsOf((await readAccountPage(services, root, 'acme'))?.events ?? [])).toEqual(['Anna Berger · anna'])
    await expect(listNewestEvents(services, personOf(services, agent), { filter: {}, limit: 1 })).rejects.toMatchObject(
      {
        code: 'forbidden',
      },
    )
  })

  it('the page of a key and its entry in the search show it', async () => {
    const key = await generateApiKey(services, personOf(services, anna), { name: 'Shop', ownerId: anna.id })
    const shown = await findApiKey(services, root, key.id)
    expect(shown && (await nameKeyUsers(services, root, shown))).toEqual({
      owner: 'Anna Berger · anna',
      creator: 'Anna Berger · anna',
    })
    const { keys } = await searchManaged(services, root, 'shop')
    expect(keys.map(({ owner }) => owner.distinctName)).toEqual(['Anna Berger · anna'])
    const viaCli = await generateApiKey(services, root, { name: 'CLI', ownerId: berta.id })
    const ofBerta = await findApiKey(services, root, viaCli.id)
    expect(ofBerta && (await nameKeyUsers(services, root, ofBerta))).toEqual({
      owner: 'Berta Berger',
      creator: undefined,
    })
    const admin = await insertUser(services, { role: 'admin' })
    for (const other of [agent, admin]) {
      const shownToOther = nameKeyUsers(services, personOf(services, other), { ...key, owner: anna })
      await expect(shownToOther).rejects.toMatchObject({ code: 'forbidden' })
    }
  })

  it('the overview shows it for people who never signed in', async () => {
    const { people } = await readOverview(services, root, { days: 7, timeZone: 'UTC' })
    const names = ['Anna Berger · anna', 'Anna Berger · anna2', 'Berta Berger']
    expect(people.shown.map(({ distinctName }) => distinctName).toSorted()).toEqual(names)
  })

  it('the pages of an account and of a group show it', async () => {
    await createAccount(services, root, account({ id: 'acme', name: 'Acme' }))
    const { id } = await insertUser(services, { name: 'Berta Berger', username: 'berta2', accountScope: 'list' })
    const groupId = await giveGroup(services, id, ['acme'])
    const page = await readAccountPage(services, root, 'acme')
    expect(page?.ofAll.users.map(({ distinctName }) => distinctName)).toEqual([
      'Anna Berger · anna',
      'Berta Berger · berta',
    ])
    expect(page?.grouped.users.map(({ distinctName }) => distinctName)).toEqual(['Berta Berger · berta2'])
    const group = await readGroupPage(services, root, { groupId })
    expect(group?.users.map(({ distinctName }) => distinctName)).toEqual(['Berta Berger · berta2'])
  })
})
