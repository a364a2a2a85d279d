import { getServices as installedServices, type Services } from '#lib/foundation/services.ts'
import { asDescribed } from '#lib/testing/described-answer.ts'
import { type Endpoint, type EndpointContext, toResponse } from '#lib/web/http/endpoint.ts'

/**
 * Calls an endpoint as the gateway does, with the installed services. The response must be one that the OpenAPI
 * document describes.
 */
export async function callEndpoint(endpoint: Endpoint, request: Request, address?: string): Promise<Response> {
  const context = testContext(await installedServices(), address)
  const requestId = request.headers.get('x-request-id') ?? context.requestId
  return toResponse(asDescribed(request, await endpoint(request, { ...context, requestId })))
}

/** The context of a request to these services. */
export function testContext(services: Services, address = '192.0.2.1'): EndpointContext {
  return { services, address, requestId: 'req_1' }
}
