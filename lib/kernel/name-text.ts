import { z } from 'zod'

/**
 * Removes characters that nothing is seen of or that turn the text around them: bidi overrides, zero-width spaces, soft
 * hyphens, fillers. Stays: what joins or selects a form within Arabic, Indic and Mongolian words, emoji and flags.
 */
export function stripInvisible(text: string): string {
  return invisible.test(text) ? text.replace(invisibleOrKept, (_found, kept: string | undefined) => kept ?? '') : text
}

const invisible = /\p{Default_Ignorable_Code_Point}/u

/** Scripts in which a joiner or a non-joiner between two letters changes their form. */
const joiningScripts =
  'Arabic Syriac Nko Mandaic Mongolian Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Myanmar Khmer Tibetan'
const joining = `[${joiningScripts
  .split(' ')
  .map((script) => `\\p{Script_Extensions=${script}}`)
  .join('')}]`
const emojiPart = '[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\uFE0F]'
const kept = [
  `(?<=${joining})[\\u200C\\u200D](?=${joining})`,
  // After a virama, also at the end of a word.
  '(?<=[\\u094D\\u09CD\\u0A4D\\u0ACD\\u0B4D\\u0BCD\\u0C4D\\u0CCD\\u0D4D\\u0DCA])\\u200D',
  // Between the parts of an emoji; the flag of England ends with a tag.
  `(?<=${emojiPart}|\\u{E007F})\\u200D(?=\\p{Extended_Pictographic})`,
  // A variation selector after a character that has variants.
  '(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}])[\\uFE0E\\uFE0F]',
  '(?<=[0-9#*])\\uFE0F(?=\\u20E3)',
  '(?<=\\p{Script=Han})[\\uFE00-\\uFE0F\\u{E0100}-\\u{E01EF}]',
  '(?<=\\p{Script=Myanmar})\\uFE00',
  '(?<=\\p{Script=Mongolian})[\\u180B-\\u180F]',
  // The tags of a flag, with their end.
  '(?<=\\u{1F3F4}[\\u{E0020}-\\u{E007E}]{0,6})[\\u{E0020}-\\u{E007F}]',
].join('|')
const invisibleOrKept = new RegExp(`(${kept})|\\p{Default_Ignorable_Code_Point}`, 'gu')

/** A letter, digit or sign. The pattern of Braille without dots is blank. */
const visible = /(?!\u2800)[\p{L}\p{N}\p{P}\p{S}]/u

/** Control characters, and line and paragraph separators. */
const breaking = /[\p{Cc}\p{Zl}\p{Zp}]/u

/** Longer text is not read, whatever could be removed from it. */
const longest = (maxLength: number) => 10 * maxLength + 1_000

const clean = (text: string) => stripInvisible(text).trim()

/**
 * The one rule for names, in any script, on one line: of accounts, users, groups, keys, passkeys, the organization,
 * providers, and their short descriptions. Every `error` is a problem code, which the interface translates.
 */
export function nameText(maxLength: number) {
  return z
    .string({ error: ({ input }) => ((input ?? null) === null ? 'required' : 'malformed') })
    .max(longest(maxLength), { error: 'too_long', abort: true })
    .overwrite(clean)
    .min(1, 'required')
    .max(maxLength, 'too_long')
    .refine((name) => name.isWellFormed() && !breaking.test(name), 'malformed')
    .refine((name) => visible.test(name), 'required')
}

/** {@link nameText}, or empty. */
export function optionalNameText(maxLength: number) {
  return z
    .string('malformed')
    .max(longest(maxLength), { error: 'too_long', abort: true })
    .overwrite(clean)
    .max(maxLength, 'too_long')
    .refine((text) => text === '' || (text.isWellFormed() && !breaking.test(text) && visible.test(text)), 'malformed')
}
