/** Shorter words have too many neighbors. */
const minLength = 3
/** Longer words are not words of a language. Must match migration 0103. */
const maxLength = 40
/** Longer words may have two edits. */
const maxLengthOfOneEdit = 7
/** Letters at the beginning of a long word, of which at most one may be wrong, unless all the others are right. */
const maxBeginning = 6
/** The index of endings holds so many letters. Must match migration 0103. */
const maxEnding = 8

/** The alphabets in which words may be mistyped, folded. Must match migration 0103. */
const alphabets = [toLetters('a', 'z'), toLetters('α', 'ω'), `${toLetters('а', 'џ')}ґәғқңөұүһ`]
const mistypable = new RegExp(`^[${alphabets.join('')}]{${minLength},${maxLength}}$`, 'u')
/** White space, and what separates words in migration 0103. */
const separator = /[\s\-._,'’/&()+":]+/u
/** A number is never corrected: each of its neighbors is another number, and so another account. */
const number = /\p{N}/u

/** The words of a folded text as they may be corrected: without the signs that join them, except in numbers and IDs. */
export function splitSpelledWords(words: readonly string[]): readonly string[] {
  return words.flatMap((word) => (number.test(word) ? [word] : word.split(separator).filter(Boolean)))
}

/** The words of a search text that may be meant by a mistyped word. Must match the filling of migration 0103. */
export function correctableWords(searchText: string): readonly string[] {
  return searchText.split(separator).filter((word) => mistypable.test(word))
}

/** How many edits a word may have: one up to seven letters, two beyond; none for short words, numbers and IDs. */
export function tolerance(word: string): 0 | 1 | 2 {
  if (!mistypable.test(word)) return 0
  return word.length <= maxLengthOfOneEdit ? 1 : 2
}

/**
 * Where the words within the {@link tolerance} of a word are found: under one of the `words`, or with one of the
 * `beginnings` or one of the `endings` (backwards).
 */
export type Neighborhood = Readonly<{
  words: readonly string[]
  beginnings: readonly string[]
  endings: readonly string[]
  lengths: readonly [min: number, max: number]
}>

export function neighborhoodOf(word: string): Neighborhood {
  const edits = tolerance(word)
  const lengths = [word.length - edits, word.length + edits] as const
  if (edits === 0) return { words: [], beginnings: [], endings: [], lengths }
  if (edits === 1) return { words: withOneEdit(word, lettersOf(word)), beginnings: [], endings: [], lengths }
  return { words: [], ...halvesOf(word), lengths }
}

/**
 * Two edits are in two halves of a word: at most one of them in the first half, which leaves few beginnings; or both,
 * and the second half is right. One edit may swap the letters where the halves meet: for the first half, this is one
 * wrong letter; for the second, another ending.
 */
function halvesOf(word: string): Pick<Neighborhood, 'beginnings' | 'endings'> {
  const half = Math.min(Math.floor(word.length / 2), maxBeginning)
  const [first, second] = [word.slice(0, half), word.slice(half)]
  const letters = lettersOf(word)
  // A beginning that lost a letter is short: what follows makes it as selective as the others.
  const next = [second.slice(0, 2), ...withOneEdit(second.slice(0, 2), letters)]
  const beginnings = [first, ...withOneEdit(first, letters)].flatMap((beginning) =>
    beginning.length < half ? next.map((following) => beginning + following) : [beginning],
  )
  const endings = [second, swap(word, half - 1).slice(half)].map((ending) =>
    [...ending.slice(-maxEnding)].reverse().join(''),
  )
  return { beginnings: [...new Set(beginnings)], endings: [...new Set(endings)] }
}

/** The letters that a word's typos consist of: those of its alphabets. */
function lettersOf(word: string): string {
  return alphabets.filter((alphabet) => [...word].some((letter) => alphabet.includes(letter))).join('')
}

/** Every other text that is one edit away: with a letter left out, swapped with the next, replaced, or added. */
function withOneEdit(word: string, letters: string): readonly string[] {
  const found = new Set<string>()
  for (let place = 0; place <= word.length; place += 1) {
    const [before, after] = [word.slice(0, place), word.slice(place)]
    found.add(before + after.slice(1)).add(swap(word, place))
    for (const letter of letters) found.add(before + letter + after).add(before + letter + after.slice(1))
  }
  found.delete(word)
  return [...found]
}

/** With the letter at this place and the next one exchanged. */
function swap(word: string, place: number): string {
  const [before, letter, next, after] = [word.slice(0, place), word[place], word[place + 1], word.slice(place + 2)]
  return letter === undefined || next === undefined ? word : before + next + letter + after
}

/**
 * The words among these that may be meant by a mistyped one: those within its {@link tolerance}, of letters of its
 * alphabets. The closest first, then those with the same first letter, which is rarely wrong, then by letters.
 */
export function findSpellings(typed: string, words: Iterable<string>): readonly string[] {
  const edits = tolerance(typed)
  const letters = lettersOf(typed)
  const found = new Map<string, string>()
  for (const word of edits === 0 ? [] : words) {
    if (word === typed || found.has(word) || Math.abs(word.length - typed.length) > edits) continue
    const needed = countEdits(typed, word)
    if (needed > edits || ![...word].every((letter) => letters.includes(letter))) continue
    found.set(word, `${needed}${word[0] === typed[0] ? 0 : 1}${word}`)
  }
  return [...found].sort(([, one], [, other]) => (one < other ? -1 : 1)).map(([word]) => word)
}

/**
 * The fewest letters to insert, delete or substitute, or neighbors to transpose (the optimal string alignment distance,
 * after Damerau).
 */
export function countEdits(typed: string, word: string): number {
  let [start, end] = [0, 0]
  const shorter = Math.min(typed.length, word.length)
  while (start < shorter && typed[start] === word[start]) start += 1
  while (end < shorter - start && typed.at(-1 - end) === word.at(-1 - end)) end += 1
  const costs = distances(typed.slice(start, typed.length - end), word.slice(start, word.length - end))
  return costs.at(-1)?.at(-1) ?? 0
}

/** The places of the letters in a word that were not typed. */
export function findAddedLetters(typed: string, word: string): ReadonlySet<number> {
  const costs = distances(typed, word)
  const cost = (row: number, column: number) => costs[row]?.[column] ?? Number.POSITIVE_INFINITY
  const added = new Set<number>()
  let [row, column] = [typed.length, word.length]
  while (row > 0 || column > 0) {
    const here = cost(row, column)
    if (row > 0 && column > 0 && here === cost(row - 1, column - 1) && typed[row - 1] === word[column - 1]) {
      row -= 1
      column -= 1
    } else if (isSwapped(typed.slice(0, row), word.slice(0, column)) && here === cost(row - 2, column - 2) + 1) {
      row -= 2
      column -= 2
    } else if (here === cost(row - 1, column) + 1) {
      row -= 1
    } else {
      column -= 1
      if (here === cost(row - 1, column) + 1) row -= 1
      added.add(column)
    }
  }
  return added
}

/** Whether both end with the same two letters in another order. */
function isSwapped(typed: string, word: string): boolean {
  return typed.length > 1 && word.length > 1 && typed.at(-1) === word.at(-2) && typed.at(-2) === word.at(-1)
}

/** The distance of each beginning of `typed` (rows) from each beginning of `word` (columns). */
function distances(typed: string, word: string): readonly (readonly number[])[] {
  const rows: (readonly number[])[] = [Array.from({ length: word.length + 1 }, (_, column) => column)]
  while (rows.length <= typed.length) rows.push(nextDistances(typed, word, rows))
  return rows
}

/** A loop without an array or a function for each cell: a search compares thousands of words. */
function nextDistances(typed: string, word: string, rows: readonly (readonly number[])[]): readonly number[] {
  const row = rows.length
  const [above = [], twoAbove = []] = [rows[row - 1], rows[row - 2]]
  const [letter, before] = [typed[row - 1], typed[row - 2]]
  const costs = [row]
  for (let column = 1; column <= word.length; column += 1) {
    const other = word[column - 1]
    const corner = (above[column - 1] ?? 0) + (letter === other ? 0 : 1)
    const isSwapped = column > 1 && before === other && letter === word[column - 2]
    const swapped = isSwapped ? (twoAbove[column - 2] ?? 0) + 1 : corner
    costs.push(Math.min((costs[column - 1] ?? 0) + 1, (above[column] ?? 0) + 1, corner, swapped))
  }
  return costs
}

function toLetters(first: string, last: string): string {
  const [from, to] = [first.charCodeAt(0), last.charCodeAt(0)]
  return String.fromCharCode(...Array.from({ length: to - from + 1 }, (_, index) => from + index))
}
