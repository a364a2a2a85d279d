import type { EndpointResponse, ResponseHeaders } from '#lib/http/endpoint-response.ts'
import { newRequestId, type RequestContext } from '#lib/request-context.ts'

/** What the server in front has settled about a request, beyond the request itself. */
export type EndpointContext = Readonly<{
  /** The client's address: `TRUSTED_PROXIES` has been applied. */
  address: string
}>

/**
 * Answers every method of one path. Independent of Next: the server in front calls it, and the route handlers export
 * it. It never throws.
 */
export type Endpoint = (request: Request, context: EndpointContext) => Promise<EndpointResponse>

/** The headers every endpoint's answer carries (section 8 of the protocol), with the request's own id. */
export function commonResponseHeaders(requestId: string) {
  return {
    'Cache-Control': 'no-store',
    Pragma: 'no-cache',
    'X-Content-Type-Options': 'nosniff',
    'X-Request-Id': requestId,
  } satisfies ResponseHeaders
}

/** Address and request id. The server in front sets the id; a request that came another way gets a fresh one. */
export function readRequestContext(request: Request, context: EndpointContext): RequestContext {
  return { address: context.address, requestId: request.headers.get('x-request-id') ?? newRequestId() }
}
