import { beforeEach, describe, expect, it } from 'vitest'
import { pinAccount, searchOpenableAccounts, unpinAccount } from '#lib/accounts/launcher.ts'
import { setOpened } from '#lib/accounts/launcher-store.ts'
import { createAccount, suspendAccount, updateAccount } from '#lib/accounts/manage-accounts.ts'
import { upsertAccounts } from '#lib/accounts/store.ts'
import type { PortalUser } from '#lib/actor.ts'
import { insertUser, personOf, root } from '#lib/testing/people.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'

describe('the launcher', () => {
  let services: TestServices
  let owner: PortalUser

  beforeEach(async () => {
    services = await openTestServices()
    owner = personOf(services, await insertUser(services, { role: 'owner' }))
  })

  async function add(...accounts: [id: string, name: string][]) {
    for (const [id, name] of accounts) await createAccount(services, root, { id, name, locale: null, deepPath: null })
  }

  async function addMany(accounts: { id: string; name: string }[]) {
    await upsertAccounts(
      services.db,
      accounts.map((account) => ({ ...account, locale: null, deepPath: null })),
    )
  }

  async function search(query: string, person = owner, shown = 0) {
    return searchOpenableAccounts(services, person, { query, shown })
  }

  async function found(query: string): Promise<string[]> {
    return (await search(query)).accounts.map((account) => account.id)
  }

  it('finds all words in any order in name or ID, ignoring case and accents', async () => {
    await add(['A-1', 'Müller Bäckerei'], ['B-2', 'Bakery Ltd'])
    expect(await found('MULLER')).toEqual(['A-1'])
    expect(await found('bäckerei müll')).toEqual(['A-1'])
    expect(await found('b-2')).toEqual(['B-2'])
    expect(await found('bakery b-2')).toEqual(['B-2'])
    expect(await found('bakery a-1')).toEqual([])
  })

  it.each([
    ['mueller', ['m-1']],
    ['muller', ['m-1']],
    ['Müller', ['m-1']],
    ['MUEL', ['m-1']],
    ['uell', ['m-1']],
    ['mue', ['m-1']],
    ['strasse', ['s-1']],
    ['straße', ['s-1']],
    ['STRASSE mueller', []],
    ['baecker', ['m-1', 's-1']],
    ['bäcker muller', ['m-1']],
    ['backer mueller', ['m-1']],
    ['oersted', ['o-1']],
    ['orsted', ['o-1']],
    ['aarhus oerst', ['o-1']],
    ['arhus', ['o-1']],
    ['aether', ['ae-1']],
    ['oeuvre', ['ae-1']],
    ['strase', []],
    ['ather', []],
  ])('finds %j in either spelling', async (query, ids) => {
    await add(
      ['m-1', 'Müller Bäckerei'],
      ['s-1', 'Bäckerei Große Straße'],
      ['o-1', 'Ørsted Århus'],
      ['ae-1', 'Æther & Œuvre'],
    )
    expect((await found(query)).toSorted()).toEqual(ids.toSorted())
  })

  it('puts an exact match in another spelling first among many matches', async () => {
    await addMany(Array.from({ length: 120 }, (_, index) => ({ id: `c-${index}`, name: `A Mueller ${index}` })))
    await add(['m-1', 'Müller'], ['m-2', 'Müller Ost'])
    expect((await found('mueller')).slice(0, 2)).toEqual(['m-1', 'm-2'])
    expect(await found('mueller')).toHaveLength(50)
  })

  it('never matches across the end of the name', async () => {
    await add(['xyz', 'Acme'])
    expect(await found('acmexyz')).toEqual([])
    expect(await found('acme\nxyz')).toEqual(['xyz'])
  })

  it.each([
    ['%', ['pct']],
    ['100%', ['pct']],
    ['_', ['low_1']],
    ['w_1', ['low_1']],
    ['!', ['bang']],
    ['ow!', ['bang']],
    ['\\', ['back']],
    [' c:\\d', ['back']],
    ["'", ['quote']],
    ["o'n", ['quote']],
    ['*', ['star']],
    ['or*', ['star']],
    ['"', ['said']],
    ['"sa"', ['said']],
    ['-', ['dash']],
    ['-x-', ['dash']],
    ['^fo', ['caret']],
    ['"; drop table accounts; --', []],
    ['acme" OR "foo', []],
    ['foo NOT bar', []],
    ['NEAR(foo)', []],
    ['words : foo', []],
    ['100%_', []],
    ['%%%', []],
    ['___', []],
  ])('treats %j as text', async (query, ids) => {
    await add(
      ['pct', '100% %Wool'],
      ['low_1', 'Low _1'],
      ['bang', 'Wow! !'],
      ['back', 'C:\\D \\'],
      ['quote', "O'Neill 'x'"],
      ['star', 'For* *'],
      ['said', 'Or "sa"'],
      ['dash', 'A-x-b -'],
      ['caret', '^foo'],
      ['none', 'x'],
    )
    expect(await found(query)).toEqual(ids)
  })

  it.each([
    ['b', ['bravo', 'x-1']],
    ['br', ['bravo', 'x-1']],
    ['ra', []],
    ['rav', ['bravo', 'x-1']],
    ['x', ['x-1']],
    ['1', []],
    ['x-', ['x-1']],
    ['x-1', ['x-1']],
    ['b br bra', ['bravo', 'x-1']],
    ['c b', ['x-1']],
    ['c ra', []],
    ['\u{1f44d}', ['thumb']],
    ['\u{1f44d}\u{1f44e}', []],
    ['\u{1f44e}', []],
    ['p\u{1f44e}\u{1f44d}', ['thumb']],
    ['\u043c\u043e', ['milk']],
    ['\u043e\u043b\u043e', ['milk']],
    ['\u043e\u043b', []],
    ['\u4e1c', ['east']],
    ['\u4eac\u90fd', []],
    ['\u6771\u4eac\u90fd', ['east']],
  ])('matches fewer than three characters at the start of words and IDs: %j', async (query, ids) => {
    await add(
      ['bravo', 'Bravo'],
      ['x-1', 'Charlie Bravo'],
      ['thumb', 'Up\u{1f44e}\u{1f44d} \u{1f44d}'],
      ['milk', '\u041c\u043e\u043b\u043e\u043a\u043e'],
      ['east', '\u4e1c \u6771\u4eac\u90fd'],
    )
    expect(await found(query)).toEqual(ids)
  })

  it('treats a control character as a space', async () => {
    await add(['acme', 'Acme'], ['other', 'Cme'])
    expect(await found('a\u0000cme')).toEqual(['acme'])
  })

  it.each(['\u0000', 'acme\u0000x', '\ud800', 'acme\udc00', 'x'.repeat(120), '\u{1f44d}'.repeat(120), '\u0301'])(
    'accepts characters that no name contains: %j',
    async (query) => {
      await add(['acme', 'Acme'], ['thumb', '\u{1f44d}'.repeat(60)])
      const { words } = await search(query)
      expect(await found(query)).toEqual(words.length === 0 ? ['acme', 'thumb'] : [])
    },
  )

  it('puts exact matches first, then names that start with the words, then the rest by name', async () => {
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

  it('shows the first 50 by name, says that there are more, and shows more on request', async () => {
    const names = Array.from({ length: 130 }, (_, index) => `Account ${String(index).padStart(3, '0')}`)
    await addMany(names.map((name, index) => ({ id: `id-${index}`, name })))
    const first = await search('')
    expect(first.accounts.map((account) => account.name)).toEqual(names.slice(0, 50))
    expect(first.more).toBe(true)
    const more = await search('', owner, 100)
    expect(more.accounts.map((account) => account.name)).toEqual(names.slice(0, 100))
    expect(more.more).toBe(true)
    const all = await search('', owner, 1_000_000)
    expect([all.accounts.length, all.more]).toEqual([130, false])
  })

  it('shows at most 50 results of a search, and says whether there are more', async () => {
    await addMany(Array.from({ length: 51 }, (_, index) => ({ id: `id-${index}`, name: `Acme ${index % 2}` })))
    const all = await search('acme', owner, 1_000)
    expect([all.accounts.length, all.more]).toEqual([50, true])
    await suspendAccount(services, root, 'id-7')
    const rest = await search('acme', owner, 1_000)
    expect([rest.accounts.length, rest.more]).toEqual([50, false])
    expect(new Set(rest.accounts.map((account) => account.id)).size).toBe(50)
  })

  it('finds the exact match among more results than it shows', async () => {
    const crowd = Array.from({ length: 200 }, (_, index) => ({ id: `acme-${index}`, name: `Acme ${index} acme` }))
    await addMany([...crowd, { id: 'acme', name: 'Zulu' }, { id: 'z', name: 'Acme' }, { id: 'y', name: 'The Acme' }])
    expect((await found('acme')).slice(0, 2)).toEqual(['z', 'acme'])
    expect(await found('the acme')).toEqual(['y'])
    expect((await search('acme')).accounts.some(({ id }) => id === 'y')).toBe(false)
  })

  it('finds a renamed account by its new name only', async () => {
    await add(['a', 'Former Name'])
    await updateAccount(services, root, { id: 'a', name: 'Present', locale: null, deepPath: null })
    expect(await found('former')).toEqual([])
    expect(await found('fo')).toEqual([])
    expect(await found('present')).toEqual(['a'])
    await addMany([{ id: 'a', name: 'Imported' }])
    expect([await found('present'), await found('imported')]).toEqual([[], ['a']])
  })

  it('finds only accounts that this user may open now', async () => {
    await add(['a', 'Acme A'], ['b', 'Acme B'], ['c', 'Acme C'])
    await suspendAccount(services, root, 'b')
    const agent = personOf(services, await insertUser(services, { accountScope: 'list', accountIds: ['a', 'b'] }))
    for (const query of ['', 'acme', 'ac', 'a']) {
      const { accounts, opensAny } = await search(query, agent)
      expect([accounts.map(({ id }) => id), opensAny], query).toEqual([['a'], true])
    }
    expect((await search('acme c', agent)).accounts).toEqual([])
  })

  it('distinguishes a user without accounts from a search without results', async () => {
    await add(['a', 'A'])
    const outsider = personOf(services, await insertUser(services, { accountScope: 'list' }))
    expect([(await search('b')).opensAny, (await search('b', outsider)).opensAny]).toEqual([true, false])
    await suspendAccount(services, root, 'a')
    expect([(await search('b')).opensAny, (await search('')).opensAny]).toEqual([false, false])
  })

  it('keeps opened and pinned accounts per user', async () => {
    await add(['a', 'A'], ['b', 'B'], ['c', 'C'])
    const openedAt = services.clock.now()
    await setOpened(services.db, owner.userId, 'a')
    services.clock.advance(1)
    await setOpened(services.db, owner.userId, 'b')
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

  it('keeps the time of opening when a pin is set and removed', async () => {
    await add(['a', 'A'])
    await setOpened(services.db, owner.userId, 'a')
    await pinAccount(services, owner, 'a')
    await unpinAccount(services, owner, 'a')
    const { pinned, recent } = await search('')
    expect([pinned.length, recent.length]).toEqual([0, 1])
  })

  it('shows no pinned or recent accounts in a search', async () => {
    await add(['a', 'A'])
    await pinAccount(services, owner, 'a')
    const { pinned, recent, words } = await search(' A ')
    expect([pinned, recent, words]).toEqual([[], [], ['a']])
  })

  it('refuses to pin an account that the user may not open', async () => {
    await add(['a', 'A'])
    const agent = personOf(services, await insertUser(services, { accountScope: 'list' }))
    await expect(pinAccount(services, agent, 'a')).rejects.toMatchObject({ code: 'not_found' })
  })

  it('hides a pinned account while it is suspended', async () => {
    await add(['a', 'A'])
    await pinAccount(services, owner, 'a')
    await suspendAccount(services, root, 'a')
    expect((await search('')).pinned).toEqual([])
  })
})
