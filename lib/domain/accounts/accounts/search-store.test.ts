import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import type { AccountStateFilter } from '#lib/domain/accounts/accounts/account.ts'
import { listOpenable } from '#lib/domain/accounts/accounts/launcher-store.ts'
import { listManaged } from '#lib/domain/accounts/accounts/managed-list-store.ts'
import { nameEnd, splitSearchWords, toSearchText } from '#lib/domain/accounts/accounts/search-text.ts'
import { upsertAccounts } from '#lib/domain/accounts/accounts/store.ts'
import { grantAccountAccess, listAccountsWithAccess } from '#lib/domain/people/users/account-access-store.ts'
import { engineOf } from '#lib/foundation/db/engine.ts'
import { account } from '#lib/testing/accounts.ts'
import { insertUser } from '#lib/testing/people.ts'
import { completeOnly, isComplete } from '#lib/testing/sampling.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'

type Named = Readonly<{ id: string; name: string }>

const limit = 51

/** A second implementation of the rule: accounts that contain every word, the closest first, then by name. */
function findAmong(accounts: readonly Named[], query: string): string[] {
  const words = splitSearchWords(query)
  const typed = words.join(' ')
  const plain = (id: string) => id.toLowerCase().replace(/[-_.]/g, '')
  const typedId = plain(words.join('')).length < 3 ? undefined : plain(words.join(''))
  const closeness = (text: string, id: string) => {
    const parts = text.split(nameEnd)
    if (parts.includes(typed) || plain(id) === typedId) return 0
    return parts.some((part) => part.startsWith(typed)) ? 1 : 2
  }
  return accounts
    .map((account) => ({ id: account.id, text: toSearchText(account) }))
    .filter(
      ({ id, text }) =>
        words.every((word) =>
          [...word].length < 3 ? text.split(/\s/).some((part) => part.startsWith(word)) : text.includes(word),
        ) ||
        (typedId !== undefined && plain(id).startsWith(typedId)),
    )
    .map(({ id, text }) => ({ id, key: `${closeness(text, id)} ${text}${nameEnd}${id}` }))
    .sort((one, other) => (one.key < other.key ? -1 : 1))
    .map(({ id }) => id)
}

let services: TestServices
beforeEach(async () => {
  services = await openTestServices()
})

async function add(accounts: readonly Named[]): Promise<void> {
  for (let start = 0; start < accounts.length; start += 500) {
    const part = accounts.slice(start, start + 500)
    await upsertAccounts(
      services.db,
      part.map((each) => account(each)),
    )
  }
}

/** Each account of the crowd so many times more: quicker than from here. */
async function addSuspendedCopies(times: number): Promise<void> {
  for (let copy = 0; copy < times; copy += 1) {
    await services.db
      .insertInto('accounts')
      .columns(['id', 'name', 'search_text', 'created_at', 'suspended_at'])
      .expression((eb) =>
        eb
          .selectFrom('accounts')
          .select([sql<string>`id || ${`-${copy}`}`.as('id'), 'name'])
          .select([sql<string>`search_text || ${`-${copy}`}`.as('search_text'), 'created_at', sql<number>`1`.as('at')])
          .where('id', 'like', 'c-%')
          .where(({ not, eb: test }) => not(test('id', 'like', 'c-%-%'))),
      )
      .execute()
  }
}

async function find(query: string, state: AccountStateFilter = 'all'): Promise<string[]> {
  const found = await listManaged(services.db, { state }, { words: splitSearchWords(query), limit })
  return found.map(({ id }) => id)
}

async function findFor(userId: string, query: string): Promise<string[]> {
  const found = await listOpenable(services.db, { userId, words: splitSearchWords(query), limit })
  return found.map(({ id }) => id)
}

/** Few letters, so that searches match often, and every character with a meaning in either engine. */
const alphabet = [...'aabbccz-._%_*"\'!\\()^:&+~', 'ä', 'ß', '\u{1f44d}', '\u043c', '\u6771']
const anyWord = fc
  .array(fc.constantFrom(...alphabet), { minLength: 1, maxLength: 6 })
  .map((letters) => letters.join(''))
