import { Refusal } from '#lib/errors.ts'
import { commonResponseHeaders, type Endpoint, readRequestContext } from '#lib/http/endpoint.ts'
import type { EndpointResponse, ResponseHeaders } from '#lib/http/endpoint-response.ts'
import { refusalResponse } from '#lib/http/refusal-response.ts'
import { openLog } from '#lib/open-log.ts'
import type { RequestContext } from '#lib/request-context.ts'

type Handler = (request: Request, source: RequestContext) => Promise<EndpointResponse>

/**
 * An endpoint that answers the given methods, OPTIONS with what they are (204), and any other with 405. It never
 * throws: a refusal becomes its JSON answer. Every answer carries the headers of section 8 of the protocol, unless
 * the handler set its own.
 * @param optionsHeaders headers of the answer to OPTIONS besides `Allow`
 */
export function defineEndpoint(
  handlers: Readonly<Partial<Record<'GET' | 'POST', Handler>>>,
  optionsHeaders: ResponseHeaders = {},
): Endpoint {
  const byMethod = new Map(Object.entries(handlers))
  // HEAD is GET without its body, which the HTTP server leaves out.
  if (handlers.GET) byMethod.set('HEAD', handlers.GET)
  const allow = [...byMethod.keys(), 'OPTIONS'].join(', ')

  return async (request, context) => {
    const source = readRequestContext(request, context)
    const handler = byMethod.get(request.method)
    if (handler) return withCommonHeaders(await answer(handler, request, source), source)
    const { status, headers, body } =
      request.method === 'OPTIONS'
        ? { status: 204, headers: optionsHeaders, body: null }
        : await refuse(new Refusal('method_not_allowed'), source)
    return withCommonHeaders({ status, headers: { ...headers, Allow: allow }, body }, source)
  }
}

async function answer(handler: Handler, request: Request, source: RequestContext): Promise<EndpointResponse> {
  try {
    return await handler(request, source)
  } catch (error) {
    return refuse(error, source)
  }
}

async function refuse(error: unknown, source: RequestContext): Promise<EndpointResponse> {
  return refusalResponse(await openLog(), error, source)
}

function withCommonHeaders({ status, headers, body }: EndpointResponse, source: RequestContext): EndpointResponse {
  const { Pragma, ...always } = commonResponseHeaders(source.requestId)
  // The old spelling of Cache-Control must not contradict a handler's own.
  const common = headers['Cache-Control'] === undefined ? { ...always, Pragma } : always
  return { status, headers: { ...common, ...headers }, body }
}
