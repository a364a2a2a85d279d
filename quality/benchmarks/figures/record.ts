import type { Circumstances } from '../../resilience/report/record.ts'
import type { ProfileSummary } from './profile.ts'

/** One round of one work at one load. */
export type Round = Readonly<{
  perSecond: number
  /** Milliseconds that half of the answers, and all but one in a hundred, came within. */
  p50: number
  p99: number
  memoryMb: number
  /** How many processors' worth of time the contestant took. */
  processors: number
  generatorLoad: number
}>

/** What a contestant has shown at one load, round by round. */
export type Series = Readonly<{
  work: string
  contestant: string
  /** Such as "32 connections" or "500/s". */
  load: string
  rounds: readonly Round[]
  /** Why it could not be measured. */
  failure?: string
}>

/** Something else that was measured: how long it took, or how many a second. */
export type Figure = Readonly<{
  work: string
  contestant: string
  /** What was asked for, such as "1 character, rare". */
  subject: string
  unit: 'ms' | 'per second'
  /** Half of the values are not above it. */
  median: number
  /** All but one in a hundred are not above it; of a few, the largest one. */
  p99: number
  count: number
}>

/** Of a run: where, when and on what it went on. Ratios are of figures of the same one. */
export type Run = Circumstances &
  Readonly<{
    /** Of what else is measured beside the product. */
    versions: string
    rounds: number
    seconds: number
    /** The system's load average when it began: above the number of processors, others were at work, too. */
    loadBefore: number
  }>

/** Where a contestant's time went while it did these works. */
export type Profile = ProfileSummary & Readonly<{ works: string; contestant: string }>

/** Everything that is on record. */
export type Results = Readonly<{
  profiles: readonly (Profile & { run: Run })[]
  series: readonly (Series & { run: Run })[]
  figures: readonly (Figure & { run: Run })[]
}>

/** What is on record already, with the newer ones in place of those that they repeat. */
export function mergeResults(known: Results, newer: Results): Results {
  return {
    profiles: mergeBy([...known.profiles, ...newer.profiles], ({ works, contestant }) => [works, contestant]),
    series: mergeBy([...known.series, ...newer.series], ({ work, contestant, load }) => [work, contestant, load]),
    figures: mergeBy([...known.figures, ...newer.figures], ({ work, contestant, subject }) => [
      work,
      contestant,
      subject,
    ]),
  }
}

function mergeBy<T>(all: readonly T[], keyOf: (one: T) => readonly string[]): T[] {
  return [...new Map(all.map((one) => [keyOf(one).join('|'), one])).values()]
}