const anyText = fc.array(anyWord, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '))

describe('a search', () => {
  it.each(['at100000', 'AT-100000', 'at_100.000', 'At 1000', 'at-100'])(
    'for %s finds an ID whatever its separators',
    async (query) => {
      await add([
        { id: 'at-100000', name: 'One' },
        { id: 'AT_100.001', name: 'Two' },
        { id: 'at200000', name: 'Three' },
        { id: 'x-at100000', name: 'Four' },
      ])
      const { id } = await insertUser(services, { accountScope: 'list', accountIds: ['at-100000', 'AT_100.001'] })
      for (const found of [await find(query), await findFor(id, query)]) {
        expect(found[0]).toBe('at-100000')
        expect(found).not.toContain('at200000')
      }
    },
  )

  it('of few letters is no ID without separators', async () => {
    await add([{ id: 'z-1', name: 'One' }])
    expect(await find('.z')).toEqual([])
  })

  it('agrees with the rule, in order, for random names and queries', async () => {
    const names = fc.sample(anyText, { numRuns: 300, seed: 1 })
    const accounts = names.map((name, index) => ({ id: `${'aB-_.z'[index % 6]}${index % 7}.${index}`, name }))
    await add(accounts)
    await fc.assert(
      fc.asyncProperty(anyText, async (query) => {
        const expected = findAmong(accounts, query)
        const found = await find(query)
        if (expected.length <= limit) {
          expect(found).toEqual(expected)
        } else {
          expect(found).toHaveLength(limit)
          expect(found.filter((id) => !expected.includes(id))).toEqual([])
          expect(found[0]).toBe(expected[0])
        }
      }),
      { numRuns: isComplete ? 300 : 30, seed: 2 },
    )
  })

  it('finds a part of a name', async () => {
    const accounts = fc.sample(anyText, { numRuns: 100, seed: 3 }).map((name, index) => ({ id: `id-${index}`, name }))
    await add(accounts)
    for (const { id, name } of accounts) expect(await find(`${name} ${id}`), name).toEqual([id])
  })
})

describe('among more accounts than a scan by name reads', () => {
  const crowd = Array.from({ length: 5_500 }, (_, index) => ({
    id: `c-${index}`,
    name: `Crowd ${index} ${index % 2 === 0 ? 'Even' : 'Odd'}`,
  }))
  const last = [
    { id: 'z-1', name: 'Zebra Needle' },
    { id: 'z-2', name: 'Zebra Crowd 17 \u041c\u043e\u043b\u043e\u043a\u043e' },
    { id: 'z-3', name: 'Zulu (Need-le) Odd' },
    { id: 'z-4', name: 'Zulu & Needless' },
  ]
  beforeEach(() => add([...crowd, ...last]), 60_000)

  const queries = [
    'needle',
    'eedl',
    'ne',
    'zebra ne',
    '(n',
    'd-l',
    '(need-le)',
    '& need',
    'z n',
    'z-',
    'molo',
    '\u043e\u043b\u043e\u043a',
    '\u041c\u041e',
    'even odd',
    'crowd 17 zeb',
    'c-5499',
    'c-549',
    'odd zulu',
  ]

  // In `npm test`, the words are looked for below: among suspended accounts, and in access lists.
  completeOnly('finds a rare word at any position', async () => {
    for (const query of queries) {
      const expected = findAmong([...crowd, ...last], query)
      expect(expected.length, query).toBeLessThan(limit)
      expect(await find(query), query).toEqual(expected)
    }
  })

  // In `npm test`, launcher.test.ts finds the exact match among more results than it shows.
  completeOnly('puts the exact match first among many names that start with it', async () => {
    expect((await find('c-5')).slice(0, 1)).toEqual(['c-5'])
    expect((await find('crowd 5 odd')).slice(0, 1)).toEqual(['c-5'])
    for (const query of ['c', 'cr', 'crowd', 'odd', 'even', 'row odd']) expect(await find(query)).toHaveLength(limit)
  })

  it('finds suspended accounts, few or many', async () => {
    const suspend = (ids: readonly string[]) =>
      services.db.updateTable('accounts').set({ suspended_at: 1 }).where('id', 'in', ids).execute()
    await suspend(['z-1', 'c-3', 'c-4'])
    expect([await find('needle', 'suspended'), await find('odd', 'suspended')]).toEqual([['z-1'], ['c-3']])
    expect(await find('needle', 'active')).toEqual(findAmong(last.slice(1), 'needle'))
    await addSuspendedCopies(4)
    expect([await find('needle', 'suspended'), await find('ne', 'suspended')]).toEqual([['z-1'], ['z-1']])
    expect(await find('odd', 'suspended')).toHaveLength(limit)
    expect(await find('crowd 17 odd', 'active')).toHaveLength(limit)
    expect(await find('odd even', 'suspended')).toEqual([])
    expect((await find('c-5499', 'suspended')).sort()).toEqual(['c-5499-0', 'c-5499-1', 'c-5499-2', 'c-5499-3'])
    expect(await find('c-5499', 'active')).toEqual(['c-5499'])
  }, 60_000)

  it('finds the same accounts in a short access list and in a long one', async () => {
    const { id: userId } = await insertUser(services, { accountScope: 'list', accountIds: [] })
    const isListed = ({ id }: Named) => id !== 'z-1' && id !== 'c-777'
    const short = [...last, ...crowd.slice(0, 200)].filter(isListed)
    const long = [...last, ...crowd].filter(isListed)
    for (const list of [short, long]) {
      const ids = list.map(({ id }) => id)
      // One statement for all would take seconds on a busy machine, and a statement may take five.
      for (let start = 0; start < ids.length; start += 500) {
        await services.db.transaction().execute((trx) => grantAccountAccess(trx, userId, ids.slice(start, start + 500)))
      }
      // The plan must not depend on when autovacuum looks.
      if (engineOf(services.db) === 'postgres') await sql`analyze user_accounts`.execute(services.db)
      for (const query of ['needle', 'ne', 'z', 'c-177', 'crowd 199 odd', 'crowd 777 odd', 'even odd', 'zebra']) {
        const expected = findAmong(list, query)
        expect(expected.length, query).toBeLessThan(limit)
        expect(await findFor(userId, query), `${query} among ${list.length}`).toEqual(expected)
        const choices = await listAccountsWithAccess(
          services.db,
          { userId, listedOnly: true },
          { words: splitSearchWords(query), limit },
        )
        expect(choices.map(({ id }) => id)).toEqual(expected)
      }
      expect(await findFor(userId, 'odd')).toHaveLength(limit)
      expect((await findFor(userId, '')).slice(0, 2)).toEqual(['c-0', 'c-1'])
    }
  })
})
