import { getServices } from '#lib/foundation/services.ts'
import { newRequestId, type RequestContext } from '#lib/kernel/request-context.ts'
import { type Endpoint, toResponse } from '#lib/web/http/endpoint.ts'

type RouteHandler = (request: Request) => Promise<Response>
type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS'

/**
 * The endpoint as Next's route handlers, under every method, so that the endpoint itself refuses methods. Next
 * evaluates all routes at start, each with its own copy of their imports: hence `load`, which imports at the first
 * request.
 */
export function toRouteHandlers(load: () => Promise<Endpoint>): Record<Method, RouteHandler> {
  const handle: RouteHandler = async (request) => {
    // Next's router removes some parameters of its own from the query.
    const target = request.headers.get('x-latchkey-target') ?? request.url
    const original = new Request(new URL(target, request.url), request)
    const endpoint = await load()
    return toResponse(
      await endpoint(original, { services: await getServices(), ...readRequestContext(request.headers) }),
    )
  }
  return { GET: handle, HEAD: handle, POST: handle, PUT: handle, PATCH: handle, DELETE: handle, OPTIONS: handle }
}

/** The context that the gateway wrote into the headers of a request it passed to Next. */
export function readRequestContext(headers: Headers): RequestContext {
  return {
    address: headers.get('x-forwarded-for') ?? 'unknown',
    requestId: headers.get('x-request-id') ?? newRequestId(),
  }
}
