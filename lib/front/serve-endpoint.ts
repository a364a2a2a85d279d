import type { IncomingMessage, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { Endpoint, RequestContext } from '#lib/http/endpoint.ts'

type Call = Readonly<{ endpoint: Endpoint; context: RequestContext }>

const calls = new WeakMap<object, Call>()

// The global Request and Response stay Node's own: the pages' framework builds on them.
const listener = getRequestListener(
  (request, { incoming }) => {
    const call = calls.get(incoming)
    if (!call) throw new Error('the request was not settled')
    return call.endpoint(request, call.context)
  },
  { overrideGlobalObjects: false },
)

/** Answers a settled request by an endpoint, without the framework of the pages. */
export function serveEndpoint(request: IncomingMessage, response: ServerResponse, call: Call): void {
  calls.set(request, call)
  void listener(request, response)
}
