import { commonResponseHeaders } from '#lib/http/endpoint.ts'
import type { EndpointResponse } from '#lib/http/endpoint-response.ts'

/** Set by whoever fetches a page before, or without, a person's going there. */
const speculationHeaders = ['sec-purpose', 'purpose', 'x-moz', 'next-router-prefetch', 'rsc']

/**
 * Whether somebody goes to this address, as opposed to a browser, a preview or a framework that only looks at it:
 * opening a one-time link must not be left to those. Without `Sec-Fetch-Dest` (command lines, HTTP libraries, old
 * browsers) it counts as going there.
 */
export function isNavigation(request: Request): boolean {
  if (request.method === 'HEAD' || speculationHeaders.some((name) => request.headers.has(name))) return false
  return (request.headers.get('sec-fetch-dest') ?? 'document') === 'document'
}

/** What whoever only looks gets to see: nothing, and nothing has happened. */
export function answerOnlooker(requestId: string): EndpointResponse {
  return { status: 204, headers: { ...commonResponseHeaders(requestId), 'Referrer-Policy': 'no-referrer' }, body: null }
}
