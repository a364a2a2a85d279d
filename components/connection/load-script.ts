import { RequestFailure, retry } from './guard-fetch.ts'

/**
 * Loads a script that a page needs later, and retries through an outage. `lazy` and `dynamic` would keep the failure,
 * and the error boundary would replace the page.
 */
export function loadScript<T>(load: () => Promise<T>): Promise<T> {
  return retry(() =>
    load().catch(() => {
      throw new RequestFailure(navigator.onLine ? 'unreachable' : 'offline', false)
    }),
  )
}
