import { noteRequest, reportFailure, trackWaiting } from './connection-state.ts'

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

type Fetch = typeof fetch

/** The database's wait budget is 4.8 s; the rest is for a slow network. */
const pageTimeoutMs = 20_000
/** The server closes silent connections by then. Imports take the longest. */
const actionTimeoutMs = 120_000

/**
 * Wraps the `fetch` that Next's router and Server Actions use, so that an outage never replaces the page:
 *
 * - A navigation (search, link, dialog, refresh) is retried until it succeeds, even if a newer one replaces it: the
 *   newer one may share its layouts and would wait for them forever. Unguarded, the router falls back to
 *   `location.assign` and the browser shows its own error page.
 * - A Server Action rejects with a `RequestFailure`, which `useForm` and `ActionForm` report next to the form.
 *   Unguarded, the error boundary replaces the page.
 *
 * All other requests, including prefetches, pass unchanged.
 */
export function guardFetch(plainFetch: Fetch): Fetch {
  return (input, init) => {
    const headers = new Headers(init?.headers)
    if (headers.has('next-action')) return trackWaiting(sendOnce(plainFetch, input, init, actionTimeoutMs))
    const isNavigation = headers.has('rsc') && !headers.has('next-router-prefetch') && init?.method !== 'HEAD'
    if (!isNavigation) return plainFetch(input, init)
    return retry(() => sendOnce(plainFetch, input, init, pageTimeoutMs))
  }
}

/** Sends until no `RequestFailure` is thrown. The page says why it waits. */
export function retry<T>(send: () => Promise<T>): Promise<T> {
  return trackWaiting(sendUntilDone(send))
}

async function sendUntilDone<T>(send: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      const response = await send()
      reportFailure(undefined)
      return response
    } catch (error) {
      if (!(error instanceof RequestFailure)) throw error
      reportFailure(error.outage)
      await waitForRetry(attempt)
    }
  }
}

const delaysMs = [500, 1_000, 2_000, 3_000]

/**
 * Resolves when the next attempt is due: after a growing delay, or as soon as the browser is online or the tab is
 * focused, or once `signal` aborts.
 */
export function waitForRetry(attempt: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const events = ['online', 'focus'] as const
    const retry = () => {
      clearTimeout(timer)
      for (const event of events) removeEventListener(event, retry)
      signal?.removeEventListener('abort', retry)
      resolve()
    }
    const timer = setTimeout(retry, delaysMs[attempt] ?? 4_000)
    for (const event of events) addEventListener(event, retry)
    signal?.addEventListener('abort', retry)
  })
}

/** @throws RequestFailure unless the whole response arrives, the server is up, and the session is valid */
async function sendOnce(
  plainFetch: Fetch,
  input: Parameters<Fetch>[0],
  init: RequestInit | undefined,
  timeoutMs: number,
) {
  const couldReach = canReachServer()
  const timeout = AbortSignal.timeout(timeoutMs)
  const signal = init?.signal ? AbortSignal.any([init.signal, timeout]) : timeout
  const response = await plainFetch(input, { ...init, signal })
    .then(readWhole)
    .catch((error: unknown) => {
      if (init?.signal?.aborted) throw error
      throw timeout.aborted ? new RequestFailure('unreachable', true) : new RequestFailure('offline', couldReach)
    })
  noteRequest(response.headers.get('x-request-id'))
  if (response.status === 401) throw new RequestFailure('session-ended', false)
  // RFC 9110 §15.6: a gateway that answers 502 or 504 may have forwarded the request; 503 refuses it.
  if ([502, 503, 504].includes(response.status)) throw new RequestFailure('unreachable', response.status !== 503)
  return response
}

/** `navigator.onLine` is only reliable when false, and irrelevant for a server on this machine. */
function canReachServer(): boolean {
  return navigator.onLine || /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(location.hostname)
}

/** A connection that breaks inside a response would otherwise surface as a rendering error. */
async function readWhole(response: Response): Promise<Response> {
  const whole = new Response(response.body && (await response.blob()), response)
  // The router reads both; a constructed response has neither.
  for (const name of ['url', 'redirected'] as const) Object.defineProperty(whole, name, { value: response[name] })
  return whole
}
