import { expect, it } from 'vitest'
import { UsageError } from '../../scripts/read-options.ts'
import { resilienceTests } from './catalogue.ts'
import { chosenCases, readChoice } from './choice.ts'

it('runs all tests at full size on both engines by default', () => {
  const choice = readChoice([], resilienceTests)
  expect(choice).toMatchObject({ resilienceTests, size: 'full', engines: ['sqlite', 'postgres'], mutations: false })
  expect(new Set(chosenCases(choice).map(({ test }) => test))).toEqual(new Set(resilienceTests))
})

it('refuses a named test that has no case of that size, instead of passing without one', () => {
  expect(readChoice(['race'], resilienceTests).resilienceTests.map(({ name }) => name)).toEqual(['race'])
  expect(() => readChoice(['kill', 'race', '--short'], resilienceTests)).toThrow(
    new UsageError('"race" has no case of its own here: other tests cover it.'),
  )
})

it('names the tests that there are', () => {
  expect(() => readChoice(['raze'], resilienceTests)).toThrow('There is no test "raze": choose from race, kill,')
})
