import { Refusal, toRefusal } from '#lib/errors.ts'
import { type Endpoint, readRequestContext } from '#lib/http/endpoint.ts'
import type { EndpointResponse, ResponseHeaders } from '#lib/http/endpoint-response.ts'
import { refusalPage } from '#lib/http/refusal-page.ts'
import { logRefusal } from '#lib/http/refusal-response.ts'
import { requestPreferences } from '#lib/http/request-preferences.ts'
import { openLog } from '#lib/open-log.ts'
import type { RequestContext } from '#lib/request-context.ts'

type Handler = (request: Request, source: RequestContext) => Promise<EndpointResponse>

/**
 * An endpoint that people open in a browser. Like {@link defineEndpoint}, but a refusal becomes a plain page in the
 * reader's language, and any other method than the given ones is refused, OPTIONS as well. HEAD is handed to GET.
 */
export function definePageEndpoint(handlers: Readonly<Partial<Record<'GET' | 'POST', Handler>>>): Endpoint {
  const byMethod = new Map(Object.entries(handlers))
  if (handlers.GET) byMethod.set('HEAD', handlers.GET)
  const allow = [...byMethod.keys()].join(', ')

  return async (request, context) => {
    const source = readRequestContext(request, context)
    const handler = byMethod.get(request.method)
    if (!handler) return refuse(request, source, new Refusal('method_not_allowed'), { Allow: allow })
    try {
      return await handler(request, source)
    } catch (error) {
      return refuse(request, source, error, {})
    }
  }
}

async function refuse(
  request: Request,
  source: RequestContext,
  error: unknown,
  headers: ResponseHeaders,
): Promise<EndpointResponse> {
  const refusal = toRefusal(error)
  logRefusal(await openLog(), refusal, source)
  return refusalPage({ refusal, reader: requestPreferences(request), requestId: source.requestId, headers })
}
