import { unstable_rethrow } from 'next/navigation'
import { useEffect, useRef } from 'react'
import { type Outage, RequestFailure, waitForRetry } from './guard-fetch.ts'

/** `unknown-outcome`: the action may have run. `failed`: an unexpected response, for example after a new release. */
export type FailureKind = Outage | 'unknown-outcome' | 'failed'

export type ActionFailure = Readonly<{ kind: FailureKind; retrying: boolean }>

export type SendOptions = Readonly<{
  /** The action is idempotent: it is retried even if it may have run. */
  repeatable: boolean
  /** Returns false once the form is unmounted or its dialog closed; then nothing more is sent. */
  isWanted: () => boolean
  /** Ends the wait for the next attempt. */
  signal?: AbortSignal | undefined
  onFailure: (failure: ActionFailure | undefined) => void
}>

/**
 * Runs a Server Action and retries it after an outage as long as that is safe. Reports each state to `onFailure`.
 * @returns `undefined` if the action did not succeed
 */
export async function sendAction<T>(send: () => Promise<T>, options: SendOptions): Promise<{ value: T } | undefined> {
  const { repeatable, isWanted, signal, onFailure } = options
  for (let attempt = 0; ; attempt++) {
    try {
      const value = await send()
      onFailure(undefined)
      return { value }
    } catch (error) {
      onFailure(undefined)
      // Next implements a redirect as an error; it means success.
      unstable_rethrow(error)
      const failure = toFailure(error, repeatable)
      onFailure(failure)
      if (!failure.retrying) return undefined
      await waitForRetry(attempt, signal)
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

export function useIsMounted(): () => boolean {
  const mounted = useRef(false)
  useEffect(() => {
    mounted.current = true
    return () => {
      mounted.current = false
    }
  }, [])
  return () => mounted.current
}
