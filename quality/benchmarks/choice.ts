import type { Engine } from '../../lib/foundation/db/engine.ts'
import { readEngine, readScriptOptions, UsageError } from '../../scripts/read-options.ts'

/** The scenarios and targets of a run, and its size. */
export type Choice = Readonly<{
  scenarios: readonly string[]
  /** Names; undefined: every target that supports the scenario. */
  targets: readonly string[] | undefined
  engine: Engine | undefined
  /** Numbers of connections of the closed loop. */
  connections: readonly number[]
  /** Requests a second of the open loop; 0: no open loop. */
  perSecond: number
  rounds: number
  seconds: number
  /** Proves that every target starts and responds correctly. Its figures are not published. */
  short: boolean
  profile: boolean
  /** A commit to compare with, in place of the other targets. */
  against: string | undefined
}>

type Known = Readonly<{ scenarios: readonly string[]; targets: readonly string[] }>

const options = {
  targets: { type: 'string' },
  /** The former name of `targets`. */
  contestants: { type: 'string' },
  engine: { type: 'string' },
  connections: { type: 'string' },
  rate: { type: 'string' },
  rounds: { type: 'string' },
  seconds: { type: 'string' },
  short: { type: 'boolean' },
  profile: { type: 'boolean' },
  against: { type: 'string' },
} as const

const full = { connections: [1, 8, 32, 128], perSecond: 500, rounds: 5, seconds: 4 }
/** The range of six medians is a confidence interval of 97 %: it misses in 2 of 2^6 cases. */
const comparison = { connections: [32], perSecond: 0, rounds: 6, seconds: 10 }
const short = { connections: [8], perSecond: 100, rounds: 1, seconds: 0.5 }

/** @throws UsageError for the command line */
export function readChoice(words: readonly string[], known: Known): Choice {
  const { values, positionals } = readScriptOptions(words, options)
  const usual = usualSize(values)
  return {
    scenarios: positionals.length === 0 ? known.scenarios : knownNames(positionals, known.scenarios, 'scenario'),
    targets: readNames(values.targets ?? values.contestants, known.targets),
    engine: readEngine(values.engine),
    connections: values.connections?.split(',').map((text) => readNumber('connections', text, 1)) ?? usual.connections,
    perSecond: readNumber('rate', values.rate, 0) ?? usual.perSecond,
    rounds: readNumber('rounds', values.rounds, 1) ?? usual.rounds,
    seconds: readNumber('seconds', values.seconds, 0.1) ?? usual.seconds,
    short: values.short ?? false,
    profile: values.profile ?? false,
    against: values.against,
  }
}

function usualSize({ short: isShort, against }: Readonly<{ short?: boolean; against?: string }>) {
  if (isShort) return short
  return against === undefined ? full : comparison
}

function readNames(text: string | undefined, known: readonly string[]): readonly string[] | undefined {
  return text === undefined ? undefined : knownNames(text.split(','), known, 'target')
}

function knownNames(names: readonly string[], known: readonly string[], what: string): readonly string[] {
  const unknown = names.find((name) => !known.includes(name))
  if (unknown !== undefined) throw new UsageError(`There is no ${what} "${unknown}": choose from ${known.join(', ')}.`)
  return names
}

function readNumber<Text extends string | undefined>(
  option: string,
  text: Text,
  least: number,
): Text extends string ? number : number | undefined
function readNumber(option: string, text: string | undefined, least: number): number | undefined {
  if (text === undefined) return undefined
  const number = Number(text)
  if (!(number >= least && number <= 100_000)) throw new UsageError(`--${option} takes a number, ${least} at least.`)
  return number
}
