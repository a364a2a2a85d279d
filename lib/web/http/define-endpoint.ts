import { readOrganization } from '#lib/domain/organization/organization/read-organization.ts'
import { nonceHeader } from '#lib/domain/tokens/dpop/prove-request.ts'
import { Refusal, toRefusal } from '#lib/kernel/errors.ts'
import { requestPreferences } from '#lib/web/http/cookies.ts'
import {
  commonResponseHeaders,
  type Endpoint,
  type EndpointContext,
  type EndpointResponse,
  type ResponseHeaders,
} from '#lib/web/http/endpoint.ts'
import { refusalPage } from '#lib/web/http/refusal-page.ts'
import { recordRefusal, refusalResponse } from '#lib/web/http/refusal-response.ts'

/** May throw: each error becomes the response to a refusal. */
type Handlers = Readonly<Partial<Record<'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', Endpoint>>>
type RefusalResponder = (
  error: unknown,
  request: Request,
  context: EndpointContext,
) => EndpointResponse | Promise<EndpointResponse>

/**
 * An endpoint for client programs. OPTIONS lists the methods (204), any other method is refused (405), and a refusal
 * becomes its JSON response. Every response carries the common headers, unless the handler set its own.
 * @param optionsHeaders headers of the response to OPTIONS besides `Allow`
 */
export function defineEndpoint(handlers: Handlers, optionsHeaders: ResponseHeaders = {}): Endpoint {
  const byMethod = listHandlers(handlers)
  const allow = [...byMethod.keys(), 'OPTIONS'].join(', ')
  byMethod.set('OPTIONS', async () => ({ status: 204, headers: { ...optionsHeaders, Allow: allow }, body: null }))
  const respond = dispatch(byMethod, allow, refusalResponse)
  const endpoint: Endpoint = async (request, context) => {
    const { status, headers, body } = withCommonHeaders(await respond(request, context), context.requestId)
    if (!request.headers.has('dpop')) return { status, headers, body }
    return { status, headers: { ...headers, ...nonceHeader(context.services) }, body }
  }
  supportedMethods.set(endpoint, new Set(byMethod.keys()))
  return endpoint
}

const supportedMethods = new WeakMap<Endpoint, ReadonlySet<string>>()

/** Whether an endpoint of {@link defineEndpoint} responds to this method. */
export function supportsMethod(endpoint: Endpoint, method: string): boolean {
  return supportedMethods.get(endpoint)?.has(method) ?? false
}

/** An endpoint for browsers: a refusal becomes a page in the reader's language. OPTIONS is refused, too. */
export function definePageEndpoint(handlers: Handlers): Endpoint {
  const byMethod = listHandlers(handlers)
  return dispatch(byMethod, [...byMethod.keys()].join(', '), async (error, request, context) => {
    const { services, requestId } = context
    const refusal = toRefusal(error)
    recordRefusal(refusal, request, context)
    const organization = await readOrganization(services)
    return refusalPage({ refusal, organization, reader: requestPreferences(request), requestId })
  })
}

/** HEAD is GET; the HTTP server leaves the body out. */
function listHandlers(handlers: Handlers): Map<string, Endpoint> {
  const byMethod = new Map(Object.entries(handlers))
  if (handlers.GET) byMethod.set('HEAD', handlers.GET)
  return byMethod
}

function dispatch(byMethod: ReadonlyMap<string, Endpoint>, allow: string, refuse: RefusalResponder): Endpoint {
  return async (request, context) => {
    const handler = byMethod.get(request.method)
    if (!handler) {
      const { status, headers, body } = await refuse(new Refusal('method_not_allowed'), request, context)
      return { status, headers: { ...headers, Allow: allow }, body }
    }
    try {
      return await handler(request, context)
    } catch (error) {
      return await refuse(error, request, context)
    }
  }
}

function withCommonHeaders({ status, headers, body }: EndpointResponse, requestId: string): EndpointResponse {
  const common = commonResponseHeaders(requestId)
  if (headers['Cache-Control'] === undefined) return { status, headers: { ...common, ...headers }, body }
  // `Pragma: no-cache` would contradict the handler's own Cache-Control.
  const { Pragma, ...others } = common
  return { status, headers: { ...others, ...headers }, body }
}
