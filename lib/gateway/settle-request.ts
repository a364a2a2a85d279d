import type { IncomingMessage } from 'node:http'
import { isEndpointPath } from '#lib/gateway/paths.ts'
import type { RequestContext } from '#lib/request-context.ts'

/** The methods that the router behind us has a name for. */
const routedMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** What a client says about itself by these is replaced by what we know, or by nothing. */
const spoofableHeaders = ['forwarded', 'x-forwarded-port', 'x-real-ip', 'content-security-policy']

/** By these Next's client asks for a page's data instead of the page. */
const dataRequestHeaders = ['rsc', 'next-router-prefetch', 'next-router-segment-prefetch', 'next-router-state-tree']

/**
 * Parses the request target, in origin or absolute form (RFC 9112 §3.2). Leading slashes collapse to one: base URLs that
 * end in a slash are the most common mistake of clients, and some parsers read `//host` as another origin.
 * @returns undefined if the target is neither, or if its path can't be decoded: the router behind fails on that
 */
export function readTarget(request: IncomingMessage, base: URL): URL | undefined {
  const line = request.url ?? ''
  const url = URL.parse(line.startsWith('/') ? `${base.origin}${line}` : line)
  if (!url?.protocol.startsWith('http') || !isDecodable(url.pathname)) return undefined
  // Dots and backslashes are resolved already: `/.//host` and `/\\host` are `//host` by now.
  if (url.pathname.startsWith('//')) url.pathname = url.pathname.replace(/^\/+/, '/')
  return url
}

/** False where a per cent sign stands alone, or before bytes that are not UTF-8. */
function isDecodable(pathname: string): boolean {
  try {
    return decodeURIComponent(pathname) !== ''
  } catch {
    return false
  }
}

/** From here on the request says of itself what we know of it. */
export function settleRequest(request: IncomingMessage, target: URL, base: URL, source: RequestContext): void {
  for (const name of spoofableHeaders) delete request.headers[name]
  Object.assign(request.headers, {
    host: base.host,
    'x-forwarded-for': source.address,
    'x-forwarded-host': base.host,
    'x-forwarded-proto': base.protocol.slice(0, -1),
    'x-request-id': source.requestId,
    // Next tells a server component no path: this is where a person comes back to after signing in.
    'x-latchkey-target': `${target.pathname}${target.search}`,
  })
  request.url = `${target.pathname}${target.search}`
  if (isEndpointPath(target.pathname)) hideFromRouter(request)
  // Whoever reads the headers as they came reads the settled ones, too.
  request.rawHeaders = []
  for (const [name, value] of Object.entries(request.headers)) {
    if (Array.isArray(value)) for (const each of value) request.rawHeaders.push(name, each)
    else request.rawHeaders.push(name, value ?? '')
  }
}

/** The router behind us would answer some requests to an endpoint by itself, and not as the endpoint does. */
function hideFromRouter(request: IncomingMessage): void {
  // It drops a method it has no name for: an endpoint refuses every method that it does not take in the same way.
  if (!routedMethods.has(request.method ?? '')) request.method = 'DELETE'
  // It answers this one out of nothing.
  delete request.headers['x-middleware-prefetch']
  if (dataRequestHeaders.every((name) => request.headers[name] === undefined)) return
  // It redirects a request for data and keeps these headers to itself: to an endpoint it is a prefetch like any other.
  for (const name of dataRequestHeaders) delete request.headers[name]
  request.headers['sec-purpose'] = 'prefetch'
}
