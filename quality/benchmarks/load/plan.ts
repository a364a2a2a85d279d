/** What the generator is told: plain values, since it is a process of its own. */

/** Where the requests go. */
export type ServerAddress = Readonly<{
  port: number
  /** What the target is called by its clients, in `Host`. */
  host: string
}>

/** A token, and what else its holder sends with it. */
export type Holding = Readonly<{ token: string; form: Readonly<Record<string, string>> }>

/** Where requests come from. */
export type SourcePlan =
  /** The same requests again and again. */
  | Readonly<{ kind: 'cycle'; requests: readonly string[] }>
  /** A token of the pool each, used once: the answer's token goes back to the end of the pool. */
  | Readonly<{ kind: 'chain'; path: string; field: string; pool: readonly Holding[] }>
  /** Links that must be opened at once: fetched in batches beforehand, which does not count. */
  | Readonly<{ kind: 'links'; requests: readonly string[]; field: string }>

/** What a good answer is. Every status is looked at, the rest of one answer in 32. */
export type Expectation = Readonly<{
  status: number
  /** The exact members of a JSON body. */
  members?: readonly string[]
  /** Required text of the head, such as the beginning of a field. */
  head?: string
  /** Required text of the body. */
  body?: string
}>

/**
 * `closed`: every connection sends its next request after its response. `open`: requests are due at a constant rate, and
 * time that they wait for a connection counts as latency.
 */
export type Pace = Readonly<{ kind: 'closed'; connections: number }> | Readonly<{ kind: 'open'; perSecond: number }>

export type Plan = Readonly<{
  address: ServerAddress
  source: SourcePlan
  expect: Expectation
  pace: Pace
  warmUpMs: number
  measureMs: number
}>

/** What the generator has seen. Milliseconds, unless named otherwise. */
export type Timing = Readonly<{
  answered: number
  perSecond: number
  p50: number
  p99: number
  longest: number
  /** Of a processor's time, what the generator itself took: at 1 it would measure itself. */
  generatorLoad: number
}>

export type Outcome = Readonly<{ kind: 'measured'; timing: Timing }> | Readonly<{ kind: 'failed'; reason: string }>
