import type { Circumstances } from '../../resilience/report/record.ts'
import type { ProfileSummary } from './profile.ts'

/** One round of one scenario at one load. */
export type Round = Readonly<{
  perSecond: number
  /** Latency in milliseconds: median and 99th percentile. */
  p50: number
  p99: number
  memoryMb: number
  /** Average number of processors that the target kept busy. */
  processors: number
  generatorLoad: number
}>

/** The rounds of a target at one load. */
export type Series = Readonly<{
  scenario: string
  target: string
  /** Such as "32 connections" or "500/s". */
  load: string
  rounds: readonly Round[]
  /** Why there are no figures. */
  failure?: string
}>

/** Another measurement: a duration or a rate. */
export type Figure = Readonly<{
  scenario: string
  target: string
  /** The variant, such as "1 character, rare". */
  subject: string
  unit: 'ms' | 'per second'
  median: number
  /** The 99th percentile; of a few values, the largest. */
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

/** The known results, with newer ones in place of those that they repeat. */
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
