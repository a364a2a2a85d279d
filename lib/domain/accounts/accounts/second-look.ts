import type { LauncherAccount } from '#lib/domain/accounts/accounts/account.ts'
import { listOpenable, listOpenableWordsIfFew } from '#lib/domain/accounts/accounts/launcher-store.ts'
import { type AddedLetters, markMatches } from '#lib/domain/accounts/accounts/search-text.ts'
import {
  countEdits,
  findAddedLetters,
  findSpellings,
  splitSpelledWords,
  tolerance,
} from '#lib/domain/accounts/accounts/spelling.ts'
import { findMeantWords } from '#lib/domain/accounts/accounts/spelling-store.ts'
import type { Db } from '#lib/foundation/db/database.ts'

/** A search for more words is not looked at again. */
const maxWords = 6
/** Words of a search that are looked up in other spellings. */
const maxDoubted = 3
/** Searches for all words, and the spellings of each word in them. */
const maxSpellings = 10
/** Searches for fewer words. */
const maxFewer = 4
/** Spellings that the heading names. */
const maxNamed = 3

/** Accounts that a search doesn't find as it was typed. */
export type SecondLook = Readonly<{
  /** All words in another spelling; one word of two; or not all words of more than two. */
  match: 'spelling' | 'one-word' | 'some-words'
  accounts: readonly LauncherAccount[]
  more: boolean
  /** The spellings that were found, as the accounts have them. */
  spellings: readonly string[]
  /** The words that the accounts match, folded. */
  words: readonly string[]
  addedLetters: AddedLetters
}>

type Search = Readonly<{
  userId: string
  words: readonly string[]
  /** What the search found as it was typed. */
  found: readonly LauncherAccount[]
  limit: number
}>

/** A word of the search, and those that it may mean instead, the closest first. */
type Doubted = Readonly<{
  typed: string
  /** Whether an account that the user may open has the word as it was typed. */
  isHeld: boolean
  meant: readonly string[]
}>

/** A spelling of one word. */
type Spelling = Readonly<{ word: string; typed: string; edits: number }>

/** Words to search for, and the accounts that only they find. */
type Reading = Readonly<{ spellings: readonly Spelling[]; edits: number }>
type Result = Readonly<{ reading: Reading; accounts: readonly LauncherAccount[] }>

/**
 * Looks for the words in other spellings and, where nothing matches all words, for fewer words. Only accounts that the
 * user may open are found, and so only spellings that these have.
 */
export async function lookAgain(db: Db, search: Search): Promise<SecondLook | undefined> {
  const doubted = await doubtWords(db, search)
  if (doubted.length === 0) return undefined
  const spelled = await findSpelled(db, search, doubted)
  if (spelled.length > 0) return toSecondLook('spelling', spelled, search)
  if (search.found.length > 0 || doubted.length < 2) return undefined
  const partial = await findByFewer(db, search, doubted)
  if (partial.length === 0) return undefined
  return toSecondLook(doubted.length === 2 ? 'one-word' : 'some-words', partial, search)
}

/** A word that no account has is mistyped. Where each word is one that some account has, any of them may be. */
async function doubtWords(db: Db, { userId, words, found }: Search): Promise<readonly Doubted[]> {
  const typedWords = splitSpelledWords(words)
  if (typedWords.length > maxWords) return []
  const isAsTyped = typedWords.length === 1 && typedWords[0] === words.join(' ')
  const held = await Promise.all(typedWords.map((word) => (isAsTyped ? found.length > 0 : isHeld(db, userId, word))))
  const missing = typedWords.filter((_, index) => !held[index])
  const suspects = missing.length > 0 ? missing : typedWords
  const looked = suspects.filter((word) => tolerance(word) > 0).slice(0, maxDoubted)
  const own = looked.length > 0 ? await listOpenableWordsIfFew(db, userId) : undefined
  const findMeant = (word: string) => (own ? findSpellings(word, own) : findMeantWords(db, word))
  return Promise.all(
    typedWords.map(async (typed, index) => {
      const meant = looked.includes(typed) ? await findMeant(typed) : []
      return { typed, isHeld: held[index] ?? false, meant: meant.slice(0, maxSpellings) }
    }),
  )
}

