import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { pinAccount, searchOpenableAccounts } from '#lib/domain/accounts/accounts/launcher.ts'
import { setOpened } from '#lib/domain/accounts/accounts/launcher-store.ts'
import { createAccount, suspendAccount, updateAccount } from '#lib/domain/accounts/accounts/manage-accounts.ts'
import { countEdits, findSpellings } from '#lib/domain/accounts/accounts/spelling.ts'
import { upsertAccounts } from '#lib/domain/accounts/accounts/store.ts'
import { grantAccountAccess } from '#lib/domain/people/users/account-access-store.ts'
import type { PortalUser } from '#lib/foundation/authorization/actor.ts'
import { account } from '#lib/testing/accounts.ts'
import { insertUser, personOf, root } from '#lib/testing/people.ts'
import { isComplete } from '#lib/testing/sampling.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'

let services: TestServices
let owner: PortalUser

beforeEach(async () => {
  services = await openTestServices()
  owner = personOf(services, await insertUser(services, { role: 'owner' }))
})

async function add(...names: readonly string[]): Promise<void> {
  for (let start = 0; start < names.length; start += 500) {
    const some = names.slice(start, start + 500)
    await upsertAccounts(
      services.db,
      some.map((name, index) => account({ id: `0-${start + index}`, name })),
    )
  }
}

async function agentWith(accountIds: readonly string[]): Promise<PortalUser> {
  const user = await insertUser(services, { accountScope: 'list' })
  for (let start = 0; start < accountIds.length; start += 500) {
    await grantAccountAccess(services.db, user.id, accountIds.slice(start, start + 500))
  }
  return personOf(services, user)
}

const search = (query: string, person = owner) => searchOpenableAccounts(services, person, { query, shown: 0 })

/** The names of the first look, and what the second adds. */
async function look(query: string, person = owner) {
  const { accounts, second } = await search(query, person)
  return {
    first: accounts.map(({ name }) => name),
    ...(second && { [second.match]: second.accounts.map(({ name }) => name), spellings: second.spellings }),
  }
}

describe('a search that finds few accounts', () => {
  it.each([
    ['arron', 'Aaron', ['Aaron']],
    ['AARN', 'Aaron', ['Aaron']],
    ['Arzbergre', 'Arzberger', ['Arzberger']],
    ['zimerman', 'Zimmermann', ['Zimmermann & Co']],
    ['muelller', 'Müller', ['Müller']],
    ['Mulller', 'Müller', ['Müller']],
    ['молоок', 'Молоко', ['Молоко']],
    ['οδόςς', 'Οδός', ['Οδός']],
    ['metalbau-gmbh', 'Metallbau GmbH', ['Metallbau GmbH']],
    ['metallbau-gmbh', 'Metallbau GmbH', ['Metallbau GmbH']],
    ['"metallbau"', 'Metallbau', ['Metallbau GmbH']],
  ])('finds %s as %s', async (query, spelling, names) => {
    await add('Aaron', 'Zimmermann & Co', 'Müller', 'Молоко', 'Οδός', 'Metallbau GmbH', 'Arzberger')
    expect(await look(query)).toEqual({ first: [], spelling: names, spellings: [spelling] })
  })

  it.each([
    'ac',
    'a',
    'at-100010',
    'at100010',
    'halle 13',
    '23',
    '株式会者',
    'x'.repeat(120),
    'acme%',
    '!!!!',
    '"; drop',
    '&',
    '--',
    '. , / (',
  ])('finds nothing else for %j', async (query) => {
    await add('Ab', 'at-100001', 'Halle 12', '株式会社', 'x'.repeat(119))
    expect(await look(query)).not.toHaveProperty('spelling')
  })

  it('finds all words in any spelling, exact matches apart', async () => {
    await add('Aigner Metallbau GmbH', 'Aigner Keramik', 'Koller Metallbau', 'Aigner Metalbau')
    expect(await look('aigner metlalbau')).toEqual({
      first: [],
      spelling: ['Aigner Metalbau', 'Aigner Metallbau GmbH'],
      spellings: ['Aigner Metalbau', 'Aigner Metallbau'],
    })
    expect(await look('Aigner Metalbau')).toEqual({
      first: ['Aigner Metalbau'],
      spelling: ['Aigner Metallbau GmbH'],
      spellings: ['Aigner Metallbau'],
    })
    expect(await look('agner keramk')).toMatchObject({ spelling: ['Aigner Keramik'] })
  })

  it('is tolerant of typos only below five accounts', async () => {
    await add('Meier 1', 'Meier 2', 'Meier 3', 'Meier 4', 'Meyer')
    expect(await look('meier')).toMatchObject({ spelling: ['Meyer'] })
    await add('Meier 1', 'Meier 2', 'Meier 3', 'Meier 4', 'Meyer', 'Meier 5')
    expect(await look('meier')).not.toHaveProperty('spelling')
  })

  it('shows the spellings with the fewest edits, the same first letter first', async () => {
    await add('Tergmenn', 'Bergmonn', 'Bergmann', 'Borgmann')
    const names = ['Bergmann', 'Bergmonn', 'Tergmenn']
    expect(await look('bergmenn')).toEqual({ first: [], spelling: names, spellings: names })
  })

  it('shows one word of two only where nothing matches both', async () => {
    await add('Aigner Keramik', 'Koller Metallbau', 'Berger Metallbau')
    expect(await look('aigner metalbau')).toEqual({
      first: [],
      'one-word': ['Aigner Keramik', 'Berger Metallbau', 'Koller Metallbau'],
      spellings: ['Aigner', 'Metallbau'],
    })
    expect(await look('aigner zzzyx')).toMatchObject({ 'one-word': ['Aigner Keramik'] })
    expect(await look('zzzyx qqqxy')).toEqual({ first: [] })
    await add('Aigner Metallbau')
    expect(await look('aigner metalbau')).toMatchObject({ spelling: ['Aigner Metallbau'] })
  })

  it('leaves out one word of more, or those that no account has', async () => {
    await add('Aigner Metallbau Wels', 'Aigner Metallbau Linz', 'Koller Wels')
    expect(await look('aigner metalbau zzzyx')).toEqual({
      first: [],
      'some-words': ['Aigner Metallbau Linz', 'Aigner Metallbau Wels'],
      spellings: ['Aigner Metallbau'],
    })
    expect(await look('aigner koller wels')).toMatchObject({
      'some-words': ['Aigner Metallbau Wels', 'Koller Wels'],
    })
  })

  it('puts exact names first, then names that start with it, then pinned and recent ones', async () => {
    await add('Der Aaron A', 'Der Aaron B', 'Der Aaron C', 'Der Aaron D', 'Aaron Z', 'Aaron')
    await pinAccount(services, owner, { accountId: '0-3' })
    await setOpened(services.db, { userId: owner.userId, accountId: '0-1' })
    services.clock.advance(1)
    await setOpened(services.db, { userId: owner.userId, accountId: '0-2' })
    const order = ['Aaron', 'Aaron Z', 'Der Aaron D', 'Der Aaron C', 'Der Aaron B', 'Der Aaron A']
    expect(await look('arron')).toMatchObject({ spelling: order })
    expect(await look('aaron')).toEqual({ first: order })
  })

  it('finds an account that was just added', async () => {
    await createAccount(services, root, account({ id: 'a', name: 'Newcomer' }))
    expect(await look('nwecomer')).toMatchObject({ spelling: ['Newcomer'] })
  })

  it('finds a renamed account by its new name only, and names no former one', async () => {
    await add('Former', 'Present')
    await updateAccount(services, root, account({ id: '0-0', name: 'Another' }))
    expect([await look('formre'), await look('anothre')]).toMatchObject([{ first: [] }, { spelling: ['Another'] }])
    expect(await look('formre')).not.toHaveProperty('spelling')
  })

  it('finds at most 50 accounts, and says that there are more', async () => {
    await add(...Array.from({ length: 51 }, (_, index) => `Aaron ${index}`))
    const { second } = await search('arron')
    expect([second?.accounts.length, second?.more, second?.spellings]).toEqual([50, true, ['Aaron']])
  })
})

