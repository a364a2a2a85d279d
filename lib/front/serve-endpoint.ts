import type { IncomingMessage, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { type Answer, toResponse } from '#lib/http/answer.ts'
import type { Endpoint, RequestContext } from '#lib/http/endpoint.ts'

type Call = Readonly<{ endpoint: Endpoint; context: RequestContext }>

// The global Request and Response stay Node's own: the pages' framework builds on them.
const options = { overrideGlobalObjects: false }

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
function send(response: ServerResponse, { status, headers }: Answer, body: string | Uint8Array): void {
  // RFC 9110 §8.6: neither has a body, nor the length of one.
  const length = status === 204 || status === 304 ? {} : { 'Content-Length': Buffer.byteLength(body) }
  response.writeHead(status, { ...headers, ...length }).end(body)
}
