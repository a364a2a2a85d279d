import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach } from 'vitest'
import { type ListeningServer, listen } from '#lib/testing/listening-server.ts'

type ReceivedRequest = Readonly<{ method: string; url: string; headers: IncomingMessage['headers']; body: string }>

/** A server of each test of a file, which responds as the test says: by default with an empty list. */
export function createStubServer() {
  let server: ListeningServer
  const stub = {
    received: [] as ReceivedRequest[],
    respond: sendEmptyList,
    get url() {
      return server.url
    },
    /** From now on, no connection is accepted. */
    close: () => server.close(),
  }
  beforeEach(async () => {
    Object.assign(stub, { received: [], respond: sendEmptyList })
    server = await listen(async (request, response) => {
      const { method = '', url = '', headers } = request
      const body = (await buffer(request).catch(() => '')).toString()
      stub.received.push({ method, url, headers, body })
      stub.respond(request, response)
    })
  })
  afterEach(() => server.close())
  return stub
}

const sendEmptyList: RequestListener = (_request, response) => sendJson(response, 200, { items: [], next: null })

export function sendJson(response: ServerResponse, status: number, body: object, headers = {}): void {
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body))
}

type Refused = Readonly<{ description?: string; headers?: object; fields?: object }>

/** Refuses every request, as Latchkey does. */
export function refuseWith(
  status: number,
  error: string,
  { description = 'A description.', headers, fields }: Refused = {},
): RequestListener {
  const body = { error, error_description: description, ...(fields && { fields }), requestId: 'req_1' }
  return (_request, response) => sendJson(response, status, body, headers)
}