describe('the spelling that a search finds', () => {
  it.each([
    ['few', 0],
    ['many', 5_001],
  ])('is never one of an account that this user, who may open %s, may not open', async (_, others) => {
    await add('Secretary', 'Guarded', 'Open Doors', ...Array.from({ length: others }, (__, index) => `N ${index}`))
    const ids = Array.from({ length: others }, (__, index) => `0-${index + 3}`)
    const agent = await agentWith(['0-1', '0-2', ...ids])
    await suspendAccount(services, root, '0-1')
    const everyone = personOf(services, await insertUser(services, { accountScope: 'all' }))
    expect(await look('secretray', agent)).toEqual({ first: [] })
    expect(await look('open secretray', agent)).toMatchObject({ 'one-word': ['Open Doors'], spellings: ['Open'] })
    for (const person of [agent, everyone, owner]) expect(await look('gaurded', person)).toEqual({ first: [] })
    expect(await look('secretray', everyone)).toMatchObject({ spelling: ['Secretary'] })
    await grantAccountAccess(services.db, agent.userId, ['0-0'])
    expect(await look('secretray', agent)).toMatchObject({ spelling: ['Secretary'], spellings: ['Secretary'] })
  })

  it('agrees with the rule for random words', async () => {
    const word = fc.array(fc.constantFrom(...'abc'), { minLength: 3, maxLength: 9 }).map((letters) => letters.join(''))
    const names = [...new Set(fc.sample(word, { numRuns: 60, seed: 5 }))]
    await add(...names)
    const few = await agentWith(names.map((_, index) => `0-${index}`))
    for (const query of fc.sample(word, { numRuns: isComplete ? 200 : 40, seed: 6 })) {
      const exact = names.filter((name) => name.includes(query))
      const isNew = (name: string, meant: string) => name.includes(meant) && !exact.includes(name)
      const finding = findSpellings(query, names)
        .slice(0, 10)
        .filter((meant) => names.some((name) => isNew(name, meant)))
      const fewest = Math.min(...finding.map((meant) => countEdits(query, meant)))
      const closest = finding.filter((meant) => countEdits(query, meant) === fewest)
      const expected = names.filter((name) => closest.some((meant) => isNew(name, meant)))
      for (const person of [owner, few]) {
        const { accounts, second } = await search(query, person)
        expect(accounts.map(({ name }) => name).toSorted(), query).toEqual(exact.toSorted())
        const found = second?.accounts.map(({ name }) => name) ?? []
        expect(found.toSorted(), query).toEqual(exact.length < 5 ? expected.toSorted() : [])
      }
    }
  })
})
