import { describe, expect, it } from 'vitest'
import { nameText, optionalNameText } from '#lib/kernel/name-text.ts'

const read = (text: unknown) => {
  const { data, error } = nameText(120).safeParse(text)
  return data ?? error?.issues[0]?.message
}

describe('a name', () => {
  it.each([
    ['Arabic', 'محمد علي'],
    ['Hebrew', 'דוד כהן'],
    ['Persian with a non-joiner', 'علی\u200cرضا'],
    ['Devanagari with a joiner', 'क्ष\u200dमा'],
    ['Malayalam with a joiner at the end', 'ന\u0d4d\u200d'],
    ['Sinhala', 'ශ\u0dca\u200dරී'],
    ['Thai', 'สมชาย ใจดี'],
    ['Tibetan', 'བོད'],
    ['Mongolian with a vowel separator', 'ᠤᠨ\u180eᠠ'],
    ['a Han variant', '葛\u{e0100}城'],
    ['a decomposed letter', 'Zoe\u0308'],
    ['a family', '👩\u200d👩\u200d👧 Family'],
    ['an astronaut with a skin tone', '👩🏽\u200d🚀'],
    ['a heart on fire', '❤\ufe0f\u200d🔥'],
    ['a keycap', '1\ufe0f\u20e3'],
    ['the flag of England', '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f} England'],
    ['120 characters', 'x'.repeat(120)],
  ])('stays as it is: %s', (_script, name) => {
    expect(read(name)).toBe(name)
  })

  it.each([
    ['a bidi override', 'Anna\u202excod', 'Annaxcod'],
    ['bidi isolates', '\u2066Anna\u2069', 'Anna'],
    ['a zero-width space', 'A\u200bnna', 'Anna'],
    ['a joiner between Latin letters', 'A\u200dnna', 'Anna'],
    ['a word joiner, a byte order mark, a soft hyphen', 'A\u2060n\ufeffn\u00ada', 'Anna'],
    ['a variation selector after a letter', 'A\ufe0fnna', 'Anna'],
    ['tags without a flag', 'Anna\u{e0041}\u{e0042}', 'Anna'],
    ['fillers and spaces at the ends', ' \u3164Anna\u00a0\u200b ', 'Anna'],
  ])('loses %s', (_what, text, name) => {
    expect(read(text)).toBe(name)
  })

  it.each([
    ['nothing', '', 'required'],
    ['zero-width spaces only', '\u200b\u200b', 'required'],
    ['a Hangul filler only', '\u3164', 'required'],
    ['blank Braille only', '\u2800', 'required'],
    ['a private character only', '\ue000', 'required'],
    ['a mark only', '\u0301', 'required'],
    ['no text', null, 'required'],
    ['a line separator', 'a\u2028b', 'malformed'],
    ['a paragraph separator', 'a\u2029b', 'malformed'],
    ['a control character', 'a\u0007b', 'malformed'],
    ['half a character', 'a\ud800', 'malformed'],
    ['121 characters', 'x'.repeat(121), 'too_long'],
    ['much that would be removed', `x${'\u200b'.repeat(100_000)}`, 'too_long'],
  ])('is refused: %s', (_what, text, problem) => {
    expect(read(text)).toBe(problem)
  })
})

it('a description may be empty, and follows the same rule', () => {
  const schema = optionalNameText(5)
  const texts = ['', ' \u200b', 'a\u202eb', 'a\u2028b', '\u2800', 'x'.repeat(6)]
  expect(
    texts.map((text) => schema.safeParse(text)).map(({ data, error }) => data ?? error?.issues[0]?.message),
  ).toEqual(['', '', 'ab', 'malformed', 'malformed', 'too_long'])
})
