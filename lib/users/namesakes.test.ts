import { beforeEach, describe, expect, it } from 'vitest'
import { readGroupPage } from '#lib/account-groups/group-page.ts'
import { readAccountPage } from '#lib/account-management/account-page.ts'
import { createAccount } from '#lib/accounts/manage-accounts.ts'
import { listEventFolds } from '#lib/activity/list-event-folds.ts'
import { listEvents } from '#lib/activity/list-events.ts'
import { searchApiKeys } from '#lib/api-keys/find-api-keys.ts'
import { generateApiKey } from '#lib/api-keys/generate-api-key.ts'
import { giveGroup } from '#lib/testing/account-groups.ts'
import { insertUser, personOf, root } from '#lib/testing/people.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'
import type { User } from '#lib/users/user.ts'

describe('of two users with one name, and a third', () => {
  let services: TestServices
  let anna: User
  let berta: User
  beforeEach(async () => {
    services = await openTestServices()
    anna = await insertUser(services, { role: 'owner', name: 'Anna Berger', username: 'anna' })
    await insertUser(services, { role: 'agent', name: 'Anna Berger', username: 'anna2', accountScope: 'list' })
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

  it('the pages of an account and of a group show it', async () => {
    await createAccount(services, root, { id: 'acme', name: 'Acme', locale: null, deepPath: null })
    const { id } = await insertUser(services, { name: 'Berta Berger', username: 'berta2', accountScope: 'list' })
    const groupId = await giveGroup(services, id, ['acme'])
    const account = await readAccountPage(services, root, 'acme')
    expect(account?.ofAll.users.map(({ distinctName }) => distinctName)).toEqual([
      'Anna Berger · anna',
      'Berta Berger · berta',
    ])
    expect(account?.grouped.users.map(({ distinctName }) => distinctName)).toEqual(['Berta Berger · berta2'])
    const group = await readGroupPage(services, root, { groupId })
    expect(group?.users.map(({ distinctName }) => distinctName)).toEqual(['Berta Berger · berta2'])
  })
})
