import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { countEdits, findAddedLetters, findSpellings, tolerance } from '#lib/domain/accounts/accounts/spelling.ts'
import { findMeantWords } from '#lib/domain/accounts/accounts/spelling-store.ts'
import { upsertAccounts } from '#lib/domain/accounts/accounts/store.ts'
import { engineOf } from '#lib/foundation/db/engine.ts'
import { migrations } from '#lib/foundation/db/migrate.ts'
import { account } from '#lib/testing/accounts.ts'
import { explain } from '#lib/testing/query-plans.ts'
import { isComplete } from '#lib/testing/sampling.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'

/** A second implementation: every text that the rule reaches, edit by edit. */
function reach(word: string, edits: number, letters: string): ReadonlySet<string> {
  let found = new Set([word])
  // Each edit changes the text after the one before, so that no letter is edited twice.
  const edited = (rest: string, left: number): readonly string[] => {
    if (left === 0) return [rest]
    const kept = rest === '' ? [''] : edited(rest.slice(1), left).map((end) => rest[0] + end)
    const deleted = rest === '' ? [] : edited(rest.slice(1), left - 1)
    const replaced =
      rest === '' ? [] : [...letters].flatMap((letter) => edited(rest.slice(1), left - 1).map((end) => letter + end))
    const inserted = [...letters].flatMap((letter) => edited(rest, left - 1).map((end) => letter + end))
    const swapped = rest.length < 2 ? [] : edited(rest.slice(2), left - 1).map((end) => `${rest[1]}${rest[0]}${end}`)
    return [...kept, ...deleted, ...replaced, ...inserted, ...swapped]
  }
  for (let count = 1; count <= edits; count += 1) found = new Set([...found, ...edited(word, count)])
  return found
}

let services: TestServices
beforeEach(async () => {
  services = await openTestServices()
})

async function add(names: readonly string[]): Promise<void> {
  for (let start = 0; start < names.length; start += 500) {
    const part = names.slice(start, start + 500).map((name, index) => account({ id: `0-${start + index}`, name }))
    await upsertAccounts(services.db, part)
  }
}

const storedWords = async () => {
  const rows = await services.db.selectFrom('account_words').select('word').orderBy('word').execute()
  return rows.map(({ word }) => word)
}

describe('the words that a mistyped word may mean', () => {
  it.each([
    ['aron', 'aaron', 1],
    ['metalbau', 'metallbau', 1],
    ['metlalbau', 'metallbau', 1],
    ['metalllbau', 'metallbau', 1],
    ['mettalbua', 'metallbau', 3],
    ['zimerman', 'zimmermann', 2],
    ['ca', 'abc', 3],
    ['', 'abc', 3],
  ])('%s is %s with %i edits', (typed, word, edits) => {
    expect([countEdits(typed, word), countEdits(word, typed)]).toEqual([edits, edits])
  })

  it.each([
    ['metalbau', 'metallbau', 'meta[l]lbau'],
    ['metallbau', 'metalbau', 'metalbau'],
    ['metlalbau', 'metallbau', 'metallbau'],
    ['mezallbau', 'metallbau', 'me[t]allbau'],
    ['aron', 'aaron', '[a]aron'],
    ['zimerman', 'zimmermann', 'zi[m]merma[n]n'],
  ])('typed %s, the letters of %s that were not typed are %s', (typed, word, marked) => {
    const added = findAddedLetters(typed, word)
    expect([...word].map((letter, index) => (added.has(index) ? `[${letter}]` : letter)).join('')).toBe(marked)
  })

  it('are tolerated by length, and only of letters', () => {
    expect(['ab', 'abc', 'abcdefg', 'abcdefgh', 'a'.repeat(41)].map(tolerance)).toEqual([0, 1, 1, 2, 0])
    expect(['at-100000', 'abc1', 'ab-c', '株式会社', 'молоко', 'οδοσ'].map(tolerance)).toEqual([0, 0, 0, 0, 1, 1])
  })

  it('are stored alike with accounts and by the migration', async () => {
    const names = [
      `O'Neill "Söhne" & Co. KG`,
      'Müller-Lüdenscheidt \\ GmbH/AG',
      'Ελλάς Молоко 株式会社 B2B x',
      'Metallbau, (Wels) c:d_efg+hij’klm',
      'a'.repeat(41),
    ]
    await add(names)
    const stored = await storedWords()
    expect(stored).toEqual(expect.arrayContaining(['neill', 'sohne', 'soehne', 'muller', 'mueller', 'ελλασ', 'молоко']))
    expect(stored).toEqual(expect.arrayContaining(['efg', 'hij', 'klm', 'wels']))
    expect(stored.filter((word) => !/^[a-zα-ωа-џ]{3,40}$/.test(word))).toEqual([])
    await sql`drop table account_words`.execute(services.db)
    await migrations['0103-account-words']?.up(services.db)
    expect(await storedWords()).toEqual(stored)
  })

  it('are those of new and renamed accounts, once each', async () => {
    await add(['Alpha Bravo', 'Alpha Charlie'])
    await upsertAccounts(services.db, [account({ id: '0-0', name: 'Delta' }), account({ id: '0-9', name: 'Echo' })])
    expect(await storedWords()).toEqual(['alpha', 'bravo', 'charlie', 'delta', 'echo'])
  })

  it('agree with the rule on both engines, for random words', async () => {
    const letters = 'abcd'
    const wordOf = (minLength: number, maxLength: number) =>
      fc.array(fc.constantFrom(...letters), { minLength, maxLength }).map((each) => each.join(''))
    const words = [
      ...fc.sample(wordOf(3, 7), { numRuns: 400, seed: 1 }),
      ...fc.sample(wordOf(6, 14), { numRuns: 600, seed: 2 }),
    ]
    // Two edits are rare among random words: these have some that are made of others.
    const near = words
      .filter(({ length }) => length >= 8)
      .flatMap((word, index) => [...reach(word, 1, 'a')].filter((_, place) => place % 7 === index % 7))
    await add([...words, ...near])
    const all = [...new Set([...words, ...near])]
    for (const typed of [
      ...fc.sample(wordOf(3, 7), { numRuns: 30, seed: 3 }),
      ...fc.sample(fc.constantFrom(...near), { numRuns: isComplete ? 300 : 40, seed: 4 }),
    ]) {
      const inReach = reach(typed, tolerance(typed), letters)
      const expected = all.filter((word) => word.length > 2 && word !== typed && inReach.has(word))
      const found = await findMeantWords(services.db, typed)
      expect(found.toSorted(), typed).toEqual(expected.toSorted())
      expect(findSpellings(typed, all)).toEqual(found)
    }
  })

  it.each([
    ['metlbau', 1],
    ['metlabau', 2],
  ])('are looked up by index: %s', async (typed, ranges) => {
    const letters = [...'abcdefghijklmnopqrst']
    await add(letters.flatMap((first) => letters.map((second) => `Metallbau ${first}${second}nop`)))
    if (engineOf(services.db) === 'postgres') await sql`analyze account_words`.execute(services.db)
    const plan = (await explain(services.db, (db) => findMeantWords(db, typed))).join('\n')
    const byWord = /SEARCH account_words USING PRIMARY KEY \(word[=>]|account_words_key.*\n +Index Cond: \(+word [=>]/
    const byEnding =
      /COVERING INDEX account_words_by_ending \(<expr>>|account_words_by_ending.*\n +Index Cond: \(+reverse/
    expect(plan).not.toMatch(/Seq Scan on account_words|SCAN account_words/)
    expect([byWord, byEnding].filter((range) => range.test(plan))).toHaveLength(ranges)
  })
})
