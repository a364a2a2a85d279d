import { commonResponseHeaders, type EndpointResponse } from '#lib/web/http/endpoint.ts'

/** Sent by prefetches and prerenders of browsers and frameworks. */
const speculationHeaders = ['sec-purpose', 'purpose', 'x-moz', 'next-router-prefetch', 'rsc']

/**
 * Whether a request is a navigation, as opposed to HEAD, a prefetch, a preview or a framework's data request: those
 * must not redeem a one-time link. A request without `Sec-Fetch-Dest` (curl, HTTP libraries, old browsers) is a
 * navigation.
 */
export function isNavigation(request: Request): boolean {
  if (request.method === 'HEAD' || speculationHeaders.some((name) => request.headers.has(name))) return false
  return (request.headers.get('sec-fetch-dest') ?? 'document') === 'document'
}

/** The response to any request that is not a navigation: 204, nothing was redeemed. */
export function prefetchResponse(requestId: string): EndpointResponse {
  return { status: 204, headers: { ...commonResponseHeaders(requestId), 'Referrer-Policy': 'no-referrer' }, body: null }
}
