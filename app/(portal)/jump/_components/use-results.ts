import { useEffect, useState } from 'react'
import { type Outage, waitForRetry } from '../../../../components/connection/guard-fetch.ts'
import type { JumpResults } from '../entry.ts'

/** Longer than the gap between keystrokes of a fast typist, short enough to feel immediate. */
const pauseMs = 80
const timeoutMs = 15_000

type Answer = Readonly<{ results: JumpResults; failure?: undefined }> | Readonly<{ failure: Outage }>

/** The results for the typed text: until they arrive, those before them. A newer search cancels a pending one. */
export function useResults(typed: string) {
  const [results, setResults] = useState<JumpResults>()
  const [failure, setFailure] = useState<Outage>()
  useEffect(() => {
    const stop = new AbortController()
    const timer = setTimeout(load, typed === '' ? 0 : pauseMs, typed, stop.signal, (answer: Answer) => {
      setFailure(answer.failure)
      if (!answer.failure) setResults(answer.results)
    })
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [typed])
  return { results, failure, isPending: results?.query !== typed }
}

/** Retries until the results arrive, or the search is no longer wanted. */
async function load(typed: string, signal: AbortSignal, report: (answer: Answer) => void): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    const answer = await request(typed, signal)
    if (signal.aborted) return
    report(answer)
    if (!answer.failure) return
    await waitForRetry(attempt)
    if (signal.aborted) return
  }
}

async function request(typed: string, signal: AbortSignal): Promise<Answer> {
  try {
    const wanted = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
    const response = await fetch(`/jump/results?${new URLSearchParams({ q: typed })}`, { signal: wanted })
    if (response.ok) return { results: { ...(await response.json()), query: typed } }
    return { failure: response.status === 401 ? 'session-ended' : 'unreachable' }
  } catch (error) {
    return { failure: error instanceof DOMException && error.name === 'TimeoutError' ? 'unreachable' : 'offline' }
  }
}
