import { unstable_rethrow } from 'next/navigation'
import { type Outage, RequestFailure, waitForRetry } from './request-failure.ts'

/** `unknown-outcome`: the action may have run. `failed`: the response made no sense, e.g. after a new release. */
export type FailureKind = Outage | 'unknown-outcome' | 'failed'

export type ActionFailure = Readonly<{ kind: FailureKind; retrying: boolean }>

export type SendOptions = Readonly<{
  /** Running the action twice has the same effect as running it once: it is repeated even if it may have run. */
  repeatable: boolean
  /** Turns false once the form is gone; nothing is sent from then on. */
  isWanted: () => boolean
  onFailure: (failure: ActionFailure | undefined) => void
}>

/**
 * Runs a Server Action and survives an outage: retries as long as that is safe, reporting each state to `onFailure`.
 * @returns undefined if the action did not succeed
 */
export async function sendAction<T>(send: () => Promise<T>, options: SendOptions): Promise<{ value: T } | undefined> {
  const { repeatable, isWanted, onFailure } = options
  for (let attempt = 0; ; attempt++) {
    try {
      const value = await send()
      onFailure(undefined)
      return { value }
    } catch (error) {
      onFailure(undefined)
      // A redirect travels as an error, and is a success.
      unstable_rethrow(error)
      const failure = toFailure(error, repeatable)
      onFailure(failure)
      if (!failure.retrying) return undefined
      await waitForRetry(attempt)
      if (!isWanted()) return undefined
    }
  }
}

function toFailure(error: unknown, repeatable: boolean): ActionFailure {
  if (!(error instanceof RequestFailure)) return { kind: 'failed', retrying: false }
  const { outage, mayHaveRun } = error
  if (outage === 'session-ended') return { kind: outage, retrying: false }
  if (mayHaveRun && !repeatable) return { kind: 'unknown-outcome', retrying: false }
  return { kind: outage, retrying: true }
}
