import { expect, it } from 'vitest'
import { UsageError } from '../../scripts/read-options.ts'
import { readChoice } from './choice.ts'

const known = { scenarios: ['token', 'search'], targets: ['ours', 'limit'] }

it('selects every scenario and target by default', () => {
  expect(readChoice([], known)).toEqual({
    scenarios: known.scenarios,
    targets: undefined,
    engine: undefined,
    connections: [1, 8, 32, 128],
    perSecond: 500,
    rounds: 5,
    seconds: 4,
    short: false,
    profile: false,
    against: undefined,
  })
})

it('compares a commit at one load, in six rounds', () => {
  const { connections, perSecond, rounds, seconds } = readChoice(['--against', 'HEAD~9'], known)
  expect({ connections, perSecond, rounds, seconds }).toEqual({
    connections: [32],
    perSecond: 0,
    rounds: 6,
    seconds: 10,
  })
})

it('reads names and figures', () => {
  const words =
    'search --targets ours,limit --connections 8,32 --rate 0 --rounds 3 --seconds 0.5 --engine sqlite --against HEAD~9'
  expect(readChoice(words.split(' '), known)).toMatchObject({
    scenarios: ['search'],
    targets: ['ours', 'limit'],
    engine: 'sqlite',
    connections: [8, 32],
    perSecond: 0,
    rounds: 3,
    seconds: 0.5,
    against: 'HEAD~9',
  })
})

it.each([
  ['tokens', 'There is no scenario "tokens"'],
  ['--targets us', 'There is no target "us"'],
  ['--engine mysql', '--engine takes'],
  ['--rounds 0', '--rounds takes a number, 1 at least'],
  ['--seconds many', '--seconds takes a number'],
  ['--contestants us', 'There is no target "us"'],
  ['--quick', 'quick'],
])('refuses %s', (words, sentence) => {
  expect(() => readChoice(words.split(' '), known)).toThrow(UsageError)
  expect(() => readChoice(words.split(' '), known)).toThrow(sentence)
})
