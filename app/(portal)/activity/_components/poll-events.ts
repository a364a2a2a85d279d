import type { Outage } from '#components/connection/guard-fetch.ts'

/** `forbidden`: the user may no longer read Activity. */
export type PollResult = Readonly<{ ids: readonly string[]; failure?: undefined }> | Readonly<{ failure: PollFailure }>
export type PollFailure = Outage | 'forbidden'

const intervalMs = 4_000
const maxDelayMs = 60_000
const timeoutMs = 15_000

/**
 * Requests the IDs of new events every 4 seconds while the tab is visible, and reports each result until `signal`
 * aborts. After failures the delay doubles up to a minute. A request whose session ended is repeated only when the tab
 * is focused again, for example after signing in in another tab.
 */
export async function pollEvents(
  url: string,
  signal: AbortSignal,
  report: (result: PollResult) => void,
): Promise<void> {
  let delayMs = intervalMs
  for (;;) {
    // The network may need a moment after the browser reports it: the delay starts over.
    if (await waitForTurn(delayMs, signal)) delayMs = intervalMs / 2
    if (signal.aborted) return
    const result = await request(url, signal)
    if (signal.aborted) return
    report(result)
    delayMs = delayAfter(result.failure, delayMs)
  }
}

function delayAfter(failure: PollFailure | undefined, delayMs: number): number {
  if (!failure) return intervalMs
  if (failure === 'session-ended' || failure === 'forbidden') return Number.POSITIVE_INFINITY
  return Math.min(2 * delayMs, maxDelayMs)
}

async function request(url: string, signal: AbortSignal): Promise<PollResult> {
  try {
    const response = await fetch(url, { signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]) })
    if (response.ok) return await response.json()
    return { failure: failures[response.status] ?? 'unreachable' }
  } catch (error) {
    return { failure: error instanceof DOMException && error.name === 'TimeoutError' ? 'unreachable' : 'offline' }
  }
}

const failures: Readonly<Record<number, PollFailure>> = { 401: 'session-ended', 403: 'forbidden' }

/**
 * Resolves after the delay, or as soon as the browser is online or the tab is focused; never while the tab is hidden.
 * @returns whether it resolved before the delay
 */
function waitForTurn(delayMs: number, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const stop = new AbortController()
    const end = (isEarly: boolean) => {
      stop.abort()
      clearTimeout(timer)
      resolve(isEarly)
    }
    const takeTurn = (isEarly: boolean) => document.visibilityState === 'visible' && end(isEarly)
    const timer = Number.isFinite(delayMs) ? setTimeout(takeTurn, delayMs, false) : undefined
    const options = { signal: stop.signal }
    for (const event of ['online', 'focus']) addEventListener(event, () => takeTurn(true), options)
    document.addEventListener('visibilitychange', () => takeTurn(true), options)
    signal.addEventListener('abort', () => end(true), options)
  })
}
