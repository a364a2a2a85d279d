import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { movePin, pinAccount, searchOpenableAccounts, unpinAccount } from '#lib/domain/accounts/accounts/launcher.ts'
import { findSuspended, setOpened } from '#lib/domain/accounts/accounts/launcher-store.ts'
import {
  createAccount,
  resumeAccount,
  suspendAccount,
  updateAccount,
} from '#lib/domain/accounts/accounts/manage-accounts.ts'
import { upsertAccounts } from '#lib/domain/accounts/accounts/store.ts'
import type { PortalUser } from '#lib/foundation/authorization/actor.ts'
import { engineOf } from '#lib/foundation/db/engine.ts'
import { account } from '#lib/testing/accounts.ts'
import { insertUser, personOf, root } from '#lib/testing/people.ts'
import { explain } from '#lib/testing/query-plans.ts'
import { meetAfter, settle } from '#lib/testing/rendezvous.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'

describe('the launcher', () => {
  let services: TestServices
  let owner: PortalUser

  beforeEach(async () => {
    services = await openTestServices()
    owner = personOf(services, await insertUser(services, { role: 'owner' }))
  })

  async function add(...accounts: [id: string, name: string][]) {
    for (const [id, name] of accounts) await createAccount(services, root, account({ id, name }))
  }

  async function addMany(accounts: { id: string; name: string }[]) {
    await upsertAccounts(
      services.db,
      accounts.map((each) => account(each)),
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
    await updateAccount(services, root, account({ id: 'a', name: 'Present' }))
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
    await setOpened(services.db, { userId: owner.userId, accountId: 'a' })
    services.clock.advance(1)
    await setOpened(services.db, { userId: owner.userId, accountId: 'b' })
    await pinAccount(services, owner, { accountId: 'c' })
    await pinAccount(services, owner, { accountId: 'a' })
    const { pinned, recent, accounts } = await search('')
    expect(pinned.map(({ id }) => id)).toEqual(['c', 'a'])
    expect(recent.map(({ id }) => id)).toEqual(['b'])
    expect(accounts[0]).toEqual({ id: 'a', name: 'A', locale: null, pinned: true, openedAt })
    const other = personOf(services, await insertUser(services, { role: 'admin' }))
    const others = await search('', other)
    expect([others.pinned, others.recent]).toEqual([[], []])
    expect(others.accounts[0]).toEqual({ id: 'a', name: 'A', locale: null, pinned: false, openedAt: null })
  })

  it('keeps the time of opening when a pin is set and removed', async () => {
    await add(['a', 'A'])
    await setOpened(services.db, { userId: owner.userId, accountId: 'a' })
    await pinAccount(services, owner, { accountId: 'a' })
    await unpinAccount(services, owner, 'a')
    const { pinned, recent } = await search('')
    expect([pinned.length, recent.length]).toEqual([0, 1])
  })

  it('leaves open accounts out of the recent ones', async () => {
    await add(['a', 'A'], ['b', 'B'])
    for (const accountId of ['a', 'b']) await setOpened(services.db, { userId: owner.userId, accountId })
    const { recent } = await searchOpenableAccounts(services, owner, { query: '', shown: 0, openIds: ['a', 'c'] })
    expect(recent.map(({ id }) => id)).toEqual(['b'])
  })

  describe('the order of pinned accounts', () => {
    const pins = async (person = owner) => (await search('', person)).pinned.map(({ id }) => id)

    beforeEach(async () => {
      await add(['a', 'A'], ['b', 'B'], ['c', 'C'], ['d', 'D'])
      for (const accountId of ['d', 'b', 'a']) await pinAccount(services, owner, { accountId })
    })

    it('is that of pinning, and pinning again changes nothing', async () => {
      await pinAccount(services, owner, { accountId: 'd' })
      expect(await pins()).toEqual(['d', 'b', 'a'])
    })

    it.each([
      ['b', 'd', ['b', 'd', 'a']],
      ['d', '', ['b', 'a', 'd']],
      ['d', 'a', ['b', 'd', 'a']],
      ['a', 'd', ['a', 'd', 'b']],
      ['b', 'unknown', ['d', 'a', 'b']],
      ['b', 'b', ['d', 'a', 'b']],
    ])('is the user’s: %s before %j', async (accountId, before, order) => {
      await movePin(services, owner, { accountId, before })
      expect(await pins()).toEqual(order)
      await pinAccount(services, owner, { accountId: 'c' })
      expect(await pins()).toEqual([...order, 'c'])
    })

    it('comes back when an account is unpinned by mistake, and starts at the end otherwise', async () => {
      await unpinAccount(services, owner, 'b')
      expect(await pins()).toEqual(['d', 'a'])
      await pinAccount(services, owner, { accountId: 'b', restore: true })
      expect(await pins()).toEqual(['d', 'b', 'a'])
      await unpinAccount(services, owner, 'b')
      await pinAccount(services, owner, { accountId: 'b' })
      expect(await pins()).toEqual(['d', 'a', 'b'])
    })

    it('keeps the place of an account while it is suspended', async () => {
      await suspendAccount(services, root, 'b')
      await movePin(services, owner, { accountId: 'a', before: 'd' })
      await resumeAccount(services, root, 'b')
      expect(await pins()).toEqual(['a', 'd', 'b'])
    })

    it('belongs to each user, and an account that is not pinned has no place', async () => {
      const other = personOf(services, await insertUser(services, { role: 'admin' }))
      await pinAccount(services, other, { accountId: 'a' })
      await expect(movePin(services, other, { accountId: 'd', before: 'a' })).rejects.toMatchObject({
        code: 'not_found',
      })
      expect([await pins(other), await pins()]).toEqual([['a'], ['d', 'b', 'a']])
    })

    it('has at most 100 accounts, also of two pinned at once', async () => {
      await addMany(Array.from({ length: 98 }, (_, index) => ({ id: `id-${index}`, name: `N ${index}` })))
      for (let index = 0; index < 96; index++) await pinAccount(services, owner, { accountId: `id-${index}` })
      const meeting = meetAfter(services, /from "account_shortcuts"/)
      const attempts = ['id-96', 'id-97'].map((accountId) => pinAccount(meeting, owner, { accountId }))
      expect((await settle(attempts)).toSorted()).toEqual(['conflict', 'done'])
      await expect(pinAccount(services, owner, { accountId: 'c' })).rejects.toMatchObject({ code: 'conflict' })
      expect(await pins()).toHaveLength(100)
    })
  })

  describe('the total', () => {
    const exactly = (count: number) => ({ count, isExact: true })
    const atLeast = (count: number) => ({ count, isExact: false })
    const total = async (query = '', person = owner) => (await search(query, person)).total

    it('of all accounts is exact, and follows every change of accounts', async () => {
      await addMany(Array.from({ length: 1_200 }, (_, index) => ({ id: `id-${index}`, name: `Acme ${index % 3}` })))
      expect(await total()).toEqual(exactly(1_200))
      await suspendAccount(services, root, 'id-1')
      await suspendAccount(services, root, 'id-1')
      expect(await total()).toEqual(exactly(1_199))
      await addMany([
        { id: 'id-1', name: 'Renamed' },
        { id: 'id-2', name: 'Renamed' },
        { id: 'new', name: 'New' },
      ])
      expect(await total()).toEqual(exactly(1_200))
      await resumeAccount(services, root, 'id-1')
      await expect(add(['new', 'Taken'])).rejects.toMatchObject({ code: 'input_invalid' })
      expect(await total()).toEqual(exactly(1_201))
      await services.db.deleteFrom('accounts').where('id', 'in', ['id-3', 'id-4']).execute()
      expect(await total()).toEqual(exactly(1_199))
    })

    it('of a search is exact up to 1,000', async () => {
      await addMany(Array.from({ length: 1_001 }, (_, index) => ({ id: `id-${index}`, name: 'Acme' })))
      expect([await total('acme'), await total('id-1000'), await total('other')]).toEqual([
        atLeast(1_000),
        exactly(1),
        exactly(0),
      ])
      await suspendAccount(services, root, 'id-1')
      expect(await total('acme')).toEqual(exactly(1_000))
    })

    it('of a list is that of the accounts on it that the user may open', async () => {
      const accounts = Array.from({ length: 120 }, (_, index) => ({ id: `id-${index}`, name: `Acme ${index % 2}` }))
      await addMany(accounts)
      const accountIds = accounts.slice(0, 100).map(({ id }) => id)
      const agent = personOf(services, await insertUser(services, { accountScope: 'list', accountIds }))
      await suspendAccount(services, root, 'id-1')
      expect([await total('', agent), await total('acme', agent)]).toEqual([exactly(99), exactly(99)])
      expect(await total('acme 0', agent)).toEqual(exactly(50))
    })
  })

  describe('a search for the ID of a suspended account', () => {
    const suspended = async (query: string, person = owner) => (await search(query, person)).suspended

    beforeEach(async () => {
      await add(['A-100', 'Acme'], ['A-200', 'Other'])
      await suspendAccount(services, root, 'A-100')
    })

    it('says so to those who could open it', async () => {
      expect(await suspended(' a-100 ')).toEqual({ id: 'A-100', name: 'Acme' })
      const agent = personOf(services, await insertUser(services, { accountScope: 'list', accountIds: ['A-100'] }))
      expect(await suspended('A-100', agent)).toEqual({ id: 'A-100', name: 'Acme' })
    })

    it('reads an index', async () => {
      await addMany(Array.from({ length: 2_000 }, (_, index) => ({ id: `id-${index}`, name: `Acme ${index}` })))
      await services.db.updateTable('accounts').set({ suspended_at: 1 }).where('id', 'like', 'id-1%').execute()
      if (engineOf(services.db) === 'postgres') await sql`analyze accounts`.execute(services.db)
      const [plan] = await explain(services.db, (db) => findSuspended(db, owner.userId, 'a-100'))
      expect(plan).toContain('accounts_by_plain_id')
    })

    it('needs the whole ID', async () => {
      for (const query of ['A-10', 'acme', 'A-200', 'A-100 acme', '']) expect(await suspended(query)).toBeUndefined()
    })

    it('reveals nothing to others', async () => {
      const outsider = personOf(services, await insertUser(services, { accountScope: 'list', accountIds: ['A-200'] }))
      expect(await suspended('A-100', outsider)).toBeUndefined()
    })
  })

  it('shows no pinned or recent accounts in a search', async () => {
    await add(['a', 'A'])
    await pinAccount(services, owner, { accountId: 'a' })
    const { pinned, recent, words } = await search(' A ')
    expect([pinned, recent, words]).toEqual([[], [], ['a']])
  })

  it('refuses to pin an account that the user may not open', async () => {
    await add(['a', 'A'])
    const agent = personOf(services, await insertUser(services, { accountScope: 'list' }))
    await expect(pinAccount(services, agent, { accountId: 'a' })).rejects.toMatchObject({ code: 'not_found' })
  })

  it('hides a pinned account while it is suspended', async () => {
    await add(['a', 'A'])
    await pinAccount(services, owner, { accountId: 'a' })
    await suspendAccount(services, root, 'a')
    expect((await search('')).pinned).toEqual([])
  })
})
