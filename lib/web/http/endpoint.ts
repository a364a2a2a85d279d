import type { Services } from '#lib/foundation/services.ts'
import type { RequestContext } from '#lib/kernel/request-context.ts'

/** Made once per request, by the gateway or by a route handler. */
export type EndpointContext = RequestContext & Readonly<{ services: Services }>

/**
 * Answers every method of one path, and never throws. Independent of Next: the gateway and the route handlers call it.
 */
export type Endpoint = (request: Request, context: EndpointContext) => Promise<EndpointResponse>

/** One spelling per name, so that a header set twice stays one header. */
type HeaderName =
  | 'Access-Control-Allow-Headers'
  | 'Access-Control-Allow-Methods'
  | 'Access-Control-Allow-Origin'
  | 'Access-Control-Max-Age'
  | 'Allow'
  | 'Cache-Control'
  | 'Clear-Site-Data'
  | 'Content-Disposition'
  | 'Content-Encoding'
  | 'Content-Language'
  | 'Content-Security-Policy'
  | 'Content-Type'
  | 'Cross-Origin-Opener-Policy'
  | 'DPoP-Nonce'
  | 'ETag'
  | 'Latchkey-Grant-Id'
  | 'Latchkey-Key-Expires'
  | 'Location'
  | 'Pragma'
  | 'RateLimit'
  | 'RateLimit-Policy'
  | 'Referrer-Policy'
  | 'Refresh'
  | 'Retry-After'
  | 'Set-Cookie'
  | 'Vary'
  | 'WWW-Authenticate'
  | 'X-Accel-Buffering'
  | 'X-Content-Type-Options'
  | 'X-Frame-Options'
  | 'X-Latchkey-Account'
  | 'X-Latchkey-Assertion'
  | 'X-Latchkey-Locale'
  | 'X-Latchkey-User'
  | 'X-Request-Id'

export type ResponseHeaders = Readonly<Partial<Record<HeaderName, string | string[]>>>

/** Not a Web `Response`: turning text into a stream and back costs more than the rest from socket to use case. */
export type EndpointResponse = Readonly<{
  status: number
  headers: ResponseHeaders
  body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>> | null
}>

/** The headers of every endpoint response (docs/protocol.md, section 8). */
export function commonResponseHeaders(requestId: string) {
  return {
    'Cache-Control': 'no-store',
    Pragma: 'no-cache',
    'X-Content-Type-Options': 'nosniff',
    'X-Request-Id': requestId,
  } satisfies ResponseHeaders
}

export function jsonResponse(
  content: unknown,
  { status = 200, headers = {} }: Partial<Pick<EndpointResponse, 'status' | 'headers'>> = {},
): EndpointResponse {
  return { status, headers: { 'Content-Type': 'application/json', ...headers }, body: JSON.stringify(content) }
}

/** 303 (RFC 9110 §15.4.4): the browser continues with GET, without a referrer, at our path or a validated URL. */
export function seeOther(location: string, requestId: string, cookies: string[] = []): EndpointResponse {
  const headers = {
    ...commonResponseHeaders(requestId),
    Location: location,
    'Referrer-Policy': 'no-referrer',
    // As of pages: a redirect without it would cut a tab off from the launcher, which then can't switch to it.
    'Cross-Origin-Opener-Policy': 'same-origin',
  }
  return { status: 303, headers: cookies.length === 0 ? headers : { ...headers, 'Set-Cookie': cookies }, body: null }
}

/** For Next's route handlers, and for streams. */
export function toResponse({ status, headers, body }: EndpointResponse): Response {
  const webHeaders = new Headers()
  for (const [name, values] of Object.entries(headers)) {
    for (const value of [values].flat()) webHeaders.append(name, value)
  }
  return new Response(body, { status, headers: webHeaders })
}
