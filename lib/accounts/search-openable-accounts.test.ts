import { beforeEach, describe, expect, it } from 'vitest'
import { createAccount } from '#lib/accounts/create-account.ts'
import { pinAccount } from '#lib/accounts/pin-account.ts'
import { recordAccountOpened } from '#lib/accounts/record-account-opened.ts'
import { searchOpenableAccounts } from '#lib/accounts/search-openable-accounts.ts'
import { upsertAccounts } from '#lib/accounts/store.ts'
import { suspendAccount } from '#lib/accounts/suspend-account.ts'
import { unpinAccount } from '#lib/accounts/unpin-account.ts'
import { insertUser, personOf, root } from '#lib/testing/people.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'
import type { Person } from '#lib/users/actor.ts'

describe('the launcher', () => {
  let services: TestServices
  let owner: Person

  beforeEach(async () => {
    services = await openTestServices()
    owner = personOf(services, await insertUser(services, { role: 'owner' }))
  })

  async function add(...accounts: [id: string, name: string][]) {
    for (const [id, name] of accounts) await createAccount(services, root, { id, name, locale: null, deepPath: null })
  }

  async function search(query: string, person = owner, shown = 0) {
    return searchOpenableAccounts(services, person, { query, shown })
  }

  async function found(query: string): Promise<string[]> {
    return (await search(query)).accounts.map((account) => account.id)
  }

  it('finds by name and by id, without regard to case and accents, all words in any order', async () => {
    await add(['A-1', 'Müller Bäckerei'], ['B-2', 'Bakery Ltd'])
    expect(await found('MULLER')).toEqual(['A-1'])
    expect(await found('bäckerei müll')).toEqual(['A-1'])
    expect(await found('b-2')).toEqual(['B-2'])
    expect(await found('bakery b-2')).toEqual(['B-2'])
    expect(await found('bakery a-1')).toEqual([])
  })

  it('never matches across the end of the name', async () => {
    await add(['xyz', 'Acme'])
    expect(await found('acmexyz')).toEqual([])
    expect(await found('acme\nxyz')).toEqual(['xyz'])
  })

  it.each([
    ['%', ['pct']],
    ['_', ['low_1']],
    ['!', ['bang']],
    ['\\', ['back']],
    ["'", ['quote']],
    ['"; drop table accounts; --', []],
    ['100%_', []],
  ])('takes %j for text', async (query, ids) => {
    await add(
      ['pct', '100% Wool'],
      ['low_1', 'Low'],
      ['bang', 'Wow!'],
      ['back', 'C:\\'],
      ['quote', "O'Neill"],
      ['none', 'x'],
    )
    expect(await found(query)).toEqual(ids)
  })

  it('puts the exact one first, then what begins with the words, then the rest by name', async () => {
    await add(
      ['z', 'Great Acme'],
      ['acme-2', 'Zebra'],
      ['y', 'Acme West'],
      ['x', 'Acme East'],
      ['acme', 'Zulu'],
      ['w', 'An acme'],
    )
    expect(await found('acme')).toEqual(['acme', 'x', 'y', 'acme-2', 'w', 'z'])
    expect(await found('acme west')).toEqual(['y'])
  })

  it('shows the first 50 by name, counts all, and shows more when asked', async () => {
    const names = Array.from({ length: 130 }, (_, index) => `Account ${String(index).padStart(3, '0')}`)
    await upsertAccounts(
      services.db,
      names.map((name, index) => ({ id: `id-${index}`, name, locale: null, deepPath: null })),
    )
    const first = await search('')
    expect(first.accounts.map((account) => account.name)).toEqual(names.slice(0, 50))
    expect([first.matches, first.openable]).toEqual([130, 130])
    const more = await search('', owner, 100)
    expect(more.accounts).toHaveLength(100)
    expect(more.matches).toBe(130)
    const all = await search('', owner, 1_000_000)
    expect(all.accounts).toHaveLength(130)
    const some = await search('account 12')
    expect([some.accounts.length, some.matches, some.openable]).toEqual([12, 12, 130])
  })

  it('counts only what this person may open now', async () => {
    await add(['a', 'A'], ['b', 'B'], ['c', 'C'])
    await suspendAccount(services, root, 'b')
    const agent = personOf(services, await insertUser(services, { accountScope: 'list', accountIds: ['a', 'b'] }))
    const result = await search('', agent)
    expect(result.accounts.map((account) => account.id)).toEqual(['a'])
    expect([result.matches, result.openable]).toEqual([1, 1])
    expect((await search('c', agent)).accounts).toEqual([])
  })

  it('remembers per person what was opened and pinned', async () => {
    await add(['a', 'A'], ['b', 'B'], ['c', 'C'])
    const openedAt = services.clock.now()
    await recordAccountOpened(services.db, owner.userId, 'a')
    services.clock.advance(1)
    await recordAccountOpened(services.db, owner.userId, 'b')
    await pinAccount(services, owner, 'c')
    await pinAccount(services, owner, 'a')
    const { pinned, recent, accounts } = await search('')
    expect(pinned.map(({ id }) => id)).toEqual(['a', 'c'])
    expect(recent.map(({ id }) => id)).toEqual(['b'])
    expect(accounts[0]).toEqual({ id: 'a', name: 'A', locale: null, pinned: true, openedAt })
    const other = personOf(services, await insertUser(services, { role: 'admin' }))
    const others = await search('', other)
    expect([others.pinned, others.recent]).toEqual([[], []])
    expect(others.accounts[0]).toEqual({ id: 'a', name: 'A', locale: null, pinned: false, openedAt: null })
  })

  it('keeps the time of opening when a pin comes and goes', async () => {
    await add(['a', 'A'])
    await recordAccountOpened(services.db, owner.userId, 'a')
    await pinAccount(services, owner, 'a')
    await unpinAccount(services, owner, 'a')
    const { pinned, recent } = await search('')
    expect([pinned.length, recent.length]).toEqual([0, 1])
  })

  it('shows neither pinned nor recent ones in a search', async () => {
    await add(['a', 'A'])
    await pinAccount(services, owner, 'a')
    const { pinned, recent, words } = await search(' A ')
    expect([pinned, recent, words]).toEqual([[], [], ['a']])
  })

  it('does not let anybody pin what they may not open', async () => {
    await add(['a', 'A'])
    const agent = personOf(services, await insertUser(services, { accountScope: 'list' }))
    await expect(pinAccount(services, agent, 'a')).rejects.toMatchObject({ code: 'not_found' })
  })

  it('forgets a pinned account while it is suspended', async () => {
    await add(['a', 'A'])
    await pinAccount(services, owner, 'a')
    await suspendAccount(services, root, 'a')
    expect((await search('')).pinned).toEqual([])
  })
})