async function isHeld(db: Db, userId: string, word: string): Promise<boolean> {
  return (await listOpenable(db, { userId, words: [word], limit: 1 })).length > 0
}

/** What the other spellings find, up to the number of edits with which an account is found. */
async function findSpelled(db: Db, search: Search, doubted: readonly Doubted[]): Promise<readonly Result[]> {
  const { userId, words, found, limit } = search
  const seen = new Set(found.map(({ id }) => id))
  const results: Result[] = []
  for (const reading of combine(doubted, words)) {
    if (seen.size > limit || (results[0] && reading.edits > results[0].reading.edits)) break
    const accounts = await listOpenable(db, { userId, words: wordsOf(reading), limit: limit + 1 })
    const others = accounts.filter(({ id }) => !seen.has(id))
    if (others.length > 0) results.push({ reading, accounts: others })
    for (const { id } of others) seen.add(id)
  }
  return results
}

/** The combinations of the spellings, those with the fewest edits first, without the words as they were typed. */
function combine(doubted: readonly Doubted[], typed: readonly string[]): readonly Reading[] {
  const combined = doubted.reduce<readonly Reading[]>(
    (readings, word) =>
      readings
        .flatMap(({ spellings, edits }) =>
          spellingsOf(word).map((spelling) => ({ spellings: [...spellings, spelling], edits: edits + spelling.edits })),
        )
        .toSorted((one, other) => one.edits - other.edits)
        .slice(0, maxSpellings + 1),
    [{ spellings: [], edits: 0 }],
  )
  return combined.filter((reading) => wordsOf(reading).join(' ') !== typed.join(' ')).slice(0, maxSpellings)
}

function spellingsOf({ typed, isHeld, meant }: Doubted): readonly Spelling[] {
  const others = meant.map((word) => ({ word, typed, edits: countEdits(typed, word) }))
  return isHeld ? [{ word: typed, typed, edits: 0 }, ...others] : others
}

function wordsOf({ spellings }: Reading): readonly string[] {
  return spellings.map(({ word }) => word)
}

/** What is found without the words that no account has or, if there are none, without one word. */
async function findByFewer(db: Db, search: Search, doubted: readonly Doubted[]): Promise<readonly Result[]> {
  const known: Spelling[] = []
  for (const word of doubted) {
    const [first] = spellingsOf(word)
    if (first && (word.isHeld || (await isHeld(db, search.userId, first.word)))) known.push(first)
  }
  // Without the last word first: people begin with the one that matters.
  const fewer =
    known.length < doubted.length
      ? [known]
      : known.map((omitted) => known.filter((one) => one !== omitted)).toReversed()
  const results: Result[] = []
  for (const spellings of fewer.filter(({ length }) => length > 0).slice(0, maxFewer)) {
    const reading = { spellings, edits: 0 }
    const accounts = await listOpenable(db, { ...search, words: wordsOf(reading), limit: search.limit + 1 })
    if (accounts.length > 0) results.push({ reading, accounts })
  }
  // The words of fewer accounts say more.
  return results.sort((one, other) => one.accounts.length - other.accounts.length)
}

function toSecondLook(match: SecondLook['match'], results: readonly Result[], { limit }: Search): SecondLook {
  const accounts = new Map(results.flatMap((result) => result.accounts.map((account) => [account.id, account])))
  const spellings = results.flatMap(({ reading }) => reading.spellings)
  return {
    match,
    accounts: [...accounts.values()].slice(0, limit),
    more: accounts.size > limit,
    spellings: [...new Set(results.map(nameSpelling))].slice(0, maxNamed),
    words: spellings.map(({ word }) => word),
    addedLetters: new Map(spellings.map(({ word, typed }) => [word, findAddedLetters(typed, word)])),
  }
}

/** The words as the first account has them: `Müller` for `muller`. */
function nameSpelling({ reading, accounts: [account] }: Result): string {
  const written = wordsOf(reading).map(
    (word) => markMatches(account?.name ?? '', [word]).find(({ marked }) => marked)?.text ?? word,
  )
  return written.join(' ')
}
