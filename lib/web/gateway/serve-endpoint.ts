import type { ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { BodyBudget } from '#lib/web/gateway/body-budget.ts'
import type { Exchange } from '#lib/web/gateway/exchange.ts'
import { allowLongBody } from '#lib/web/gateway/http-server.ts'
import { type Endpoint, type EndpointResponse, toResponse } from '#lib/web/http/endpoint.ts'

// The global Request and Response stay Node's own, because Next builds on them.
const options = { overrideGlobalObjects: false }

/** Serves a normalized request by an endpoint, without Next, within the process's budget of request bodies. */
export function serveEndpoint(exchange: Exchange, endpoint: Endpoint, budget: BodyBudget): void {
  const { request, response, route, context } = exchange
  if (route.hasLongBody) allowLongBody(request)
  budget.open(exchange, route.maxBodyBytes)
  const listener = getRequestListener(async (webRequest) => {
    const answer = await endpoint(webRequest, context)
    // The budget has cut the body off.
    if (response.headersSent) return RESPONSE_ALREADY_SENT
    if (answer.body instanceof ReadableStream) return toResponse(answer)
    send(response, answer, answer.body ?? '')
    return RESPONSE_ALREADY_SENT
  }, options)
  void listener(request, response)
}

/** Head and body go out in one write. */
function send(response: ServerResponse, { status, headers }: EndpointResponse, body: string | Uint8Array): void {
  // RFC 9110 §8.6: these responses have neither a body nor a Content-Length.
  const length = status === 204 || status === 304 ? {} : { 'Content-Length': Buffer.byteLength(body) }
  response.writeHead(status, { ...headers, ...length }).end(body)
}
