/** Stands between name and id: no name holds it, and it sorts before every letter, so that `Acme` precedes `Acme Ltd`. */
export const nameEnd = '\n'

/** More than this of a search is not read. */
const maxSearchWords = 8
const maxSearchLength = 120

/** Letters without case and accents: `Müller` and `MULLER` are found by `muller`. */
export function foldForSearch(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
}

/** What a search reads of an account: the folded name, then the folded id. */
export function toSearchText(account: Readonly<{ id: string; name: string }>): string {
  const name = foldForSearch(account.name).replace(/\s+/gu, ' ')
  return name + nameEnd + foldForSearch(account.id)
}

/**
 * What was typed, as the words that must all occur: folded, in any order. Nothing typed: no words. No name holds a
 * control character, so that one parts words as a space does.
 */
export function splitSearchWords(query: string): readonly string[] {
  const read = [...query.toWellFormed()].slice(0, maxSearchLength).join('')
  return foldForSearch(read)
    .split(/[\s\p{Cc}]+/u)
    .filter(Boolean)
    .slice(0, maxSearchWords)
}

export type TextPart = Readonly<{ text: string; marked: boolean }>

/** The text in parts, with those marked in which a search found its words. Put together they are the text again. */
export function markMatches(text: string, words: readonly string[]): readonly TextPart[] {
  const characters = [...text]
  const folded = characters.map(foldForSearch)
  const marked = markCharacters(folded, words)
  const parts: { text: string; marked: boolean }[] = []
  for (const [index, character] of characters.entries()) {
    // A combining mark goes with the letter it stands on.
    const isMarked = folded[index] === '' ? (parts.at(-1)?.marked ?? false) : marked.has(index)
    const last = parts.at(-1)
    if (last?.marked === isMarked) last.text += character
    else parts.push({ text: character, marked: isMarked })
  }
  return parts
}

/** The places of the characters that belong to a match. Folding may turn one character into several (ﬁ → fi). */
function markCharacters(folded: readonly string[], words: readonly string[]): ReadonlySet<number> {
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
