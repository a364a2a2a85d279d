/** Lower case without diacritics (`muller` finds `Müller`); ligatures become two letters (`strasse` finds `Straße`). */
export function foldForSearch(text: string): string {
  return fold(text, simpleLetters)
}

/** The fold with umlauts, `ø` and `å` spelled as two letters: `Müller` becomes `mueller`. */
export function expandForSearch(text: string): string {
  return fold(text, expandedLetters)
}

export function expandedSpellings(texts: readonly string[]): string[] {
  return texts.map(expandForSearch).filter((spelling, index) => spelling !== foldForSearch(texts[index] ?? ''))
}

type Replacements = readonly (readonly [RegExp, string])[]

const ligatures: Replacements = [
  [/ß/g, 'ss'],
  [/æ/g, 'ae'],
  [/œ/g, 'oe'],
]
const simpleLetters: Replacements = [...ligatures, [/ø/g, 'o']]
/** NFKD has made a diaeresis or a ring a separate character. */
const expandedLetters: Replacements = [...ligatures, [/ø/g, 'oe'], [/([aou])\u0308/g, '$1e'], [/a\u030a/g, 'aa']]

const ascii = /^\p{ASCII}*$/u

function fold(text: string, replacements: Replacements): string {
  if (ascii.test(text)) return text.toLowerCase()
  const decomposed = text.normalize('NFKD').toLowerCase()
  const replaced = replacements.reduce((letters, [pattern, spelling]) => letters.replace(pattern, spelling), decomposed)
  return replaced.replace(/\p{Mn}/gu, '')
}
