import { expect, it } from 'vitest'
import { countPronouns, per1000Words } from './prose.ts'

it('counts planted pronouns in doc comments, comments after code, CSS and SQL', () => {
  const text = [
    '/** Whoever calls this waits. */',
    `const sentence = 'nobody reads strings' /${'/'} somebody reads this, see https://anybody.example`,
    '/* Anew.',
    ' * Whatever.',
    ' */',
    '-- Nobody',
  ].join('\n')
  expect(countPronouns('lib/planted.ts', text)).toEqual({ pronouns: 6, words: 14 })
})

it('counts the prose of a document without its code', () => {
  const text = 'Nobody signs in.\n\n```sh\necho nobody\n```\n\nRun `whoever` twice.\n'
  expect(countPronouns('docs/planted.md', text)).toEqual({ pronouns: 1, words: 5 })
})

it('sees no pronoun in a part of a word', () => {
  expect(countPronouns('docs/planted.md', 'A newsletter; anewer').pronouns).toBe(0)
})

it('gives the figure per 1,000 words', () => {
  expect(per1000Words({ pronouns: 1, words: 2000 })).toBe(0.5)
  expect(per1000Words({ pronouns: 0, words: 0 })).toBe(0)
})
