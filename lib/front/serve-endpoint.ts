import type { IncomingMessage, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { Refusal } from '#lib/errors.ts'
import { type Answer, toResponse } from '#lib/http/answer.ts'
import { type Endpoint, type RequestContext, readSource } from '#lib/http/endpoint.ts'
import { openLog } from '#lib/http/open-log.ts'
import { refusalAnswer } from '#lib/http/refusal-answer.ts'

type Call = Readonly<{ endpoint: Endpoint; context: RequestContext }>

// The global Request and Response stay Node's own: the pages' framework builds on them.
const options = { overrideGlobalObjects: false }

/** Answers in place of an endpoint while this process holds as many request bodies as it may. */
export const overloadedEndpoint: Endpoint = async (request, context) => {
  const refusal = new Refusal('temporarily_unavailable', { detail: 'the request bodies in memory reached their limit' })
  return refusalAnswer(await openLog(), refusal, readSource(request, context))
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
function send(response: ServerResponse, { status, headers }: Answer, body: string | Uint8Array): void {
  // RFC 9110 §8.6: neither has a body, nor the length of one.
  const length = status === 204 || status === 304 ? {} : { 'Content-Length': Buffer.byteLength(body) }
  response.writeHead(status, { ...headers, ...length }).end(body)
}
