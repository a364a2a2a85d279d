import { expect, it } from 'vitest'
import { countProse, per1000Words, sum } from './prose.ts'

const none = { 'indefinite pronouns': 0, '"what it", "what is"': 0, '"alone"': 0, '"beside"': 0 }

it('counts planted habits in doc comments, comments after code, CSS and SQL', () => {
  const text = [
    '/** Whoever calls this waits. */',
    `const sentence = 'nobody reads strings' /${'/'} somebody reads this, see https://anybody.example`,
    '/* Anew.',
    ' * Whatever.',
    ' */',
    '-- Nobody stays alone beside what is stored, and what it says.',
  ].join('\n')
  expect(countProse('lib/planted.ts', text)).toEqual({
    words: 24,
    'indefinite pronouns': 6,
    '"what it", "what is"': 2,
    '"alone"': 1,
    '"beside"': 1,
  })
})

it('counts the prose of a document without its code', () => {
  const text = 'Nobody signs in.\n\n```sh\necho nobody\n```\n\nRun `whoever` twice.\n'
  expect(countProse('docs/planted.md', text)).toEqual({ ...none, words: 5, 'indefinite pronouns': 1 })
})

it('sees none in a part of a word', () => {
  expect(countProse('docs/planted.md', 'A newsletter; anewer, besides, standalone')).toEqual({ ...none, words: 5 })
})

it('gives the figure per 1,000 words', () => {
  const counts = ['Nobody.', 'It is alone.'].map((text) => countProse('docs/planted.md', text))
  expect(sum(counts, 'words')).toBe(4)
  expect(per1000Words(sum(counts, 'indefinite pronouns'), 2000)).toBe(0.5)
  expect(per1000Words(0, 0)).toBe(0)
})
