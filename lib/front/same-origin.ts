import type { IncomingMessage } from 'node:http'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Whether a request that may change something comes from one of our own pages. A browser that leaves out `Origin`
 * must say so in `Sec-Fetch-Site`; `Origin: null` (sandboxed frames, `no-referrer` pages) is foreign.
 */
export function comesFromOurPages(request: IncomingMessage, baseUrl: string): boolean {
  if (safeMethods.has(request.method ?? '')) return true
  const { origin } = request.headers
  return origin === undefined ? request.headers['sec-fetch-site'] === 'same-origin' : origin === baseUrl
}
