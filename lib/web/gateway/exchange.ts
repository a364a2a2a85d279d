import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Route } from '#lib/web/gateway/route-table.ts'
import type { EndpointContext } from '#lib/web/http/endpoint.ts'

/** Path and query of a request; the query begins with `?`, or is empty. */
export type Target = Readonly<{ pathname: string; search: string }>

/** One request and its response, with what the gateway found out about them. */
export type Exchange = Readonly<{
  request: IncomingMessage
  response: ServerResponse
  target: Target
  route: Route
  context: EndpointContext
}>
