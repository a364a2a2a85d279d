import { maxSearchLength } from '#lib/kernel/field-lengths.ts'
import { expandedSpellings, expandForSearch, foldForSearch } from '#lib/kernel/fold-text.ts'

/** Separates the parts. No name contains it, and it sorts before every letter: `Acme` precedes `Acme Ltd`. */
export const nameEnd = '\n'

/** The rest of a longer search is ignored. */
const maxSearchWords = 8

/** The text that searches match, one part per line: folded name, folded ID, and the expanded name if it differs. */
export function toSearchText(account: Readonly<{ id: string; name: string }>): string {
  const name = account.name.replace(/\s+/gu, ' ')
  const parts = [foldForSearch(name), foldForSearch(account.id), ...expandedSpellings([name])]
  return parts.join(nameEnd)
}

/** The folded words of a search, in any order. Control characters separate words too: no name contains one. */
export function splitSearchWords(query: string): readonly string[] {
  const read = [...query.toWellFormed()].slice(0, maxSearchLength).join('')
  return foldForSearch(read)
    .split(/[\s\p{Cc}]+/u)
    .filter(Boolean)
    .slice(0, maxSearchWords)
}

/** `added`: marked letters that the search found, but were not typed. */
export type TextPart = Readonly<{ text: string; marked: boolean; added?: boolean }>

/** The places of the letters in a word of a search that were not typed. */
export type AddedLetters = ReadonlyMap<string, ReadonlySet<number>>

/** A letter with the combining marks that follow it. */
const lettersWithMarks = /\P{Mn}\p{Mn}*|\p{Mn}+/gu

/** The text in parts, with the matches of a search in any spelling marked. */
export function markMatches(
  text: string,
  words: readonly string[],
  addedLetters: AddedLetters = new Map(),
): readonly TextPart[] {
  const letters = text.match(lettersWithMarks) ?? []
  const spellings = [letters.map(foldForSearch), letters.map(expandForSearch)]
  const marked = new Map(spellings.flatMap((spelling) => [...findMarked(spelling, words, addedLetters)]))
  const parts: { text: string; marked: boolean; added?: boolean }[] = []
  for (const [index, letter] of letters.entries()) {
    const added = marked.get(index) ?? false
    const last = parts.at(-1)
    if (last?.marked === marked.has(index) && (last.added ?? false) === added) last.text += letter
    else parts.push({ text: letter, marked: marked.has(index), ...(added && { added }) })
  }
  return parts
}

/**
 * The indexes of the letters that belong to a match, and whether they are added. Folding may turn one letter into
 * several (ﬁ → fi).
 */
function findMarked(
  folded: readonly string[],
  words: readonly string[],
  addedLetters: AddedLetters,
): ReadonlyMap<number, boolean> {
  const text = folded.join('')
  const origin = folded.flatMap((letters, index) => Array.from({ length: letters.length }, () => index))
  const marked = new Map<number, boolean>()
  for (const word of words) {
    const added = addedLetters.get(word)
    for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
      for (const [place, index] of origin.slice(at, at + word.length).entries()) {
        marked.set(index, marked.get(index) === true || added?.has(place) === true)
      }
    }
  }
  return marked
}
