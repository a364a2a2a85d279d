import { Refusal } from '#lib/errors.ts'
import { answerHeaders, type Endpoint, readSource } from '#lib/http/endpoint.ts'
import { openLog } from '#lib/http/open-log.ts'
import { refusalResponse } from '#lib/http/refusal-response.ts'
import type { Source } from '#lib/users/actor.ts'

type Handler = (request: Request, source: Source) => Promise<Response>

/**
 * An endpoint that answers the given methods, OPTIONS with what they are (204), and any other with 405. It never
 * throws: a refusal becomes its JSON answer. Every answer carries the headers of section 8 of the protocol, unless
 * the handler set its own.
 */
export function defineEndpoint(handlers: Readonly<Partial<Record<'GET' | 'POST', Handler>>>): Endpoint {
  const byMethod = new Map(Object.entries(handlers))
  // HEAD is GET without its body, which the HTTP server leaves out.
  if (handlers.GET) byMethod.set('HEAD', handlers.GET)
  const allow = [...byMethod.keys(), 'OPTIONS'].join(', ')

  return async (request, context) => {
    const source = readSource(request, context)
    const handler = byMethod.get(request.method)
    if (handler) return withCommonHeaders(await answer(handler, request, source), source)
    const response =
      request.method === 'OPTIONS'
        ? new Response(null, { status: 204 })
        : await refuse(new Refusal('method_not_allowed'), source)
    response.headers.set('Allow', allow)
    return withCommonHeaders(response, source)
  }
}

async function answer(handler: Handler, request: Request, source: Source): Promise<Response> {
  try {
    return await handler(request, source)
  } catch (error) {
    return refuse(error, source)
  }
}

async function refuse(error: unknown, source: Source): Promise<Response> {
  return refusalResponse(await openLog(), error, source)
}

function withCommonHeaders(response: Response, source: Source): Response {
  const { Pragma, ...always } = answerHeaders(source.requestId)
  // The old spelling of Cache-Control must not contradict a handler's own.
  const headers = response.headers.has('Cache-Control') ? always : { ...always, Pragma }
  for (const [name, value] of Object.entries(headers)) {
    if (!response.headers.has(name) && value !== undefined) response.headers.set(name, value)
  }
  return response
}
