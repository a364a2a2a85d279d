import type { IncomingMessage, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { Refusal } from '#lib/errors.ts'
import { type Endpoint, type EndpointContext, readRequestContext } from '#lib/http/endpoint.ts'
import { type EndpointResponse, toResponse } from '#lib/http/endpoint-response.ts'
import { refusalResponse } from '#lib/http/refusal-response.ts'
import { openLog } from '#lib/open-log.ts'

type Call = Readonly<{ endpoint: Endpoint; context: EndpointContext }>

// The global Request and Response stay Node's own: the pages' framework builds on them.
const options = { overrideGlobalObjects: false }

/** Answers in place of an endpoint while this process holds as many request bodies as it may. */
export const overloadedEndpoint: Endpoint = async (request, context) => {
  const refusal = new Refusal('temporarily_unavailable', { detail: 'the request bodies in memory reached their limit' })
  return refusalResponse(await openLog(), refusal, readRequestContext(request, context))
}

/** Answers a settled request by an endpoint, without the framework of the pages. */
export function serveEndpoint(request: IncomingMessage, response: ServerResponse, { endpoint, context }: Call): void {
  const listener = getRequestListener(async (asked) => {
    const answer = await endpoint(asked, context)
    if (answer.body instanceof ReadableStream) return toResponse(answer)
    send(response, answer, answer.body ?? '')
    return RESPONSE_ALREADY_SENT
  }, options)
  void listener(request, response)
}

/** Head and body go out in one write. */
function send(response: ServerResponse, { status, headers }: EndpointResponse, body: string | Uint8Array): void {
  // RFC 9110 §8.6: neither has a body, nor the length of one.
  const length = status === 204 || status === 304 ? {} : { 'Content-Length': Buffer.byteLength(body) }
  response.writeHead(status, { ...headers, ...length }).end(body)
}
