import { readEngine, readScriptOptions, UsageError } from '../../scripts/read-options.ts'
import type { Size } from './harness/case-context.ts'
import type { Engine } from './harness/databases.ts'
import type { Case, ResilienceTest } from './resilience-test.ts'

/** The tests to run, and their size. */
export type Choice = Readonly<{
  resilienceTests: readonly ResilienceTest[]
  size: Size
  engines: readonly Engine[]
  /** Runs the tests on mutated products, where they must fail. */
  mutations: boolean
  /** The duration of tests that run for a time, instead of the one of their size. */
  minutes: number | undefined
}>

const options = {
  short: { type: 'boolean' },
  sabotage: { type: 'boolean' },
  engine: { type: 'string' },
  minutes: { type: 'string' },
} as const

/** @throws UsageError for the command line */
export function readChoice(words: readonly string[], all: readonly ResilienceTest[]): Choice {
  const { values, positionals } = readScriptOptions(words, options)
  const unknown = positionals.find((name) => !all.some((test) => test.name === name))
  const names = all.map(({ name }) => name).join(', ')
  if (unknown !== undefined) throw new UsageError(`There is no test "${unknown}": choose from ${names}.`)
  const engine = readEngine(values.engine)
  const choice: Choice = {
    resilienceTests: all.filter(({ name }) => positionals.length === 0 || positionals.includes(name)),
    size: values.short ? 'short' : 'full',
    engines: engine === undefined ? ['sqlite', 'postgres'] : [engine],
    mutations: values.sabotage ?? false,
    minutes: readMinutes(values.minutes),
  }
  const cases = chosenCases(choice)
  const idle = positionals.find((name) => !cases.some(({ test }) => test.name === name))
  // It would pass without having run.
  if (idle !== undefined) throw new UsageError(`"${idle}" has no case of its own here: other tests cover it.`)
  return choice
}

/** The cases of a size on the chosen engines. */
export function chosenCases({
  resilienceTests: chosen,
  engines,
  mutations,
  size,
}: Choice): { test: ResilienceTest; tried: Case }[] {
  const all = chosen.flatMap((test) => test.cases.map((tried) => ({ test, tried })))
  const actualSize = mutations ? 'proof' : size
  return all.filter(({ tried }) => engines.includes(tried.engine) && (tried.sizes?.includes(actualSize) ?? true))
}

function readMinutes(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const minutes = Number(text)
  if (!(minutes > 0 && minutes <= 24 * 60)) throw new UsageError('--minutes takes a number above 0, and a day at most.')
  return minutes
}
