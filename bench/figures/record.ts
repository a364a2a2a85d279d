/** One round of one work at one load. */
export type Round = Readonly<{
  perSecond: number
  /** Milliseconds that half of the answers, and all but one in a hundred, came within. */
  p50: number
  p99: number
  memoryMb: number
  /** How many processors' worth of time the contestant and the load took. */
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

/** Something else that was measured: how long it took, or how many a second, in the words of its columns. */
export type Figure = Readonly<{
  work: string
  contestant: string
  /** What was asked for, such as "1 character, rare". */
  subject: string
  unit: 'ms' | 'per second' | 'MB'
  /** Half of the values are not above it. */
  median: number
  /** All but one in a hundred are not above it; of a few, the largest one. */
  p99: number
  count: number
}>
