/**
 * Lower case without diacritics, strokes and hooks (`muller` finds `Müller`, `lodz` finds `Łódź`); ligatures become two
 * letters (`strasse` finds `Straße`). Every search folds by this function. Stored folds change with a migration.
 */
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

type Replacements = readonly (readonly [RegExp, (letters: string) => string])[]

/** Lower-case letters that NFKD leaves whole, with the ASCII letters that people type for them. */
const wholeLetters =
  'ß:ss æ:ae œ:oe ø:o þ:th ð:d đ:d ɖ:d ɗ:d ƌ:d ħ:h ɦ:h ⱨ:h ı:i ɨ:i ɩ:i ĸ:k ƙ:k ⱪ:k ł:l ƚ:l ɫ:l ⱡ:l ŋ:n ɲ:n ƞ:n ŧ:t ƭ:t ʈ:t ⱦ:t ƀ:b ɓ:b ƃ:b ƈ:c ȼ:c ə:e ǝ:e ɛ:e ɇ:e ƒ:f ǥ:g ɠ:g ɣ:g ɉ:j ȷ:j ɱ:m ɔ:o ɵ:o ƥ:p ɋ:q ɍ:r ɽ:r ȿ:s ʂ:s ʉ:u ʊ:u ʋ:v ⱳ:w ƴ:y ɏ:y ƶ:z ȥ:z ɀ:z ς:σ'
const spellings = new Map(wholeLetters.split(' ').map((pair) => pair.split(':') as [string, string]))
const whole: readonly [RegExp, (letter: string) => string] = [
  new RegExp(`[${[...spellings.keys()].join('')}]`, 'gu'),
  (letter) => spellings.get(letter) ?? letter,
]
const simpleLetters: Replacements = [whole]
/** NFKD has made a diaeresis or a ring a separate character. */
const expandedLetters: Replacements = [
  [/ø/g, () => 'oe'],
  [/[aou]\u0308/g, (letters) => `${letters.charAt(0)}e`],
  [/a\u030a/g, () => 'aa'],
  whole,
]

const ascii = /^\p{ASCII}*$/u

function fold(text: string, replacements: Replacements): string {
  if (ascii.test(text)) return text.toLowerCase()
  const decomposed = text.normalize('NFKD').toLowerCase()
  const replaced = replacements.reduce((letters, [pattern, spell]) => letters.replace(pattern, spell), decomposed)
  return replaced.replace(/[\p{Mn}\p{Default_Ignorable_Code_Point}]/gu, '')
}
