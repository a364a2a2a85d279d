import type { EndpointResponse } from '#lib/http/endpoint-response.ts'
import type { RequestContext } from '#lib/request-context.ts'
import type { Services } from '#lib/services.ts'

/** Made once per request, by the gateway or by a route handler. */
export type EndpointContext = RequestContext & Readonly<{ services: Services }>

/** Answers every method of one path, and never throws. Independent of Next: the gateway and the route handlers call it. */
export type Endpoint = (request: Request, context: EndpointContext) => Promise<EndpointResponse>
