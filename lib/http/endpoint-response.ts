/** Each name in one spelling, so that a header that is set twice is one header. */
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
  | 'ETag'
  | 'Location'
  | 'Pragma'
  | 'Referrer-Policy'
  | 'Refresh'
  | 'Retry-After'
  | 'Set-Cookie'
  | 'Vary'
  | 'WWW-Authenticate'
  | 'X-Content-Type-Options'
  | 'X-Frame-Options'
  | 'X-Latchkey-Account'
  | 'X-Latchkey-Assertion'
  | 'X-Latchkey-Locale'
  | 'X-Latchkey-User'
  | 'X-Request-Id'

export type ResponseHeaders = Readonly<Partial<Record<HeaderName, string | string[]>>>

/**
 * What an endpoint answers. Not the standard's `Response`: that one makes a stream of every text, only to have it read
 * again, which costs more than all else between the socket and the rules.
 */
export type EndpointResponse = Readonly<{
  status: number
  headers: ResponseHeaders
  body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>> | null
}>

/** An answer in JSON. */
export function jsonResponse(
  content: unknown,
  { status = 200, headers = {} }: Partial<Pick<EndpointResponse, 'status' | 'headers'>> = {},
): EndpointResponse {
  return { status, headers: { 'Content-Type': 'application/json', ...headers }, body: JSON.stringify(content) }
}

/** The same answer in the words of the Web standard, for frameworks and for streams. */
export function toResponse({ status, headers, body }: EndpointResponse): Response {
  const sent = new Headers()
  for (const [name, values] of Object.entries(headers)) for (const value of [values].flat()) sent.append(name, value)
  return new Response(body, { status, headers: sent })
}
