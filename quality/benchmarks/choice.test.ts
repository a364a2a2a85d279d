import { expect, it } from 'vitest'
import { UsageError } from '../../scripts/read-options.ts'
import { readChoice } from './choice.ts'

const known = { works: ['token', 'search'], contestants: ['ours', 'limit'] }

it('is everything and everybody where nothing is said', () => {
  expect(readChoice([], known)).toEqual({
    works: known.works,
    contestants: undefined,
    engine: undefined,
    connections: [1, 8, 32, 128],
    perSecond: 500,
    rounds: 5,
    seconds: 4,
    short: false,
    profile: false,
  })
})

it('takes names and figures', () => {
  const words = 'search --contestants ours,limit --connections 8,32 --rate 0 --rounds 3 --seconds 0.5 --engine sqlite'
  expect(readChoice(words.split(' '), known)).toMatchObject({
    works: ['search'],
    contestants: ['ours', 'limit'],
    engine: 'sqlite',
    connections: [8, 32],
    perSecond: 0,
    rounds: 3,
    seconds: 0.5,
  })
})

it.each([
  ['tokens', 'There is no work "tokens"'],
  ['--contestants us', 'There is no contestant "us"'],
  ['--engine mysql', '--engine takes'],
  ['--rounds 0', '--rounds takes a number, 1 at least'],
  ['--seconds many', '--seconds takes a number'],
  ['--quick', 'quick'],
])('refuses %s', (words, sentence) => {
  expect(() => readChoice(words.split(' '), known)).toThrow(UsageError)
  expect(() => readChoice(words.split(' '), known)).toThrow(sentence)
})
