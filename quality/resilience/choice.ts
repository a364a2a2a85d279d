import { readEngine, readOptions, UsageError } from '../../scripts/read-options.ts'
import type { Size } from './rig/bench.ts'
import type { Engine } from './rig/databases.ts'
import type { Trial } from './trial.ts'

/** What is to be run. */
export type Choice = Readonly<{
  trials: readonly Trial[]
  size: Size
  engines: readonly Engine[]
  /** Run them on products from which something was taken away. */
  sabotage: boolean
  /** How long a trial that goes by time is to take, in place of what its size says. */
  minutes: number | undefined
}>

const options = {
  short: { type: 'boolean' },
  sabotage: { type: 'boolean' },
  engine: { type: 'string' },
  minutes: { type: 'string' },
} as const

/** @throws UsageError with a sentence for whoever typed it */
export function readChoice(words: readonly string[], all: readonly Trial[]): Choice {
  const { values, positionals } = readOptions(words, options)
  const unknown = positionals.find((name) => !all.some((trial) => trial.name === name))
  const names = all.map(({ name }) => name).join(', ')
  if (unknown !== undefined) throw new UsageError(`There is no trial "${unknown}": choose from ${names}.`)
  const engine = readEngine(values.engine)
  return {
    trials: all.filter(({ name }) => positionals.length === 0 || positionals.includes(name)),
    size: values.short ? 'short' : 'full',
    engines: engine === undefined ? ['sqlite', 'postgres'] : [engine],
    sabotage: values.sabotage ?? false,
    minutes: readMinutes(values.minutes),
  }
}

function readMinutes(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const minutes = Number(text)
  if (!(minutes > 0 && minutes <= 24 * 60)) throw new UsageError('--minutes takes a number above 0, and a day at most.')
  return minutes
}
