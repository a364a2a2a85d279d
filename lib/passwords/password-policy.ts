import { Refusal } from '#lib/errors.ts'
import { commonWords, productWords, walks } from '#lib/passwords/guessable-words.ts'
import { newPasswordLength } from '#lib/passwords/password-length.ts'

/** How many characters must remain after every guessable part is removed. */
const minUnguessable = 8
/** Shorter stretches of a keyboard row or the alphabet occur in any text. */
const minWalk = 4
/** Shorter parts of a name occur in any text. */
const minPersonalWord = 4

/** The user of the password, whose names are public. */
export type PasswordHolder = Readonly<{ name: string; username: string; email: string | null }>

/** `common`, `personal`, `product` and `pattern` name the kind of most guessable characters. */
export type PasswordProblem = 'too_short' | 'too_long' | 'malformed' | 'common' | 'personal' | 'product' | 'pattern'

/** @throws Refusal `input_invalid` with the problem of the password under `field` */
export function requireGoodPassword(password: string, holder: PasswordHolder, field = 'password'): void {
  const problem = findPasswordProblem(password, holder)
  if (problem) throw new Refusal('input_invalid', { fields: { [field]: problem } })
}

/**
 * The problem of a new password of this user; undefined if it is acceptable. A length and a blocklist decide, not kinds of
 * characters (NIST SP 800-63B §3.1.1.2).
 */
export function findPasswordProblem(password: string, holder: PasswordHolder): PasswordProblem | undefined {
  if (!password.isWellFormed()) return 'malformed'
  const characters = [...password.normalize('NFC')]
  if (characters.length < newPasswordLength.min) return 'too_short'
  if (characters.length > newPasswordLength.max) return 'too_long'
  if (smallestPeriod(characters) < minUnguessable) return 'pattern'
  return findGuessable(password, characters.length, holder)
}

/** Removes guessable parts kind by kind. If too little remains, the kind that removed most is the problem. */
function findGuessable(password: string, length: number, holder: PasswordHolder): PasswordProblem | undefined {
  const kinds = [
    { problem: 'personal', remove: (text: string) => removeWords(text, personalWords(holder)) },
    { problem: 'product', remove: (text: string) => removeWords(text, productWords) },
    { problem: 'common', remove: (text: string) => removeWords(text, commonWords) },
    { problem: 'pattern', remove: removeWalks },
  ] as const
  let rest = fold(password)
  const taken = kinds.map(({ problem, remove }) => {
    const before = rest.length
    rest = remove(rest)
    return { problem, characters: before - rest.length }
  })
  const guessable = taken.reduce((sum, { characters }) => sum + characters, 0)
  if (length - guessable >= minUnguessable) return undefined
  return taken.toSorted((one, other) => other.characters - one.characters)[0]?.problem
}

function personalWords({ name, username, email }: PasswordHolder): string[] {
  const known = [name, ...name.split(/\s+/u), username, email ?? '', ...(email ?? '').split(/[@.]/)]
  return known.map(fold).filter((word) => word.length >= minPersonalWord)
}

/** Letters and digits without case and accents, because guessers vary both. */
function fold(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}

function removeWords(text: string, words: readonly string[]): string {
  const longestFirst = words.toSorted((one, other) => other.length - one.length)
  return longestFirst.reduce((rest, word) => rest.replaceAll(word, ''), text)
}

function removeWalks(text: string): string {
  let rest = ''
  for (let at = 0; at < text.length; ) {
    const length = walkLength(text.slice(at))
    if (length < minWalk) rest += text[at]
    at += length < minWalk ? 1 : length
  }
  return rest
}

/** The length of the stretch of a walk at the start of `text`, in either direction. */
function walkLength(text: string): number {
  const bothWays = walks.flatMap((walk) => [walk, [...walk].reverse().join('')])
  let length = 0
  while (length < text.length && bothWays.some((walk) => walk.includes(text.slice(0, length + 1)))) length += 1
  return length
}

/** The length of the repeated part: 3 for `abcabcabcab`. */
function smallestPeriod(characters: readonly string[]): number {
  for (let period = 1; period < characters.length; period++) {
    if (characters.every((character, index) => index < period || character === characters[index - period]))
      return period
  }
  return characters.length
}
