import { useEffect, useState } from 'react'
import { type Outage, waitForRetry } from '#components/connection/guard-fetch.ts'

/** Longer than the gap between keystrokes of a fast typist, short enough to feel immediate. */
const pauseMs = 80
const timeoutMs = 15_000

type Answer<Results> = Readonly<{ results: Results; failure?: undefined }> | Readonly<{ failure: Outage }>

/**
 * The results for the typed text: until they arrive, those before them. A newer search cancels a pending one.
 * @param path answers the query parameter `q`, added to its own, with the rest of `Results` @param typed `undefined`
 *   asks for nothing
 */
export function useResults<Results extends Readonly<{ query: string }>>(path: string, typed: string | undefined) {
  const [results, setResults] = useState<Results>()
  const [failure, setFailure] = useState<Outage>()
  useEffect(() => {
    if (typed === undefined) return
    const stop = new AbortController()
    const wanted = { path, typed, signal: stop.signal }
    const timer = setTimeout(load<Results>, typed === '' ? 0 : pauseMs, wanted, (answer: Answer<Results>) => {
      setFailure(answer.failure)
      if (!answer.failure) setResults(answer.results)
    })
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [path, typed])
  return { results, failure, isPending: results?.query !== typed }
}

type Wanted = Readonly<{ path: string; typed: string; signal: AbortSignal }>

/** Retries until the results arrive, or the search is no longer wanted. */
async function load<Results>(wanted: Wanted, report: (answer: Answer<Results>) => void): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    const answer = await request<Results>(wanted)
    if (wanted.signal.aborted) return
    report(answer)
    if (!answer.failure) return
    await waitForRetry(attempt)
    if (wanted.signal.aborted) return
  }
}

async function request<Results>({ path, typed, signal }: Wanted): Promise<Answer<Results>> {
  try {
    const either = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
    const url = `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams({ q: typed })}`
    const response = await fetch(url, { signal: either })
    if (response.ok) return { results: { ...(await response.json()), query: typed } }
    return { failure: response.status === 401 ? 'session-ended' : 'unreachable' }
  } catch (error) {
    return { failure: error instanceof DOMException && error.name === 'TimeoutError' ? 'unreachable' : 'offline' }
  }
}
