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

export type TextPart = Readonly<{ text: string; marked: boolean }>

/** A letter with the combining marks that follow it. */
const lettersWithMarks = /\P{Mn}\p{Mn}*|\p{Mn}+/gu

/** The text in parts, with the matches of a search in any spelling marked. */
export function markMatches(text: string, words: readonly string[]): readonly TextPart[] {
  const letters = text.match(lettersWithMarks) ?? []
  const spellings = [letters.map(foldForSearch), letters.map(expandForSearch)]
  const marked = new Set(spellings.flatMap((spelling) => [...findMarked(spelling, words)]))
  const parts: { text: string; marked: boolean }[] = []
  for (const [index, letter] of letters.entries()) {
    const isMarked = marked.has(index)
    const last = parts.at(-1)
    if (last?.marked === isMarked) last.text += letter
    else parts.push({ text: letter, marked: isMarked })
  }
  return parts
}

/** The indexes of the letters that belong to a match. Folding may turn one letter into several (ﬁ → fi). */
function findMarked(folded: readonly string[], words: readonly string[]): ReadonlySet<number> {
  const text = folded.join('')
  const origin = folded.flatMap((letters, index) => Array.from({ length: letters.length }, () => index))
  const marked = new Set<number>()
  for (const word of words) {
    for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
      for (const index of origin.slice(at, at + word.length)) marked.add(index)
    }
  }
  return marked
}
