import type { IncomingMessage, ServerResponse } from 'node:http'
import { secondMs } from '#lib/clock.ts'
import type { Route } from '#lib/gateway/route-table.ts'
import type { EndpointContext } from '#lib/http/endpoint.ts'

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

/** How long one request may wait for the database. Callers expect a response within five seconds. */
export const waitLimitMs = 4.8 * secondMs
