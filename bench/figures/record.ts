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
