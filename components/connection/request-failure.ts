/** Why a request got no usable response. `unreachable`: 502, 503, 504 or a timeout. */
export type Outage = 'offline' | 'unreachable' | 'session-ended'

/** A Server Action's request that got no usable response. The form keeps its input. */
export class RequestFailure extends Error {
  readonly outage: Outage
  /** Whether the server may have run the action. Only an action that never ran is retried without asking. */
  readonly mayHaveRun: boolean

  constructor(outage: Outage, mayHaveRun: boolean) {
    super(`request failed: ${outage}`)
    this.name = 'RequestFailure'
    this.outage = outage
    this.mayHaveRun = mayHaveRun
  }
}

const delaysMs = [500, 1_000, 2_000, 3_000]

/**
 * Resolves when the next attempt is due: after a growing delay, or as soon as the browser is online or the tab is
 * focused.
 */
export function waitForRetry(attempt: number): Promise<void> {
  return new Promise((resolve) => {
    const events = ['online', 'focus'] as const
    const retry = () => {
      clearTimeout(timer)
      for (const event of events) removeEventListener(event, retry)
      resolve()
    }
    const timer = setTimeout(retry, delaysMs[attempt] ?? 4_000)
    for (const event of events) addEventListener(event, retry)
  })
}
