import type { Circumstances } from '../../resilience/report/record.ts'
import type { ProfileSummary } from './profile.ts'

/** One round of one scenario at one load. */
export type Round = Readonly<{
  perSecond: number
  /** Milliseconds that half of the answers, and all but one in a hundred, came within. */
  p50: number
  p99: number
  memoryMb: number
  /** How many processors' worth of time the target took. */
  processors: number
  generatorLoad: number
}>

/** What a target has shown at one load, round by round. */
export type Series = Readonly<{
  scenario: string
  target: string
  /** Such as "32 connections" or "500/s". */
  load: string
  rounds: readonly Round[]
  /** Why it could not be measured. */
  failure?: string
}>

/** Something else that was measured: how long it took, or how many a second. */
export type Figure = Readonly<{
  scenario: string
  target: string
  /** What was asked for, such as "1 character, rare". */
  subject: string
  unit: 'ms' | 'per second'
  /** Half of the values are not above it. */
  median: number
  /** All but one in a hundred are not above it; of a few, the largest one. */
  p99: number
  count: number
}>

/** The circumstances of a run. Ratios compare figures of one run. */
export type Run = Required<Circumstances> &
  Readonly<{
    /** Of Next, jose and the peers. */
    versions: string
    rounds: number
    seconds: number
  }>

/** A processor profile of a target in these scenarios. */
export type Profile = ProfileSummary & Readonly<{ scenarios: string; target: string }>

/** All stored results. */
export type Results = Readonly<{
  profiles: readonly (Profile & { run: Run })[]
  series: readonly (Series & { run: Run })[]
  figures: readonly (Figure & { run: Run })[]
}>

/** What is on record already, with the newer ones in place of those that they repeat. */
export function mergeResults(known: Results, newer: Results): Results {
  return {
    profiles: mergeBy([...known.profiles, ...newer.profiles], ({ scenarios, target }) => [scenarios, target]),
    series: mergeBy([...known.series, ...newer.series], ({ scenario, target, load }) => [scenario, target, load]),
    figures: mergeBy([...known.figures, ...newer.figures], ({ scenario, target, subject }) => [
      scenario,
      target,
      subject,
    ]),
  }
}

function mergeBy<T>(all: readonly T[], keyOf: (one: T) => readonly string[]): T[] {
  return [...new Map(all.map((one) => [keyOf(one).join('|'), one])).values()]
}
