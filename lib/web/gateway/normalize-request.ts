import type { IncomingMessage } from 'node:http'
import type { Exchange, Target } from '#lib/web/gateway/exchange.ts'
import type { Route } from '#lib/web/gateway/route-table.ts'
import { supportsMethod } from '#lib/web/http/define-endpoint.ts'

/** Parsing does not change such a path. */
const plainPath = /^(?:\/[\w-][\w.-]*)+$/

/** The methods that Next's router supports. */
const routedMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Clients can spoof these headers: the gateway replaces or removes them. */
const spoofableHeaders = ['forwarded', 'x-forwarded-port', 'x-real-ip', 'content-security-policy']

/** By these headers, Next's client requests the data of a page instead of the page. */
const dataRequestHeaders = ['rsc', 'next-router-prefetch', 'next-router-segment-prefetch', 'next-router-state-tree']

/**
 * Parses the request target, in origin or absolute form (RFC 9112 §3.2). Leading slashes collapse to one: a base URL
 * with a slash at its end is the most common mistake of clients, and some parsers read `//host` as another origin.
 * @returns undefined if the target is malformed, or if its path can't be decoded: Next fails on that
 */
export function readRequestTarget(request: IncomingMessage, base: URL): Target | undefined {
  const line = request.url ?? ''
  if (plainPath.test(line)) return { pathname: line, search: '' }
  const url = URL.parse(line.startsWith('/') ? `${base.origin}${line}` : line)
  if (!url?.protocol.startsWith('http') || !isDecodable(url.pathname)) return undefined
  // The parser has resolved dots and backslashes: `/.//host` and `/\\host` are `//host` now.
  return { pathname: url.pathname.replace(/^\/{2,}/, '/'), search: url.search }
}

/** False for a percent sign that does not begin an escape, and for escapes that are not UTF-8. */
function isDecodable(pathname: string): boolean {
  try {
    return decodeURIComponent(pathname) !== ''
  } catch {
    return false
  }
}

/** Next answers 500 if a file doesn't meet them. A server may ignore them (RFC 9110 §13.1.1, §13.1.4, §14.2). */
const failingHeaders = ['if-match', 'if-unmodified-since', 'range', 'if-range']

/** Replaces everything in the request that a client could spoof by the gateway's own findings. */
export function normalizeRequest({ request, target, route, context }: Exchange, base: URL): void {
  for (const name of spoofableHeaders) delete request.headers[name]
  if (route.kind !== 'endpoint') for (const name of failingHeaders) delete request.headers[name]
  request.url = `${target.pathname}${target.search}`
  Object.assign(request.headers, {
    host: base.host,
    'x-forwarded-for': context.address,
    'x-forwarded-host': base.host,
    'x-forwarded-proto': base.protocol.slice(0, -1),
    'x-request-id': context.requestId,
    // Next does not give server components the path: pages read it here, to return after signing in.
    'x-latchkey-target': request.url,
  })
  if (route.kind === 'endpoint' || route.kind === 'document') hideFromRouter(request, target, route)
  // Web `Request` objects are made from these.
  request.rawHeaders = []
  for (const [name, value] of Object.entries(request.headers)) {
    if (Array.isArray(value)) for (const each of value) request.rawHeaders.push(name, each)
    else request.rawHeaders.push(name, value ?? '')
  }
}

/** Keeps Next's router from responding to some requests in place of the endpoint. */
function hideFromRouter(request: IncomingMessage, { pathname }: Target, route: Route): void {
  // The router drops methods that it does not support. Endpoints refuse all of those alike, as one they don't support.
  if (!routedMethods.has(request.method ?? '')) request.method = unsupportedMethod(pathname, route)
  // The router responds to a middleware prefetch with an empty object.
  delete request.headers['x-middleware-prefetch']
  if (dataRequestHeaders.every((name) => request.headers[name] === undefined)) return
  // The router redirects data requests and hides these headers. For an endpoint they mean a prefetch.
  for (const name of dataRequestHeaders) delete request.headers[name]
  request.headers['sec-purpose'] = 'prefetch'
}

/** SCIM refuses OPTIONS. Other endpoints respond to OPTIONS, and none supports all the others. */
function unsupportedMethod(pathname: string, { endpoint }: Route): string {
  if (pathname.startsWith('/scim/')) return 'OPTIONS'
  const unsupported = ['DELETE', 'PUT', 'PATCH'].find((method) => !endpoint || !supportsMethod(endpoint, method))
  return unsupported ?? 'OPTIONS'
}
