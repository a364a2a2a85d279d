import { expect, it } from 'vitest'
import { findProblem } from './entry-problem.ts'

const refusal = { refused: ['here'], error: 'not a network: here', max: 2, tooMany: 'at most 2' }

it('what is known to be wrong comes before the server’s words, and before the number of entries', () => {
  expect(findProblem(['a', 'b', 'here'], 'not networks: a, here', refusal)).toBe('not networks: a, here')
  expect(findProblem(['a', 'b', 'c'], undefined, refusal)).toBe('at most 2')
})

it('the server’s error stays while an entry that it names stays', () => {
  expect(findProblem(['a', 'here'], undefined, refusal)).toBe('not a network: here')
  expect(findProblem(['a'], undefined, refusal)).toBe(undefined)
})

it('an error that names no entry stays until the form is submitted again', () => {
  const required = { ...refusal, refused: [], error: 'enter an account' }
  expect(findProblem(['a'], undefined, required)).toBe('enter an account')
})
