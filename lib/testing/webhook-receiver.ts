import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

export type Received = Readonly<{ headers: IncomingHttpHeaders; body: string; seq: number | null }>

export type Receiver = Readonly<{
  url: string
  /** What arrived, in order. */
  received: Received[]
  /** The numbers of what arrived. */
  seqs: () => (number | null)[]
  /** How to answer from now on; at first with 204. */
  answer: (how: Answer) => void
}>

type Answer = (response: ServerResponse, message: Received) => unknown

/** An endpoint on loopback that remembers its messages, until the end of the test. */
export async function startReceiver(): Promise<Receiver> {
  let how: Answer = answerWith(204)
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    const body = await text(request).catch(() => '')
    if (body === '') return
    const message = { headers: request.headers, body, seq: JSON.parse(body).seq }
    received.push(message)
    how(response, message)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close().closeAllConnections())
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    seqs: () => received.map(({ seq }) => seq),
    answer: (next) => {
      how = next
    },
  }
}

export function answerWith(status: number, body = ''): Answer {
  return (response) => response.writeHead(status).end(body)
}
