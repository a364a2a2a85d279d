import { reportFailure, trackWaiting } from './connection-state.ts'
import { RequestFailure, waitForRetry } from './request-failure.ts'

type Fetch = typeof fetch
type FetchInput = Parameters<Fetch>[0]
type Outcome = Response | RequestFailure

/** The database's wait budget is 4.8 s; the rest is for a slow network. */
const pageTimeoutMs = 20_000
/** The server closes silent connections by then. Imports take the longest. */
const actionTimeoutMs = 120_000

/**
 * Wraps the `fetch` that Next's router and Server Actions use, so that an outage never replaces the page:
 *
 * - A navigation (search, link, dialog, refresh) is retried until it succeeds or another navigation replaces it.
 * Unguarded, the router falls back to `location.assign` and the browser shows its own error page.
 * - A Server Action rejects with a `RequestFailure`, which `useFormAction` and `ActionForm` report beside the form.
 * Unguarded, the error boundary replaces the page.
 *
 * All other requests, including prefetches, pass unchanged.
 */
export function guardFetch(plainFetch: Fetch): Fetch {
  /** The URL of the router's current navigation. */
  let currentUrl: string | undefined

  /** @returns `undefined` if another navigation has replaced this one */
  async function retryNavigation(url: string, send: () => Promise<Outcome>): Promise<Response | undefined> {
    currentUrl = url
    let outcome = await send()
    for (let attempt = 0; outcome instanceof RequestFailure; attempt++) {
      if (currentUrl !== url) return undefined
      reportFailure(outcome.outage)
      await waitForRetry(attempt)
      if (currentUrl !== url) return undefined
      outcome = await send()
    }
    reportFailure(undefined)
    return outcome
  }

  async function navigate(url: string, send: () => Promise<Outcome>): Promise<Response> {
    const response = await trackWaiting(retryNavigation(url, send))
    // The router has discarded this navigation. A rejection would make it load the document.
    return response ?? new Promise(() => {})
  }

  return (input, init) => {
    const headers = new Headers(init?.headers)
    if (headers.has('next-action'))
      return trackWaiting(runAction(() => sendOnce(plainFetch, input, init, actionTimeoutMs)))
    const isNavigation = headers.has('rsc') && !headers.has('next-router-prefetch') && init?.method !== 'HEAD'
    if (!isNavigation) return plainFetch(input, init)
    return navigate(pageUrl(input), () => sendOnce(plainFetch, input, init, pageTimeoutMs))
  }
}

async function runAction(send: () => Promise<Outcome>): Promise<Response> {
  const outcome = await send()
  if (outcome instanceof RequestFailure) throw outcome
  return outcome
}

/** Returns a failure unless the whole response arrives, the server is up, and the session is valid. */
async function sendOnce(plainFetch: Fetch, input: FetchInput, init: RequestInit | undefined, timeoutMs: number) {
  const couldReach = canReachServer()
  const timeout = AbortSignal.timeout(timeoutMs)
  const signal = init?.signal ? AbortSignal.any([init.signal, timeout]) : timeout
  try {
    return classify(await readWhole(await plainFetch(input, { ...init, signal })))
  } catch (error) {
    if (init?.signal?.aborted) throw error
    return timeout.aborted ? new RequestFailure('unreachable', true) : new RequestFailure('offline', couldReach)
  }
}

/** `navigator.onLine` is only reliable when false, and irrelevant for a server on this machine. */
function canReachServer(): boolean {
  return navigator.onLine || /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(location.hostname)
}

function classify(response: Response): Outcome {
  if (response.status === 401) return new RequestFailure('session-ended', false)
  // RFC 9110 §15.6: a gateway that answers 502 or 504 may have forwarded the request; 503 refuses it.
  if ([502, 503, 504].includes(response.status)) return new RequestFailure('unreachable', response.status !== 503)
  return response
}

/** A connection that breaks inside a response would otherwise surface as a rendering error. */
async function readWhole(response: Response): Promise<Response> {
  const whole = new Response(response.body && (await response.blob()), response)
  // The router reads both; a constructed response has neither.
  for (const name of ['url', 'redirected'] as const) Object.defineProperty(whole, name, { value: response[name] })
  return whole
}

/** Without the parameter that the router adds to separate cached responses. */
function pageUrl(input: FetchInput): string {
  const url = new URL(input instanceof Request ? input.url : input, location.href)
  url.searchParams.delete('_rsc')
  return url.href
}
