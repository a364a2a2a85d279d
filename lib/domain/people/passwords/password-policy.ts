import { commonWords, productWords, walks } from '#lib/domain/people/passwords/guessable-words.ts'
import { newPasswordLength } from '#lib/domain/people/passwords/password-length.ts'

/** Shorter words, and shorter stretches of a keyboard row or the alphabet, occur in any text. */
const minGuessable = 4

/** The user of the password, whose names are public. */
export type PasswordHolder = Readonly<{ name: string; username: string; email: string | null }>

export type PasswordContext = Readonly<{
  holder: PasswordHolder
  /** Names of the organization and of its site. */
  companyNames: readonly string[]
  /** In characters. At least half as many must remain after every guessable part is removed. */
  minLength: number
}>

type GuessableKind = 'personal' | 'company' | 'product' | 'common' | 'pattern'

/** A {@link GuessableKind} is that of most guessable characters. */
export type PasswordProblem = 'too_short' | 'too_long' | 'malformed' | GuessableKind

/** A word as {@link fold} leaves it. */
type Word = Readonly<{ kind: GuessableKind; text: string }>

/**
 * The problem of a new password; undefined if it is acceptable. A length and a blocklist decide, not kinds of
 * characters (NIST SP 800-63B §3.1.1.2).
 */
export function findPasswordProblem(password: string, context: PasswordContext): PasswordProblem | undefined {
  if (!password.isWellFormed()) return 'malformed'
  const characters = [...password.normalize('NFC')]
  const minUnguessable = Math.ceil(context.minLength / 2)
  if (characters.length < context.minLength) return 'too_short'
  if (characters.length > newPasswordLength.max) return 'too_long'
  if (smallestPeriod(characters) < minUnguessable) return 'pattern'
  const removed = countGuessable(fold(password), context)
  const guessable = [...removed.values()].reduce((sum, count) => sum + count, 0)
  if (characters.length - guessable >= minUnguessable) return undefined
  return [...removed].toSorted(([, one], [, other]) => other - one)[0]?.[0]
}

/** How many characters of each kind are removed: words, the longest first, then walks. */
function countGuessable(text: string, { holder, companyNames }: PasswordContext): ReadonlyMap<GuessableKind, number> {
  const words = [
    ...toWords('personal', withParts([holder.name, holder.username, holder.email ?? ''])),
    ...toWords('company', withParts(companyNames)),
    ...productAndCommonWords,
  ].sort(longestFirst)
  const removed = new Map<GuessableKind, number>()
  const count = (kind: GuessableKind, characters: number) => removed.set(kind, (removed.get(kind) ?? 0) + characters)
  let rest = text
  for (const { kind, text: word } of words) {
    const after = rest.replaceAll(word, '')
    if (after.length < rest.length) count(kind, rest.length - after.length)
    rest = after
  }
  return count('pattern', rest.length - removeWalks(rest).length)
}

/** `Jane Roe` and its words; `jane.roe@acme-tools.example`, the name before the `@`, and every part. */
function withParts(names: readonly string[]): string[] {
  return names.flatMap((name) => [name, ...name.split('@'), ...name.split(/[\s@.]+/u)])
}

function toWords(kind: GuessableKind, texts: readonly string[]): Word[] {
  const words = new Set(texts.map(fold).filter((text) => text.length >= minGuessable))
  return [...words].map((text) => ({ kind, text }))
}

function longestFirst(one: Word, other: Word): number {
  return other.text.length - one.text.length
}

/** Letters and digits without case and accents, because guessers vary both. */
function fold(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}

const walksBothWays = walks.flatMap((walk) => [walk, [...walk].reverse().join('')])

function removeWalks(text: string): string {
  let rest = ''
  for (let at = 0; at < text.length; ) {
    const length = walkLength(text.slice(at))
    if (length < minGuessable) rest += text[at]
    at += length < minGuessable ? 1 : length
  }
  return rest
}

/** The length of the stretch of a walk at the start of `text`, in either direction. */
function walkLength(text: string): number {
  let length = 0
  while (length < text.length && walksBothWays.some((walk) => walk.includes(text.slice(0, length + 1)))) length += 1
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

// Leaked passwords that are walks get the more precise reason.
const productAndCommonWords = [
  ...toWords('product', productWords),
  ...toWords('common', commonWords).filter(({ text }) => walkLength(text) < text.length),
].sort(longestFirst)
