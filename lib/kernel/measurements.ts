import type { RefusalCode } from '#lib/kernel/errors.ts'

/** Observed values by bucket: counting allocates nothing. */
export class Distribution {
  /** The upper bounds of the buckets, ascending. */
  readonly bounds: readonly number[]
  /** The values of each bucket; the last one counts those above every bound. */
  readonly counts: number[]
  sum = 0

  constructor(bounds: readonly number[]) {
    this.bounds = bounds
    this.counts = Array.from({ length: bounds.length + 1 }, () => 0)
  }

  add(value: number): void {
    let bucket = 0
    while (value > (this.bounds[bucket] ?? Number.POSITIVE_INFINITY)) bucket += 1
    this.counts[bucket] = (this.counts[bucket] ?? 0) + 1
    this.sum += value
  }
}

/** `aborted`: the connection closed before the response was complete. */
export type RequestOutcome = '1xx' | '2xx' | '3xx' | '4xx' | '5xx' | 'aborted'

/** The requests of one endpoint. */
export class RequestMeasurement {
  readonly outcomes: Record<RequestOutcome, number> = { '1xx': 0, '2xx': 0, '3xx': 0, '4xx': 0, '5xx': 0, aborted: 0 }
  readonly seconds = new Distribution([0.005, 0.025, 0.1, 0.5, 2, 5])

  add(outcome: RequestOutcome, seconds: number): void {
    this.outcomes[outcome] += 1
    this.seconds.add(seconds)
  }
}

/** Connections to the database, and callers that wait for one. */
type PoolLoad = Readonly<{ total: number; idle: number; waiting: number }>

/** What this process has done since it started, for `/metrics`. */
export type Measurements = {
  /** By the names of endpoints, which are a closed set. */
  readonly requests: Map<string, RequestMeasurement>
  readonly refusals: Map<RefusalCode, number>
  /** Attempts to send an event to a webhook, tests included. */
  readonly deliveries: Record<'delivered' | 'failed', number>
  /** Attempts to send a mail. `deferred`: it is sent again later; `failed`: it was given up. */
  readonly mails: Record<'sent' | 'deferred' | 'failed', number>
  /** How many writes share one SQLite commit. */
  readonly commitSizes: Distribution
  /** Undefined on SQLite. */
  readPool: (() => PoolLoad) | undefined
}

const slot = Symbol.for('latchkey.measurements')
// The server and Next's bundle each evaluate this module. The type of globalThis can't be extended by a symbol.
const shared = globalThis as typeof globalThis & { [slot]?: Measurements }
shared[slot] ??= {
  requests: new Map(),
  refusals: new Map(),
  deliveries: { delivered: 0, failed: 0 },
  mails: { sent: 0, deferred: 0, failed: 0 },
  commitSizes: new Distribution([1, 2, 5, 10, 25, 50, 100]),
  readPool: undefined,
}
export const measurements = shared[slot]

/** The measurement of an endpoint; before its first request it is zero. */
export function measureRequests(endpoint: string): RequestMeasurement {
  const measured = measurements.requests.get(endpoint) ?? new RequestMeasurement()
  measurements.requests.set(endpoint, measured)
  return measured
}

export function toOutcome(status: number): RequestOutcome {
  if (status >= 500) return '5xx'
  if (status >= 400) return '4xx'
  if (status >= 300) return '3xx'
  return status >= 200 ? '2xx' : '1xx'
}
