/** A plan for the generator: plain values, because they are sent to another process. */

/** Where the requests go. */
export type ServerAddress = Readonly<{
  port: number
  /** The value of the `Host` field. */
  host: string
}>

/** A refresh token and the other form fields of its holder. */
export type Holding = Readonly<{ token: string; form: Readonly<Record<string, string>> }>

/** The source of requests. */
export type SourcePlan =
  /** Repeats the same requests. */
  | Readonly<{ kind: 'cycle'; requests: readonly string[] }>
  /** Takes a token from the pool for each request, and appends the token of the response. */
  | Readonly<{ kind: 'chain'; path: string; field: string; pool: readonly Holding[] }>
  /** Opens links, which are fetched in batches before; fetching is not measured. */
  | Readonly<{ kind: 'links'; requests: readonly string[]; field: string }>

/** The expected response. Every status is compared, and the rest of one response in 32. */
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
 * `closed`: every connection sends its next request after its response. `open`: requests are due at a constant rate,
 * and time that they wait for a connection counts as latency.
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

/** The measurements of a run, in milliseconds unless stated otherwise. */
export type Timing = Readonly<{
  answered: number
  perSecond: number
  p50: number
  p99: number
  longest: number
  /** The share of one processor that the generator used. Near 1, it would measure itself. */
  generatorLoad: number
}>

export type Outcome = Readonly<{ kind: 'measured'; timing: Timing }> | Readonly<{ kind: 'failed'; reason: string }>
