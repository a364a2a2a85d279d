import type { Endpoint } from '#lib/http/endpoint.ts'
import { toResponse } from '#lib/http/endpoint-response.ts'

type RouteHandler = (request: Request) => Promise<Response>
type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS'

/**
 * The endpoint under every method that Next hands to a route handler, so that the endpoint and not the framework
 * answers the ones it refuses. It is loaded when it is first asked for: Next loads all routes at the start, each with a
 * copy of all it needs, and mostly the server in front answers in their place. `X-Forwarded-For` holds the one address
 * that our server has settled, and `X-Latchkey-Target` path and query as they came: the router takes some of the query
 * for its own.
 */
export function toRouteHandlers(load: () => Promise<Endpoint>): Record<Method, RouteHandler> {
  const handle: RouteHandler = async (request) => {
    const target = request.headers.get('x-latchkey-target') ?? request.url
    const settled = new Request(new URL(target, request.url), request)
    const endpoint = await load()
    return toResponse(await endpoint(settled, { address: request.headers.get('x-forwarded-for') ?? 'unknown' }))
  }
  return { GET: handle, HEAD: handle, POST: handle, PUT: handle, PATCH: handle, DELETE: handle, OPTIONS: handle }
}
