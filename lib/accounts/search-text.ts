/** Stands between name and id: no name holds it, and it sorts before every letter, so that `Acme` precedes `Acme Ltd`. */
const separator = '\n'

/** Beyond this a search is refused no words, it just reads the first ones. */
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
  return foldForSearch(account.name) + separator + foldForSearch(account.id)
}

/** What was typed, as the words that must all occur: folded, in any order. Nothing typed: no words. */
export function splitSearchWords(query: string): readonly string[] {
  return foldForSearch(query.slice(0, maxSearchLength)).split(/\s+/u).filter(Boolean).slice(0, maxSearchWords)
}
